import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defineObjectType, type Definition, type ObjectTypeSpec } from "../../../server/catalogue/define.ts";
import { catalogueOf, loadCatalogue } from "../../../server/catalogue/load.ts";
import { checkBehaviours } from "../../../server/wapi/behaviour.ts";

const catalogue = await loadCatalogue();

const name = { type: "text_id", label: { de: "Name", en: "Name" } } as const;
const rack: ObjectTypeSpec = {
  name: "nd.rack",
  gpk: "rack",
  label: { de: "Schrank", en: "Rack" },
  description: { de: "Netzwerkschrank", en: "Network rack" },
  attributes: { name },
  key: ["name"],
  title: ["name"],
  functions: { create: {} },
  own: null,
  read: "all",
  write: {},
};

function load(...specs: readonly ObjectTypeSpec[]): () => unknown {
  return () => catalogueOf(new Map(specs.map((spec) => [spec.name, spec])));
}

describe("definitions", () => {
  it("a key or title that names no attribute does not compile", () => {
    const typos = (): unknown => [
      // @ts-expect-error the attribute is called name
      defineObjectType({ ...rack, attributes: { name }, key: ["nmae"] }),
      // @ts-expect-error the attribute is called name
      defineObjectType({ ...rack, attributes: { name }, title: ["titel"] }),
    ];
    expect(typos).toBeTypeOf("function");
  });

  it("[OBJ-04] types, attributes and parameters have texts in both languages", () => {
    const missing = [...catalogue.types.values()].flatMap(({ spec, attributes }) => {
      const extras = [
        ...Object.values(spec.functions.create?.extra ?? {}),
        ...Object.values(spec.filters ?? {}),
      ];
      const texts = [...attributes.values(), ...extras].flatMap(({ label, help }) => [label, help ?? label]);
      return [spec.label, spec.description, ...texts].some(
        ({ de, en }) => de.trim() === "" || en.trim() === "",
      )
        ? [spec.name]
        : [];
    });
    expect(missing).toEqual([]);
  });

  it("every expected type exists", () => {
    const names = [...catalogue.types.keys()];
    for (const name of [
      "nd.bcd",
      "nd.room",
      "org.unit",
      "cntl.mgr",
      "dns.fqdn",
      "dns.record",
      "dns.ip_addr",
      "dhcp.bcd_setting",
      "wapi.change_log",
    ]) {
      expect(names).toContain(name);
    }
  });
});

describe("what a definition leaves out", () => {
  const bare = defineObjectType({
    name: "nd.slot",
    gpk: "slot",
    label: { de: "Platz", en: "Slot" },
    description: { de: "Platz", en: "Slot" },
    attributes: {
      name,
      rack: { ref: { to: "nd.rack" } },
      rack_gfk: { ref: { to: "nd.rack", by: "gpk" } },
    },
    key: ["name"],
    read: "all",
  });
  const completed = (definition: Definition) =>
    catalogueOf(
      new Map<string, Definition>([
        ["nd.rack", rack],
        [definition.name, definition],
      ]),
    ).type(definition.name);

  it("a table is written by holders of rw, shows its key, and nobody has own rows", () => {
    expect(completed(bare).spec).toMatchObject({ title: ["name"], own: null, write: {} });
    expect([...completed(bare).operations].sort()).toEqual([
      "bulk_update",
      "create",
      "delete",
      "list",
      "update",
    ]);
  });

  it("rows whose attributes are all given at their creation are never updated", () => {
    const link = completed({ ...bare, attributes: { name: { ...name, createOnly: true } } });
    expect([...link.operations].sort()).toEqual(["create", "delete", "list"]);
  });

  it("rows that no function writes belong to the server", () => {
    const type = completed({ ...bare, source: "metadata" });
    expect(type.spec).toMatchObject({ functions: {}, write: "nobody" });
    expect([...type.attributes.values()].filter(({ isWritable }) => isWritable)).toEqual([]);
  });

  it("a reference has the type and label of what it refers to", () => {
    const { attributes } = completed(bare);
    expect(attributes.get("rack")).toMatchObject({ type: "text_id", label: rack.label });
    expect(attributes.get("rack_gfk")).toMatchObject({ type: "gpk", label: rack.label });
  });
});

