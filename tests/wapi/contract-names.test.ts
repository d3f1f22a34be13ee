import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json, Params, Row } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  failedStep,
  rowsOf,
  smallWorld,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const fqdn = (value: string, more: Params = {}): SentStep => ({
  name: "dns.fqdn.create",
  new: { value, ...more },
});
const record = (name: string, type: string, data: string | null, more: Params = {}): SentStep => ({
  name: "dns.record.create",
  new: { fqdn: name, type, data, ...more },
});
const gone = (name: string, type: string, data: string | null): SentStep => ({
  name: "dns.record.delete",
  old: { fqdn: name, type, data },
});
const names = (...value_list: readonly string[]): SentStep => ({
  name: "dns.fqdn.list",
  old: { value_list: [...value_list], sorting_params_list: ["value"] },
});
const records = (old: Params): SentStep => ({ name: "dns.record.list", old });
const picked = (rows: readonly Row[], ...attributes: readonly string[]): readonly (readonly Json[])[] =>
  rows.map((row) => attributes.map((name) => row[name] ?? null));

/** Rows of the last step. */
async function last(...steps: readonly SentStep[]): Promise<readonly Row[]> {
  return rowsOf(await world.dry("ada", ...steps), steps.length - 1);
}

/** Code of the refusal, position of the refused step, and the requested details. */
async function refused(
  steps: readonly SentStep[],
  ...members: readonly string[]
): Promise<readonly unknown[]> {
  const said = await world.dry("ada", ...steps);
  return [codeOf(said), failedStep(said)?.position, ...members.map((name) => detailsOf(said)[name])];
}

describe("names and their consequences (wire contract 7.6)", () => {
  it("a name that gets a CNAME as its first record is an alias, and without the CNAME is a domain again", async () => {
    const a = "a.example.com.";
    const steps = [fqdn(a), record(a, "CNAME", "example.com.")];
    expect(picked(await last(...steps, names(a)), "type", "record_count")).toEqual([["alias", 1]]);
    const without = await last(...steps, gone(a, "CNAME", "example.com."), names(a));
    expect(picked(without, "type", "record_count")).toEqual([["domain", 0]]);
  });

  it.each<readonly [string, string, string, string | null]>([
    ["alias", "example.com.", "TXT", "x"],
    ["extern", "example.net.", "TXT", "x"],
    ["extern", "example.net.", "CNAME", "example.com."],
    ["nameserver_extref", "example.net.", "A", "192.0.2.1"],
  ])("a name of type %s in %s takes no %s", async (type, zone, recordType, data) => {
    const name = `x.${zone}`;
    const said = await refused([fqdn(name, { type }), record(name, recordType, data)], "rule");
    expect(said).toEqual(["-20030/3", 1, "type_fits_name"]);
  });

  it("zone, parent and path are the nearest names, even several labels up, as names between them are created and deleted", async () => {
    const [low, a, b] = ["c.b.a.example.com.", "a.example.com.", "b.a.example.com."];
    const place = async (...between: readonly SentStep[]): Promise<readonly Json[] | undefined> => {
      const [row] = await last(fqdn(low), ...between, names(low));
      const path = row?.["hierarchy_gfk_list"];
      expect([path].flat().at(-1)).toBe(row?.["gpk"]);
      return [row?.["zone"] ?? null, row?.["parent"] ?? null, Array.isArray(path) ? path.length : 0];
    };
    expect(await place()).toEqual(["example.com.", "example.com.", 2]);
    expect(await place(fqdn(a))).toEqual(["example.com.", a, 3]);
    expect(await place(fqdn(a), fqdn(b, { is_zone_apex: true }))).toEqual([b, b, 4]);
    const removed: SentStep = { name: "dns.fqdn.delete", old: { value: a } };
    expect(await place(fqdn(a), fqdn(b), removed)).toEqual(["example.com.", b, 3]);
    const outside = await last(fqdn("x.example.net."), names("x.example.net."));
    expect(picked(outside, "zone", "parent")).toEqual([[null, null]]);
  });

  it("[PERM-56] owners of the nearest name above a new name and of names further above create it, others do not", async () => {
    const [own, low] = ["own.example.com.", "low.own.example.com."];
    const link = { fqdn: own, group_name: "other" };
    rowsOf(await world.execute("ada", [fqdn(own), fqdn(low), { name: "dns.fqdn2group.create", new: link }]));
    const create = async (login: string, name: string): Promise<string> =>
      codeOf(await world.dry(login, fqdn(name)));
    for (const name of [`x.${own}`, `x.${low}`, `x.y.${low}`])
      expect([name, await create("greta", name), await create("ab1234", name)]).toEqual([name, "200", "200"]);
    expect([await create("greta", "x.example.com."), await create("ab1234", "x.example.com.")]).toEqual([
      "-20010/1",
      "200",
    ]);
    rowsOf(
      await world.execute("ada", [
        { name: "dns.fqdn2group.delete", old: link },
        ...[low, own].map((value): SentStep => ({ name: "dns.fqdn.delete", old: { value } })),
      ]),
    );
  });
});

