import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Json } from "#contract/wire/json";
import {
  codeOf,
  detailsOf,
  rowsOf,
  smallWorld,
  type Said,
  type SentStep,
  type SmallWorld,
} from "../support/small-world.ts";

const T = "ab1234-dns";
let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

interface Entry {
  readonly type: string;
  readonly data_list: readonly Json[];
  readonly ttl?: number | null;
}
const imp = (fqdn: string, entries: readonly Entry[], more: Record<string, Json> = {}): SentStep => ({
  name: "dns.record.imp",
  new: { fqdn, import_data: { "dns.record_imp": entries.map((entry) => ({ ...entry })) }, ...more },
});
const run = (login: string, ...steps: readonly SentStep[]) => world.execute(login, steps);
const pick = (said: Said, at: number, ...names: readonly string[]) =>
  rowsOf(said, at).map((row) => names.map((name) => row[name]));

describe("dns.record.imp", () => {
  it("creates the name if it is missing and one record for each element, in their order", async () => {
    const said = await run(
      T,
      imp("one.example.com.", [
        { type: "A", data_list: ["198.51.100.21", "198.51.100.20"], ttl: 60 },
        { type: "TXT", data_list: ["b", "a"] },
        { type: "MX", data_list: ["10 One.Example.COM"] },
      ]),
      { name: "dns.fqdn.list", old: { value: "one.example.com." } },
    );
    expect(pick(said, 0, "type", "data", "ttl")).toEqual([
      ["A", "198.51.100.21", 60],
      ["A", "198.51.100.20", 60],
      ["TXT", "b", null],
      ["TXT", "a", null],
      ["MX", "10 one.example.com.", null],
    ]);
    expect(rowsOf(said, 1)).toMatchObject([{ type: "domain", record_count: 5 }]);
  });

  it("keeps existing records without strict mode and refuses them in it, and answers a row for each element", async () => {
    const entries = [{ type: "TXT", data_list: ["a", "new", "a"], ttl: 99 }];
    const strict = await run(T, imp("one.example.com.", entries, { strict_mode: true }));
    expect([codeOf(strict), detailsOf(strict)]).toMatchObject([
      "-20030/1",
      {
        object_fq_name: "dns.record",
        attribute_list: ["fqdn", "type", "data"],
        value_list: ["one.example.com.", "TXT", "a"],
      },
    ]);
    const kept = await run(T, imp("one.example.com.", entries), { name: "wapi.change_log.list" });
    expect(pick(kept, 0, "data")).toEqual([["a"], ["new"], ["a"]]);
    const twice = await run(
      T,
      imp("one.example.com.", [{ type: "TXT", data_list: ["c", "c"] }], { strict_mode: true }),
    );
    expect(codeOf(twice)).toBe("-20030/1");
  });

  it("keeps a reference without data in strict mode too, even if another account created it", async () => {
    const reference = (strict: boolean) =>
      imp("ns1.partner.example.net.", [{ type: "REF-FQDN", data_list: [null] }], {
        fqdn_type: "nameserver_extref",
        strict_mode: strict,
      });
    for (const [login, strict] of [
      [T, true],
      ["greta", true],
      ["greta", false],
    ] as const) {
      const said = await run(login, reference(strict));
      expect(pick(said, 0, "type", "data", "fqdn_type")).toEqual([["REF-FQDN", null, "nameserver_extref"]]);
    }
    expect(codeOf(await run("ab1234-none", reference(true)))).toBe("200");
    const other = imp("ns9.partner.example.net.", [{ type: "REF-FQDN", data_list: [null] }], {
      fqdn_type: "nameserver_extref",
    });
    expect(codeOf(await run("ab1234-none", other))).toBe("-20010/1");
  });

  it("[API-61] runs for rows of a table, all together", async () => {
    const table = Array.from({ length: 300 }, (_, n) => ({
      name: `bulk${String(n)}.example.com.`,
      data: { "dns.record_imp": [{ type: "TXT", data_list: [`text ${String(n)}`] }] },
    }));
    const steps = (rows: Json): readonly SentStep[] => [
      { idx: "t", name: "tmp.generic_object.list", old: { _dict_list: rows } },
      {
        idx: "imp",
        name: "dns.record.imp",
        new: { strict_mode: true },
        new_ref_params: [{ idx: "t", params: { fqdn: "name", import_data: "data" } }],
      },
    ];
    const said = await run(T, ...steps(table));
    expect(pick(said, 1, "fqdn", "data")).toEqual(table.map(({ name }, n) => [name, `text ${String(n)}`]));
    const again = await run(T, ...steps([{ ...table[0], name: "fresh.example.com." }, ...table]));
    expect(codeOf(again)).toBe("-20030/1");
    expect(again.ok ? null : again.exception.traceback?.transaction_statement).toEqual({
      idx: "imp",
      position: 1,
      name: "dns.record.imp",
      execution: 1,
    });
    expect(rowsOf(await world.get(T, "dns.fqdn.list", { value: "fresh.example.com." }))).toEqual([]);
  });

  it("several imports in one call see the results of earlier ones", async () => {
    const said = await run(
      T,
      imp("target.example.com.", [{ type: "A", data_list: ["198.51.100.30"] }]),
      imp("alias.example.com.", [{ type: "CNAME", data_list: ["target.example.com."] }]),
      imp("below.target.example.com.", [{ type: "NS", data_list: ["target.example.com."] }]),
    );
    expect(pick(said, 1, "fqdn_type", "target_fqdn")).toEqual([["alias", "target.example.com."]]);
    const early = await run(
      T,
      imp("early.example.com.", [{ type: "CNAME", data_list: ["later.example.com."] }]),
      imp("later.example.com.", [{ type: "A", data_list: ["198.51.100.31"] }]),
    );
    expect([codeOf(early), detailsOf(early)["value"]]).toEqual(["-20020/2", "later.example.com."]);
  });

  it.each<readonly [string, SentStep, string, Record<string, Json>]>([
    [
      "two aliases of one name",
      imp("x.example.com.", [{ type: "CNAME", data_list: ["one.example.com.", "example.com."] }]),
      "-20060/4",
      {},
    ],
    [
      "a record beside an alias",
      imp("x.example.com.", [
        { type: "TXT", data_list: ["x"] },
        { type: "CNAME", data_list: ["one.example.com."] },
      ]),
      "-20060/4",
      {},
    ],
    [
      "a record that fits no reference name",
      imp("x.example.net.", [{ type: "TXT", data_list: ["x"] }], { fqdn_type: "extern" }),
      "-20030/3",
      {},
    ],
    [
      "a type of record that is none",
      imp("x.example.com.", [{ type: "WKS", data_list: ["x"] }]),
      "-20020/2",
      { attribute: "type" },
    ],
    [
      "a type of name that is none",
      imp("x.example.com.", [{ type: "TXT", data_list: ["x"] }], { fqdn_type: "none" }),
      "-20020/2",
      { attribute: "type" },
    ],
    [
      "data that is none",
      imp("x.example.com.", [{ type: "A", data_list: ["x"] }]),
      "-20040/5",
      { parameter: "data" },
    ],
    [
      "null where data is wanted",
      imp("x.example.com.", [{ type: "A", data_list: [null] }]),
      "-20040/2",
      { parameter: "data" },
    ],
    [
      "a ttl that is none",
      imp("x.example.com.", [{ type: "TXT", data_list: ["x"], ttl: 2_147_483_648 }]),
      "-20040/6",
      { max: 2_147_483_647 },
    ],
    [
      "no entry",
      { name: "dns.record.imp", new: { fqdn: "x.example.com.", import_data: {} } },
      "-20040/1",
      { parameter: "import_data.dns.record_imp" },
    ],
    [
      "another member",
      {
        name: "dns.record.imp",
        new: {
          fqdn: "x.example.com.",
          import_data: { "dns.record_imp": [{ type: "A", data_list: [], data: "x" }] },
        },
      },
      "-20900/4",
      { parameter: "import_data.dns.record_imp.0.data" },
    ],
    [
      "an entry without type",
      {
        name: "dns.record.imp",
        new: { fqdn: "x.example.com.", import_data: { "dns.record_imp": [{ data_list: [] }] } },
      },
      "-20040/1",
      {},
    ],
    [
      "an entry that is no object",
      { name: "dns.record.imp", new: { fqdn: "x.example.com.", import_data: { "dns.record_imp": [1] } } },
      "-20040/3",
      {},
    ],
    [
      "a list that is none",
      {
        name: "dns.record.imp",
        new: { fqdn: "x.example.com.", import_data: { "dns.record_imp": [{ type: "A", data_list: "x" }] } },
      },
      "-20040/3",
      {},
    ],
    ["no name", { name: "dns.record.imp", new: { import_data: {} } }, "-20040/1", { parameter: "fqdn" }],
  ])("%s is refused, and nothing is made", async (_, step, code, wanted) => {
    const said = await run("ada", step);
    expect([codeOf(said), detailsOf(said)]).toMatchObject([code, wanted]);
    expect(rowsOf(await world.get("ada", "dns.fqdn.list", { value: "x.example.com." }))).toEqual([]);
  });

  it("[API-40] a missing right names the step of the client, and all the rights that it needs", async () => {
    const entries = [{ type: "A", data_list: ["203.0.113.7"] }];
    const said = await run(T, { ...imp("new.example.org.", entries), idx: "i" });
    expect([codeOf(said), detailsOf(said)]).toMatchObject([
      "-20010/1",
      {
        function: "dns.record.imp",
        object_fq_name: "dns.record",
        key: { fqdn: "new.example.org." },
        required_permission_list: ["dns.rw:record", "dns.rw:fqdn"],
        required_permission_set_list: [["dns.rw:record", "dns.rw:fqdn"]],
        required_role_list: ["admin", "dns_admin"],
      },
    ]);
    const record = await run(T, {
      name: "dns.record.create",
      new: { fqdn: "new.example.org.", fqdn_type: "domain", type: "A", data: "203.0.113.7" },
    });
    expect(detailsOf(record)).toMatchObject({
      function: "dns.record.create",
      object_fq_name: "dns.record",
      key: { fqdn: "new.example.org.", type: "A", data: "203.0.113.7" },
      required_permission_list: ["dns.rw:record", "dns.rw:fqdn"],
      required_assignment_list: [
        { object_fq_name: "dns.fqdn", key: { value: "example.org." }, is_met: false },
        { object_fq_name: "nd.bcd", key: { name: "scc-other-1" }, is_met: false },
      ],
    });
    const foreign = await run("greta", imp("one.example.com.", [{ type: "TXT", data_list: ["a"] }]));
    expect([codeOf(foreign), detailsOf(foreign)]).toMatchObject([
      "-20010/1",
      { function: "dns.record.imp", key: { fqdn: "one.example.com.", type: "TXT", data: "a" } },
    ]);
  });

  it("[API-57] works as a single call, and has a row in the metadata", async () => {
    const { new: values = {} } = imp("single.example.com.", [{ type: "TXT", data_list: ["x"] }]);
    expect(rowsOf(await world.post(T, "dns.record.imp", { new: values }))).toMatchObject([{ data: "x" }]);
    const [row] = rowsOf(await world.get(T, "wapi.function.list", { fq_name: "dns.record.imp" }));
    expect(row).toMatchObject({
      is_data_manipulating: true,
      parameters: {
        fqdn: { new: { isRequired: true } },
        strict_mode: { new: { isRequired: false, data_default: false } },
        import_data: { data_type: "json_object", new: { isRequired: true } },
      },
    });
  });
});
