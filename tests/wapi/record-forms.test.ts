import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params, Row } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
let made: readonly Row[];
beforeAll(async () => {
  world = await smallWorld();
  const steps = RECORDS.map(([type, , data], at) => ({
    name: "dns.record.create",
    new: { fqdn: `${type.toLowerCase()}-${String(at)}.example.com.`, fqdn_type: "domain", type, data },
  }));
  const said = await world.execute("ada", steps);
  made = steps.map((_, at) => rowsOf(said, at)[0] ?? {});
});
afterAll(() => world.close());

/** Type, stored data, and the same data in another spelling. */
const RECORDS = [
  ["A", "198.51.100.77", " 198.51.100.77 "],
  ["AAAA", "2001:db8:47:11::a", "2001:DB8:47:11:0::0A"],
  ["MX", "10 example.com.", "010  EXAMPLE.com"],
  ["NS", "example.com.", "Example.COM"],
  ["CAA", '0 issue "ca.example"', "0 ISSUE ca.example"],
  ["SSHFP", `1 1 ${"ab".repeat(20)}`, `1 1 ${"AB".repeat(10)} ${"Ab".repeat(10)}`],
  ["TXT", "Example.COM", '"Example.COM"'],
  ["SPF", "v=spf1 -all", '"v=spf1" " -all"'],
  ["TXT", "v=DKIM1; p=AAABBB", '"v=DKIM1\\; p=AAA" "BBB"'],
  ["TXT", 'say "hi" \\o/', '"say \\"hi\\" \\092o/"'],
  ["TXT", '"\\"quoted\\""', '"\\034quoted" "\\""'],
] as const;

const list = (old: Params): SentStep => ({ name: "dns.record.list", old });

describe("text data that are stored as plain text", () => {
  it.each(RECORDS.map((record, at) => [at, ...record] as const))(
    "are stored: %d %s %j of %j",
    (...[at, , data]) => {
      expect(made[at]?.["data"]).toBe(data);
    },
  );

  it.each(RECORDS.map((record, at) => [at, ...record] as const))(
    "are deleted by any spelling: %d %s %j of %j",
    async (at, type, data, spelled) => {
      const fqdn = made[at]?.["fqdn"] ?? null;
      for (const one of [data, spelled]) {
        const said = await world.execute(
          "ada",
          [{ name: "dns.record.delete", old: { fqdn, type, data: one } }],
          { dryRun: true },
        );
        expect(rowsOf(said)).toEqual([made[at]]);
      }
    },
  );

  it.each(['"no end', '"a" b', '"a\\"', '"\\300"', '"\\255"'])(
    "%s is refused with the correct notation",
    async (data) => {
      const step = { name: "dns.record.create", new: { fqdn: "example.com.", type: "TXT", data } };
      const said = await world.execute("ada", [step]);
      expect(codeOf(said)).toBe("-20040/5");
      expect(detailsOf(said)).toMatchObject({ parameter: "data", record_type: "TXT" });
      expect(said.ok ? null : said.exception.hint).toMatch(/Anführungszeichen/);
    },
  );
});

describe("data of records is compared in the form of its type", () => {
  it.each(RECORDS.map((record, at) => [at, ...record] as const))(
    "%d %s %s is found as %j",
    async (at, type, data, spelled) => {
      const gpk = made[at]?.["gpk"] ?? null;
      const said = await world.execute("ada", [
        list({ type, data: spelled }),
        list({ type, data_list: ["nothing", spelled] }),
        list({ data: spelled }),
        list({ type, filter_params_dict: { data: { eq: spelled } } }),
        list({ type, filter_params_dict: { data: { in: ["nothing", spelled] } } }),
        list({ gpk_list: [gpk], filter_params_dict: { data: { ne: spelled } } }),
        list({ gpk_list: [gpk], filter_params_dict: { data: { not_in: ["nothing", spelled] } } }),
        list({ type, data }),
      ]);
      for (const step of [0, 1, 3, 4, 7]) expect(rowsOf(said, step)).toEqual([made[at]]);
      expect(rowsOf(said, 2)).toContainEqual(made[at]);
      for (const step of [5, 6]) expect(rowsOf(said, step)).toEqual([]);
    },
  );

  it("a name is not found as text, nor a text as name", async () => {
    const rows = async (data: string) =>
      rowsOf(await world.execute("ada", [list({ data })])).map((row) => row["type"]);
    expect(await rows("Example.COM")).toEqual(["NS", "TXT"]);
    expect(await rows("example.com.")).toEqual(["NS"]);
  });

  it.each(RECORDS.map((record, at) => [at, ...record] as const))(
    "an old value is compared in the same way, with the type of the row: %d %s",
    async (at, _type, _data, spelled) => {
      const gpk = made[at]?.["gpk"] ?? null;
      const set = (data: string): SentStep => ({
        name: "dns.record.update",
        old: { gpk, data },
        new: { ttl: 60 },
      });
      expect(codeOf(await world.execute("ada", [set(spelled)], { dryRun: true }))).toBe("200");
      const other = await world.execute("ada", [set("192.0.2.1")], { dryRun: true });
      expect([codeOf(other), detailsOf(other)["conflict_list"]]).toMatchObject([
        "-20050/1",
        [{ attribute: "data", expected: "192.0.2.1" }],
      ]);
    },
  );
});
