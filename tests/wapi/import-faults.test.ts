import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCsv } from "#imports/csv/plan";
import { findRejected } from "#imports/shared/find-rejected";
import { planNetbox } from "#imports/netbox/plan";
import type { ImportDraft, Rejected } from "#imports/shared/steps";
import { speak } from "#imports/shared/texts";
import { textIn } from "#contract/wire/json";
import { valueSpec } from "../../server/catalogue/data-types.ts";
import { toAscii } from "../../server/catalogue/to-ascii.ts";
import { connect, type Client } from "../../server/client.ts";
import { importWorld, type ImportWorld } from "../support/import-world.ts";

let world: ImportWorld;
beforeAll(async () => {
  world = await importWorld();
});
afterAll(() => world.close());

async function rejectedOf(draft: ImportDraft, client: Client): Promise<readonly Rejected[]> {
  const { rejected } = await findRejected(draft.steps, {
    test: (steps) => client.run(steps, true),
    onProgress: () => undefined,
    say: speak("en"),
  });
  return [...draft.rejected, ...rejected].toSorted((a, b) => a.line - b.line);
}

describe("a value that does not fit its data type", () => {
  it("is rejected with the format of the data type, in the language of the import", async () => {
    const table = "ip_addr,mac_addr\n192.0.2.300,02:00:00:00:00:01\n192.0.2.3,zz:00\n";
    const credentials = { user: "ada", password: "demo" };
    const reasons = [];
    for (const language of ["en", "de"] as const) {
      const say = speak(language);
      const client = await connect({ url: world.url, credentials, language });
      const job = { client, toAscii, say, valueSpec };
      const draft = await planCsv("dhcp.static_assignment", [{ text: table }], job);
      reasons.push(draft.rejected.map(({ line, reason }) => [line, reason]));
    }
    expect(reasons).toEqual([
      [
        [
          2,
          "ip_addr: 192.0.2.300 is invalid (not in the expected form). Expected: One IPv4 or IPv6 address without prefix",
        ],
        [
          3,
          "mac_addr: zz:00 is invalid (not in the expected form). Expected: Six pairs of hex digits, separated by colons, dots, hyphens or nothing",
        ],
      ],
      [
        [
          2,
          "ip_addr: 192.0.2.300 ist ungültig (nicht in der erwarteten Form). Erwartet: Eine IPv4- oder IPv6-Adresse ohne Präfix",
        ],
        [
          3,
          "mac_addr: zz:00 ist ungültig (nicht in der erwarteten Form). Erwartet: Sechs Paare von Hexadezimalziffern, getrennt durch Doppelpunkt, Punkt, Bindestrich oder nichts",
        ],
      ],
    ]);
  });

  it("is reported as missing if there is none", async () => {
    const { client, say } = world;
    const files = [
      { name: "a.json", text: '[{ "model": "dcim.site", "pk": 1, "fields": { "name": "X", "slug": "" } }]' },
    ];
    const draft = await planNetbox({ files, bcd: null, client, toAscii, say, valueSpec });
    expect(draft.rejected.map(({ reason }) => reason)).toEqual([
      "name has no value here. Fill it in, or import what it refers to with this file.",
    ]);
  });

  it("ends the import with one sentence if it names a BCD for all subnets of NetBox", async () => {
    const { client, say } = world;
    const site = '[{ "model": "dcim.site", "pk": 1, "fields": { "name": "X", "slug": "x" } }]';
    const files = [{ name: "a.json", text: site }];
    const planned = planNetbox({ files, bcd: "no-such-9", client, toAscii, say, valueSpec });
    await expect(planned).rejects.toThrow(
      "There is no BCD no-such-9, or you do not see it. Correct the name, or create the BCD.",
    );
  });

  it("of a record is refused by the server with an example of its type", async () => {
    const { client, say } = world;
    const [zone] = await client.list("dns.fqdn", { is_zone_apex: true });
    const table = `fqdn,fqdn_type,type,data\nfault.${textIn(zone?.["value"])},domain,MX,mail\n`;
    const draft = await planCsv("dns.record", [{ text: table }], { client, toAscii, say, valueSpec });
    expect((await rejectedOf(draft, client)).map(({ line, reason }) => [line, reason])).toEqual([
      [
        2,
        "The value of data does not have the form of the record type MX: MX has 2 fields: preference exchange. For example: 10 mail.example.edu. (-20040/5)",
      ],
    ]);
  });
});

describe("an object that the account may not read", () => {
  const unread = ["unread-a.example.net.", "unread-b.example.net."];
  const credentials = { user: "greta", password: "demo" };
  const greta = () => connect({ url: world.url, credentials, language: "en" });
  const rows = (names: readonly string[]) =>
    `value,type\n${names.map((name) => `${name},extern`).join("\n")}\n`;

  beforeAll(async () => {
    const steps = unread.map((value) => ({ name: "dns.fqdn.create", new: { value, type: "extern" } }));
    expect((await world.client.run(steps, false)).ok).toBe(true);
  });

  it.each([1, 2])("is named and not created: %s rows say so, and a record may refer to it", async (count) => {
    const client = await greta();
    const names = unread.slice(0, count);
    expect(await client.list("dns.fqdn", { value_list: names })).toEqual([]);
    const draft = await planCsv("dns.fqdn", [{ text: rows(names) }], {
      client,
      toAscii,
      say: world.say,
      valueSpec,
    });
    expect((await rejectedOf(draft, client)).map(({ reason }) => reason)).toEqual(
      names.map(
        (name) =>
          `FQDN exists already: ${name} You may not read it. Do not create it: name it where it is needed. (-20030/1)`,
      ),
    );
    const [own] = await client.list("dns.fqdn", { is_own: true, type: "domain", fetch_limit: 1 });
    const record = { fqdn: textIn(own?.["value"]), type: "MX", data: `10 ${unread[0] ?? ""}` };
    expect((await client.run([{ name: "dns.record.create", new: record }], true)).ok).toBe(true);
  });

  it("is treated as another value for an account that may read it", async () => {
    const { client } = world;
    const step = { name: "dns.fqdn.create", new: { value: unread[0] ?? "", type: "extern" } };
    const outcome = await client.run([step], true);
    expect(outcome).toMatchObject({ ok: false, fault: { hint: "Choose another value." } });
  });

  it("[PERM-51] is reported as deleted or unreadable if a gpk names it", async () => {
    const [row] = await world.client.list("dns.fqdn", { value: unread[0] ?? "" });
    const step = { name: "cntl.pin.create", new: { login_name: "greta", object_gfk: row?.["gpk"] ?? null } };
    const outcome = await (await greta()).run([step], true);
    expect(outcome).toMatchObject({
      ok: false,
      fault: {
        hint: "It was deleted in the meantime, or you may not read it: ask whoever manages it, or an administrator of the network.",
      },
    });
  });
});
