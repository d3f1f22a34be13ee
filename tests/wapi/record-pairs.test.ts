import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Params } from "#contract/wire/json";
import { codeOf, detailsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const record = (fqdn: string, type: string, data: string): SentStep => ({
  name: "dns.record.create",
  new: { fqdn: `${fqdn}.example.com.`, fqdn_type: type === "CNAME" ? "alias" : "domain", type, data },
});
const HOST = record("host", "A", "198.51.100.77");
const ALIAS = record("al", "CNAME", "host.example.com.");
const TO_ALIAS = [
  ["MX", "10 al.example.com."],
  ["NS", "al.example.com."],
  ["SRV", "0 0 1 al.example.com."],
] as const;
const NAME: SentStep = { name: "dns.fqdn.create", new: { value: "al.example.com.", type: "domain" } };

describe("the target of MX, NS and SRV", () => {
  it.each(TO_ALIAS)("%s cannot be an alias", async (type, data) => {
    const said = await world.dry("ada", HOST, ALIAS, record("m", type, data));
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20060/4",
      { fqdn: "al.example.com.", type_list: [type] },
    ]);
    expect(said.ok ? null : said.exception).toMatchObject({
      description: `Das Ziel eines ${type} darf kein Alias sein (RFC 2181, RFC 2782): al.example.com. hat einen CNAME, und ${type} von m.example.com. zeigt darauf.`,
      traceback: { transaction_statement: { position: 2 } },
    });
  });

  it.each(TO_ALIAS)("%s cannot become an alias later", async (type, data) => {
    const said = await world.dry("ada", HOST, NAME, record("m", type, data), ALIAS);
    expect([codeOf(said), said.ok ? null : said.exception.traceback]).toMatchObject([
      "-20060/4",
      { transaction_statement: { position: 3 } },
    ]);
  });

  it("cannot be an alias after an update, and stays when only its TTL changes", async () => {
    const steps = [HOST, ALIAS, record("m", "MX", "10 host.example.com.")];
    const change = (more: Params): SentStep => ({
      name: "dns.record.update",
      old: { fqdn: "m.example.com.", type: "MX", data: "10 host.example.com." },
      new: more,
    });
    expect(codeOf(await world.dry("ada", ...steps, change({ data: "10 al.example.com." })))).toBe("-20060/4");
    expect(codeOf(await world.dry("ada", ...steps, change({ ttl: 60 })))).toBe("200");
  });

  it("may be an alias for PTR, HTTPS and CNAME", async () => {
    const said = await world.dry(
      "ada",
      HOST,
      ALIAS,
      record("p", "PTR", "al.example.com."),
      record("h", "HTTPS", "1 al.example.com. alpn=h2"),
      record("c", "CNAME", "al.example.com."),
    );
    expect(codeOf(said)).toBe("200");
  });

  it("excludes an alias of the same name, even if both are created at the same moment", async () => {
    for (let round = 0; round < 5; round++) {
      const n = String(round);
      const [host, alias] = [`host${n}`, `al${n}`];
      const before = [
        record(host, "A", `198.51.100.8${n}`),
        { name: "dns.fqdn.create", new: { value: `${alias}.example.com.`, type: "domain" } },
      ];
      expect(codeOf(await world.execute("ada", before))).toBe("200");
      const both = await Promise.all([
        world.execute("ada", [record(alias, "CNAME", `${host}.example.com.`)]),
        world.execute("ada", [record(`m${n}`, "MX", `10 ${alias}.example.com.`)]),
      ]);
      expect(both.map(codeOf).toSorted()).toEqual(["-20060/4", "200"]);
    }
  });
});

