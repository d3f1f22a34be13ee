import { describe, expect, it } from "vitest";
import type { ImportStep } from "#imports/shared/steps";
import { IMPORT_KINDS, kindOf, type ImportKind } from "#imports/kind";
import { plannedOf } from "../../../src/views/import/planned-steps.ts";
import { valueSpecOf } from "../../../src/views/import/value-spec.ts";
import { sketchCatalogue } from "../core/metadata.ts";

const TEXTS: Readonly<Record<ImportKind, readonly string[]>> = {
  kea: [
    '{ "Dhcp4": { "subnet4": [] } }',
    '// comment\n{\n  "Dhcp6": {} }',
    '{ "Control-agent": {}, "Dhcp4": {} }',
  ],
  netbox: [
    "[]",
    ' \n\t[{ "prefix": "10.0.0.0/8" }]',
    '{ "results": [] }',
    '{ "Dhcp5": {} }',
    "name,slug,latitude\nNord,nord,49",
    'sep=;\r\n"ID";"Name";"Device";"Enabled"\r\n1;e1;sw1;True',
    "ID,VID,Name,Site",
  ],
  "isc-dhcp": [
    "subnet 10.0.0.0 netmask 255.0.0.0 { }",
    "# comment\n  subnet6 2001:db8::/32\n{ }",
    "ddns-update-style none;\nshared-network lab {",
    "host pc1 { hardware ethernet 00:00:00:00:00:01; }",
    "host  pc1{ }",
    "host pc1  { }",
    "subnet6 \t2001:db8::/32{ }",
    "option  domain-name-servers 10.0.0.1;",
    '  option domain-name "example.org";',
  ],
  zone: [
    "$ORIGIN example.org.",
    "; comment\n  $ttl 3600",
    "$INCLUDE more.db",
    "$GENERATE 1-4 pc$ A 10.0.0.$",
    "@ 3600 IN SOA ns.example.org. admin.example.org. ( 1 2 3 4 5 )",
    "example.org.\tin\tsoa\tns.example.org.",
  ],
  csv: [
    "",
    "name;title\na;b",
    "subnet;text\n10.0.0.0/8;x",
    "subnet 10.0.0.0 x; {",
    "hosts and { more }",
    "host pc1 alone",
    "my host pc1 { x",
    "name;shared-network lab",
    "option;domain-name",
    "$ORIGINAL;x",
    "price $TTL",
    "SOAP;x y\n1;2",
    'name;"{ }"',
    "a;Dhcp4",
    "slug,latitude\nnord,49",
    "device,name,is_enabled",
  ],
};

describe("files of other systems", () => {
  it.each(IMPORT_KINDS.flatMap((kind) => TEXTS[kind].map((text) => [kind, text] as const)))(
    "are recognised as %s: %j",
    (kind, text) => {
      expect(kindOf(text)).toBe(kind);
    },
  );
});

const catalogue = sketchCatalogue([
  {
    name: "nd.room",
    title: ["bldg", "number"],
    attributes: {
      bldg: { type: "text_id", key: true },
      number: { type: "text_id", key: true },
      title: { type: "text_line", nullable: true },
      vlan: { type: "vlan_id" },
      fqdn: { type: "fqdn" },
      tag_list: { type: "text_id_array" },
    },
  },
]);

describe("steps of an import", () => {
  const step = (
    idx: string,
    name: string,
    given: Pick<ImportStep, "old" | "new" | "oldRefs" | "newRefs">,
  ): ImportStep => ({
    idx,
    needs: [],
    row: null,
    name,
    ...given,
  });

  it("become elements of the planned list in their order, and null is kept", () => {
    let count = 0;
    const planned = plannedOf(
      [
        step("a", "nd.room.create", { new: { bldg: "1", number: "7", title: null } }),
        step("b", "nd.room.update", { old: { bldg: "1", number: "7" }, new: { number: "8", title: null } }),
        step("c", "nd.bldg.create", {
          new: { number: "1" },
          newRefs: [{ idx: "a", params: { title: "number" } }],
        }),
      ],
      catalogue,
      () => `u${String(++count)}`,
    );
    const content = { show_result: false, non_optionals: [], input_reducer: null };
    const element = { variant: null, ta_type: "db_editor_simple" };
    expect(planned).toEqual([
      {
        ...element,
        uuid: "u1",
        content: {
          ...content,
          object_fq_name: "nd.room",
          object_function: "create",
          parameters: { old: {}, new: { bldg: "1", number: "7", title: "__NULL" } },
          preview_fields: ["bldg", "number", "title"],
          object_title: "1 7",
        },
      },
      {
        ...element,
        uuid: "u2",
        content: {
          ...content,
          object_fq_name: "nd.room",
          object_function: "update",
          parameters: { old: { bldg: "1", number: "7" }, new: { number: "8", title: "__NULL" } },
          preview_fields: ["number", "title"],
          object_title: "1 8",
        },
      },
      {
        ...element,
        uuid: "u3",
        content: {
          ...content,
          object_fq_name: "nd.bldg",
          object_function: "create",
          parameters: { old: {}, new: { number: "1" } },
          new_ref_params: [{ idx: "u1", params: { title: "number" } }],
          preview_fields: ["number"],
          object_title: "nd.bldg",
        },
      },
    ]);
  });

  it("keep their functions, and name the elements that they depend on", () => {
    let count = 0;
    const refs = [{ idx: "a", params: { gpk: "gpk" } }];
    const planned = plannedOf(
      [
        step("a", "nd.room.create", { new: { number: "7" } }),
        step("b", "nd.room.connect", { new: {}, oldRefs: refs }),
        step("c", "nd.room.update", { new: { title: "x" }, oldRefs: [{ ...refs[0], idx: "elsewhere" }] }),
      ],
      catalogue,
      () => `u${String(++count)}`,
    );
    expect(
      planned.map((one) => "content" in one && [one.content.object_function, one.content.old_ref_params]),
    ).toEqual([
      ["create", undefined],
      ["connect", [{ idx: "u1", params: { gpk: "gpk" } }]],
      ["update", [{ idx: "elsewhere", params: { gpk: "gpk" } }]],
    ]);
    expect(planned.map((one) => "content" in one && "old_ref_params" in one.content)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("have values in the form of the metadata", () => {
    const spec = (name: string) => valueSpecOf(catalogue.dataType(name));
    const read = (name: string, text: string) =>
      spec(name)?.parse?.(text, (label) => (label === "ü" ? "xn--tda" : null));
    expect(spec("text_id_array")).toBeUndefined();
    expect([spec("text_id")?.jsonName, spec("vlan_id")?.jsonName]).toEqual(["string", "number"]);
    expect(read("text_id", " a1 ")).toEqual({ ok: true, value: "a1" });
    expect(read("text_id", "-")).toEqual({ ok: false, fault: "bad_format" });
    expect(read("fqdn", "ü.Example.org.")).toEqual({ ok: true, value: "xn--tda.example.org." });
  });
});