describe("records and their names (wire contract 7.6)", () => {
  const missing = "m.example.com.";

  it("attributes that are given for the name apply only to a new name", async () => {
    const said = await last(
      record("example.com.", "TXT", "x", { fqdn_type: "alias", fqdn_description: "no" }),
    );
    expect(picked(said, "fqdn_type", "fqdn_description")).toEqual([["domain", null]]);
  });

  it.each<readonly [string, SentStep, readonly Json[]]>([
    ["fqdn_type", record(missing, "TXT", "x", { fqdn_type: "domain" }), ["domain", null]],
    ["fqdn_description", record(missing, "TXT", "x", { fqdn_description: "d" }), ["domain", "d"]],
    ["a CNAME", record(missing, "CNAME", "example.com."), ["alias", null]],
  ])("a missing name is made by %s", async (_, step, made) => {
    expect(picked(await last(step), "fqdn_type", "fqdn_description")).toEqual([made]);
  });

  it("a missing name that no rule creates is refused as a missing reference, like a missing target", async () => {
    const details = ["attribute", "value"];
    expect(await refused([record(missing, "TXT", "x")], ...details)).toEqual([
      "-20020/2",
      0,
      "fqdn",
      missing,
    ]);
    expect(await refused([record("example.com.", "MX", `10 ${missing}`)], ...details)).toEqual([
      "-20020/2",
      0,
      "data",
      missing,
    ]);
  });

  it("a record that creates a name needs the right to create names, and the name stays without its last record", async () => {
    const step = record("m.example.org.", "TXT", "x", { fqdn_type: "domain" });
    expect(codeOf(await world.dry("otto", step))).toBe("-20010/1");
    const left = await last(step, gone("m.example.org.", "TXT", "x"), names("m.example.org."));
    expect(picked(left, "record_count")).toEqual([[0]]);
  });

  it("a name that others refer to cannot be deleted and keeps its last record, except outside all zones", async () => {
    const [name, outside] = ["t.example.com.", "t.example.net."];
    const pointed = [fqdn(name), record(name, "TXT", "x"), record("example.com.", "MX", `10 ${name}`)];
    const children = [{ object_fq_name: "dns.record", attribute_list: ["target_fqdn"], count: 1 }];
    const removal: SentStep = { name: "dns.fqdn.delete", old: { value: name } };
    for (const steps of [
      [...pointed, gone(name, "TXT", "x")],
      [pointed[0], pointed[2], removal],
    ]) {
      const said = await world.dry("ada", ...steps.filter((step) => step !== undefined));
      expect([codeOf(said), detailsOf(said)["child_list"]]).toMatchObject(["-20030/2", children]);
    }
    const extern = [
      fqdn(outside, { type: "extern" }),
      record(outside, "REF-FQDN", null),
      record("example.com.", "MX", `10 ${outside}`),
    ];
    expect(await last(...extern, gone(outside, "REF-FQDN", null))).toHaveLength(1);
  });

  it("exactly one target is stored, and the name is marked as a name server", async () => {
    const server = "n.example.com.";
    const rows = await last(
      fqdn(server),
      record(server, "A", "198.51.100.99"),
      record(server, "REF-FQDN", null),
      record("example.com.", "NS", server),
      record("example.com.", "TXT", "x"),
      records({ sorting_params_list: ["type"] }),
    );
    const targets = ["target_ipaddr", "target_fqdn", "target_data_unref", "host_is_nws"];
    expect(picked(rows, "type", ...targets)).toEqual([
      ["A", "198.51.100.99", null, null, true],
      ["NS", null, server, null, false],
      ["REF-FQDN", null, null, null, true],
      ["TXT", null, null, "x", false],
    ]);
  });
});