describe("references", () => {
  const references = [...catalogue.types.values()].flatMap((type) => type.references);

  it.each([
    ["api_fkey_nd_ip_subnet_bcd", "nd.ip_subnet", "nd.bcd"],
    ["api_fkey_nd_vlan_bcd", "nd.vlan", "nd.bcd"],
    ["api_fkey_cntl_mgr2group_group", "cntl.mgr2group", "cntl.group"],
    ["api_fkey_cntl_mgr2group_mgr", "cntl.mgr2group", "cntl.mgr"],
    ["api_fkey_cntl_mgr_parent_mgr", "cntl.mgr", "cntl.mgr"],
    ["api_fkey_cntl_group_parent_group", "cntl.group", "cntl.group"],
    ["api_fkey_nd_room_bldg", "nd.room", "nd.bldg"],
    ["api_fkey_dns_record_fqdn", "dns.record", "dns.fqdn"],
    ["api_fkey_dns_record_target_fqdn", "dns.record", "dns.fqdn"],
    ["api_fkey_cntl_wapi_auth2role_wapi_auth", "cntl.wapi_auth2role", "cntl.wapi_auth"],
    ["api_fkey_cntl_ot_lang_attr_def_object_type", "cntl.ot_lang_attr_def", "wapi.object_type"],
  ])("%s leads from %s to %s", (name, from, to) => {
    expect(references.find((one) => one.name === name)).toMatchObject({ from, to });
  });

  it("names are used once", () => {
    const names = [
      ...references.map(({ name }) => name),
      ...[...catalogue.types.values()].flatMap(({ spec }) => (spec.relations ?? []).map(({ name }) => name)),
    ];
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it("computed ones serve joins only, stored ones block deletion", () => {
    const enforced = new Map(references.map(({ name, isEnforced }) => [name, isEnforced]));
    expect(enforced.get("api_fkey_dns_record_target_fqdn")).toBe(true);
    expect(enforced.get("api_fkey_dns_record_zone")).toBe(false);
    expect(enforced.get("api_fkey_dns_fqdn_parent")).toBe(false);
    expect(catalogue.type("dns.fqdn").referencedBy.map(({ name }) => name)).toContain(
      "api_fkey_dns_record_target_fqdn",
    );
  });
});

describe("inconsistencies are reported at start", () => {
  it.each<[string, ObjectTypeSpec, RegExp]>([
    [
      "an unknown key",
      { ...rack, key: ["nmae"] } as unknown as ObjectTypeSpec,
      /nd\.rack, key: nmae is no attribute\. Write name, if/,
    ],
    [
      "an unknown target",
      { ...rack, attributes: { name: { ...name, ref: { to: "nd.row" } } } },
      /nd\.rack, name: it refers to the unknown type nd\.row/,
    ],
    ["a bad prefix", { ...rack, gpk: "ra-ck" }, /gpk prefix ra-ck must be letters/],
    ["[ROUTE-66] a prefix with a dot", { ...rack, gpk: "ra.ck" }, /gpk prefix ra\.ck must be letters/],
    [
      "a missing composite",
      { ...rack, attributes: { name: { ...name, partOf: "row" } } },
      /part of row, which is no composite/,
    ],
    [
      "a parameter that names an unknown type",
      { ...rack, functions: { create: { extra: { row: { ...name, names: "nd.row" } } } } },
      /nd\.rack, row: it refers to the unknown type nd\.row/,
    ],
    [
      "a parameter that makes what nothing refers to",
      {
        ...rack,
        functions: { create: { extra: { row: { ...name, makes: { reference: "name", attribute: "x" } } } } },
      },
      /nd\.rack, row: makes names name, which is no reference/,
    ],
    [
      "a parameter that gives an unknown attribute, by an unknown one",
      {
        ...rack,
        attributes: { name, up: { ...name, nullable: true, ref: { to: "nd.rack" } } },
        functions: {
          create: {
            extra: {
              row: {
                ...name,
                makes: { reference: "up", attribute: "colour", unasked: { by: "kind", values: {} } },
              },
            },
          },
        },
      },
      /nd\.rack, row: makes names colour, which nd\.rack does not have.*\n.*row: makes names kind, which is no attribute/,
    ],
    [
      "an address by an unknown attribute",
      { ...rack, attributes: { name: { ...name, addressBy: { attribute: "kind", families: {} } } } },
      /nd\.rack, name: addressBy names kind, which is no attribute/,
    ],
    [
      "a text made of an unknown attribute",
      { ...rack, attributes: { name: { ...name, madeOf: ["{kind}-1"] } } },
      /nd\.rack, name: madeOf names kind, which is no attribute/,
    ],
    [
      "a flag of an unknown attribute",
      { ...rack, attributes: { name: { ...name, isGiven: "kind" } } },
      /nd\.rack, name: isGiven names kind, which is no attribute/,
    ],
  ])("%s", (_, spec, message) => {
    expect(load(spec)).toThrow(message);
  });

  it("a prefix that belongs to another type", () => {
    expect(load(rack, { ...rack, name: "nd.shelf" })).toThrow(/the gpk prefix rack belongs to nd\.rack/);
  });

  it("a file without a definition is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "objects-"));
    writeFileSync(join(folder, "empty.ts"), "export default 5;\n");
    await expect(loadCatalogue([folder])).rejects.toThrow(/empty\.ts exports no object type/);
    rmSync(folder, { recursive: true });
  });

  it.each<[string, string, readonly string[] | null, RegExp]>([
    ["that is none", "5", [], /thing\.behaviour\.ts exports no behaviour/],
    ["of no type", "{}", null, /thing\.behaviour\.ts is the behaviour of no object type/],
    ["with a member that nobody calls", "{ chekc() {} }", [], /nd\.rack: the behaviour has members/],
    ["without a function of the definition", "{}", ["move"], /names the functions \(move\)/],
    ["with another function", "{ functions: { turn: {} } }", [], /the behaviour has \(turn\)/],
  ])("a behaviour %s is named", async (_, behaviour, named, message) => {
    const folder = mkdtempSync(join(tmpdir(), "objects-"));
    const more = Object.fromEntries((named ?? []).map((one) => [one, { label: rack.label }]));
    const definition = JSON.stringify({ ...rack, functions: { create: {}, more } });
    if (named !== null) writeFileSync(join(folder, "thing.ts"), `export default ${definition};\n`);
    writeFileSync(join(folder, "thing.behaviour.ts"), `export default ${behaviour};\n`);
    const loaded = async (): Promise<void> => {
      checkBehaviours(await loadCatalogue([folder]));
    };
    await expect(loaded()).rejects.toThrow(message);
    rmSync(folder, { recursive: true });
  });
});