describe("[API-67] rules that are checked at the end of the transaction", () => {
  const CNAME = { fqdn: "al.example.com.", type: "CNAME", data: "host.example.com." };
  const removed: SentStep = { name: "dns.record.delete", old: CNAME };

  it.each(TO_ALIAS)(
    "allow a target of %s that is an alias until a later step replaces it by an address",
    async (type, data) => {
      const address = record("al", "A", "198.51.100.78");
      const said = await world.dry("ada", HOST, ALIAS, record("m", type, data), removed, address);
      expect(codeOf(said)).toBe("200");
    },
  );

  it("allow an alias with an MX that a later step points elsewhere", async () => {
    const moved: SentStep = {
      name: "dns.record.update",
      old: { fqdn: "m.example.com.", type: "MX", data: "10 al.example.com." },
      new: { data: "10 host.example.com." },
    };
    const said = await world.dry("ada", HOST, NAME, record("m", "MX", "10 al.example.com."), ALIAS, moved);
    expect(codeOf(said)).toBe("200");
  });

  it("refuse the step that made the pair if no later step removes the pair", async () => {
    const other = record("o", "TXT", "nothing to do with it");
    const said = await world.dry("ada", HOST, ALIAS, record("m", "MX", "10 al.example.com."), other);
    expect([codeOf(said), said.ok ? null : said.exception.traceback]).toMatchObject([
      "-20060/4",
      { transaction_statement: { position: 2 } },
    ]);
  });

  it("require that the null MX is the only MX", async () => {
    const root: SentStep = { name: "dns.fqdn.create", new: { value: ".", type: "extern" } };
    const old = { fqdn: "n.example.com.", type: "MX", data: "10 host.example.com." };
    const swapped = [
      record("n", "MX", "10 host.example.com."),
      record("n", "MX", "0 ."),
      { name: "dns.record.delete", old },
    ];
    expect(codeOf(await world.dry("ada", root, HOST, ...swapped))).toBe("200");
  });
});

describe("a target below a DNAME, which is an alias (RFC 6672)", () => {
  const MOVED = record("old", "DNAME", "new.example.com.");
  const NEW: SentStep = { name: "dns.fqdn.create", new: { value: "new.example.com.", type: "domain" } };
  const BELOW: SentStep = { name: "dns.fqdn.create", new: { value: "a.b.old.example.com.", type: "domain" } };
  const target = "a.b.old.example.com.";
  const GONE: SentStep = {
    name: "dns.record.delete",
    old: { fqdn: "old.example.com.", type: "DNAME", data: "new.example.com." },
  };

  it.each([
    ["MX", `10 ${target}`],
    ["NS", target],
    ["SRV", `0 0 1 ${target}`],
  ])(
    "is refused for %s, whichever comes first, unless a later step deletes the DNAME",
    async (type, data) => {
      const pointing = record("m", type, data);
      for (const steps of [
        [MOVED, pointing],
        [pointing, MOVED],
      ]) {
        const said = await world.dry("ada", NEW, BELOW, ...steps);
        expect([codeOf(said), detailsOf(said)]).toEqual([
          "-20060/4",
          { fqdn: "old.example.com.", type_list: [type] },
        ]);
        expect(codeOf(await world.dry("ada", NEW, BELOW, ...steps, GONE))).toBe("200");
      }
    },
  );

  it("may be the name of the DNAME itself, and may be the target of a PTR", async () => {
    const said = await world.dry(
      "ada",
      NEW,
      BELOW,
      MOVED,
      record("m", "MX", "10 old.example.com."),
      record("p", "PTR", target),
    );
    expect(codeOf(said)).toBe("200");
  });
});

describe("a null MX", () => {
  const ROOT: SentStep = { name: "dns.fqdn.create", new: { value: ".", type: "extern" } };
  const [none, other] = [record("n", "MX", "0 ."), record("n", "MX", "10 host.example.com.")];

  it.each([
    ["before", [none, other]],
    ["behind", [other, none]],
  ])("is the only MX: %s another MX", async (_, steps) => {
    expect(codeOf(await world.dry("ada", ROOT, HOST, none))).toBe("200");
    const said = await world.dry("ada", ROOT, HOST, ...steps);
    expect([codeOf(said), detailsOf(said)]).toEqual([
      "-20060/4",
      { fqdn: "n.example.com.", type_list: ["MX"] },
    ]);
  });
});

describe("a DNAME", () => {
  it.each([
    ["its own name", "d.example.com.", "-20060/4"],
    ["a name below", "x.d.example.com.", "-20060/4"],
    ["a name that only ends like it", "xd.example.com.", "200"],
  ])("that points to %s: %s", async (_, target, code) => {
    const name: SentStep = { name: "dns.fqdn.create", new: { value: target, type: "domain" } };
    const said = await world.dry("ada", name, record("d", "DNAME", target));
    expect(codeOf(said)).toBe(code);
  });
});