describe("records and their places (wire contract 7.6)", () => {
  const [name, cut, server] = ["s.example.com.", "d.example.com.", "ns.example.org."];
  const apex = (value: string, is_zone_apex: boolean): SentStep => ({
    name: "dns.fqdn.update",
    old: { value },
    new: { is_zone_apex },
  });
  const removed = (value: string): SentStep => ({ name: "dns.fqdn.delete", old: { value } });
  const delegated = [fqdn(cut), fqdn(server), record(cut, "NS", server)];
  const below = (type: string, data: string | null, at = `w.${cut}`): SentStep =>
    record(at, type, data, { fqdn_type: "domain" });

  it.each<readonly [string, readonly SentStep[], string, readonly string[]]>([
    ["a CNAME at an apex", [record("example.com.", "CNAME", "example.org.")], "example.com.", []],
    ["a CNAME to itself", [fqdn(name), record(name, "CNAME", name)], name, ["CNAME"]],
    [
      "a CNAME that is turned to itself",
      [
        record(name, "CNAME", "example.org."),
        {
          name: "dns.record.update",
          old: { fqdn: name, type: "CNAME", data: "example.org." },
          new: { data: name },
        },
      ],
      name,
      ["CNAME"],
    ],
    ["an apex at an alias", [record(name, "CNAME", "example.org."), apex(name, true)], name, ["CNAME"]],
    ["text at a delegation", [...delegated, record(cut, "TXT", "x")], cut, ["NS"]],
    ["text below a delegation", [...delegated, below("TXT", "x")], cut, ["NS"]],
    ["an alias below a delegation", [...delegated, below("CNAME", "example.org.")], cut, ["NS"]],
    ["a delegation below a delegation", [...delegated, below("NS", server)], cut, ["NS"]],
    ["an address of another host below", [...delegated, below("A", "198.51.100.40")], cut, ["NS"]],
    [
      "an import below",
      [
        ...delegated,
        {
          name: "dns.record.imp",
          new: {
            fqdn: `w.${cut}`,
            fqdn_type: "domain",
            strict_mode: true,
            import_data: { "dns.record_imp": [{ type: "TXT", data_list: ["x"] }] },
          },
        },
      ],
      cut,
      ["NS"],
    ],
    [
      "a delegation over text",
      [fqdn(cut), fqdn(server), below("TXT", "x"), record(cut, "NS", server)],
      cut,
      ["TXT"],
    ],
    [
      "the end of a zone with name servers and text",
      [
        fqdn(cut, { is_zone_apex: true }),
        fqdn(server),
        record(cut, "NS", server),
        below("TXT", "x"),
        apex(cut, false),
      ],
      cut,
      ["TXT"],
    ],
    ...[apex(`z.${cut}`, false), removed(`z.${cut}`)].map(
      (end) =>
        [
          `the end of a zone below a delegation (${end.name})`,
          [...delegated, fqdn(`z.${cut}`, { is_zone_apex: true }), below("TXT", "x", `t.z.${cut}`), end],
          cut,
          ["TXT"],
        ] as const,
    ),
  ])("%s is refused", async (_, steps, at, types) => {
    expect(await refused(steps, "fqdn", "type_list")).toEqual(["-20060/4", steps.length - 1, at, types]);
  });

  it.each<readonly [string, readonly SentStep[]]>([
    ["more name servers", [...delegated, record(cut, "NS", "example.org.")]],
    ["DS", [...delegated, record(cut, "DS", `1 13 2 ${"ab".repeat(32)}`)]],
    ["a bare reference", [...delegated, below("REF-FQDN", null)]],
    [
      "addresses of its name servers, before or after them",
      [
        fqdn(cut),
        below("A", "198.51.100.40", `ns1.${cut}`),
        below("AAAA", "2001:db8:47:11::40", `ns2.${cut}`),
        record(cut, "NS", `ns1.${cut}`),
        record(cut, "NS", `ns2.${cut}`),
        record(`ns2.${cut}`, "A", "198.51.100.41"),
      ],
    ],
    [
      "everything in a zone of ours below",
      [...delegated, fqdn(`z.${cut}`, { is_zone_apex: true }), below("TXT", "x", `t.z.${cut}`)],
    ],
    [
      "what was in a zone without name servers",
      [fqdn(`z.${name}`, { is_zone_apex: true }), below("TXT", "x", `t.z.${name}`), apex(`z.${name}`, false)],
    ],
    ["name servers of a zone", [fqdn(server), record("example.com.", "NS", server), below("TXT", "x")]],
  ])("%s is allowed", async (_, steps) => {
    expect(codeOf(await world.dry("ada", ...steps))).toBe("200");
  });

  it("a name has one record of a singleton type", async () => {
    const steps = [fqdn(name), record(name, "DNAME", "example.com."), record(name, "DNAME", "example.org.")];
    expect(await refused(steps, "attribute_list")).toEqual(["-20030/1", 2, ["fqdn", "type"]]);
    expect(await refused([...steps.slice(0, 2), record(name, "CNAME", "example.org.")])).toEqual([
      "-20060/4",
      2,
    ]);
  });

  it("a BCD contains its addresses, other records of their names, and aliases of them", async () => {
    const steps = [
      record("example.com.", "A", "198.51.100.90"),
      record("example.com.", "TXT", "x"),
      fqdn(name),
      record(name, "MX", "10 example.com."),
      record("c.example.com.", "CNAME", "example.com."),
    ];
    const found = async (old: Params): Promise<readonly Json[]> =>
      picked(await last(...steps, records({ ...old, sorting_params_list: ["type"] })), "type").flat();
    expect(await found({ bcd: "scc-net-web-1" })).toEqual(["A", "CNAME", "TXT"]);
    expect(await found({ bcd_list: ["scc-net-web-1", "scc-other-1"] })).toEqual(["A", "CNAME", "TXT"]);
    expect(await found({ bcd: "scc-other-1" })).toEqual([]);
    expect(await found({ is_in_bcd: false })).toEqual(["MX"]);
    expect(await found({ target_cidr: "198.51.100.0/25" })).toEqual(["A"]);
    expect(await found({ target_cidr: "198.51.100.0/26" })).toEqual([]);
  });
});
