import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { readNamesBy } from "#core/catalogue/readable-name";
import { referenceTitle, strongPart, titleOf } from "#core/catalogue/title";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { portalCatalogueOf } from "../../support/portal-catalogue.ts";
import { sketchCatalogue } from "./metadata.ts";

const served = await loadCatalogue();

const catalogue = sketchCatalogue([
  {
    name: "org.unit",
    title: ["title"],
    attributes: {
      fq_name: { type: "text_line", key: true },
      title: { type: "text_line", nullable: true },
      parent: { type: "text_line", nullable: true, refersTo: ["org.unit", "fq_name"] },
    },
  },
  { name: "nd.site", attributes: { name: { type: "text_id", key: true } } },
]);

describe("catalogue", () => {
  it("[OBJ-03] data types are found with their text length, without a request", () => {
    expect(catalogue.dataType("text_line")).toMatchObject({ json_name: "string", text_length: 255 });
    expect(catalogue.dataType("brand_new")).toMatchObject({ json_name: "json", text_length: null });
  });

  it("types are in alphabetical order, attributes by position with their references", () => {
    expect(catalogue.types.map((type) => type.name)).toEqual(["nd.site", "org.unit"]);
    const unit = catalogue.objectType("org.unit");
    expect(unit?.attributes.map((attribute) => attribute.name)).toEqual(["fq_name", "title", "parent"]);
    expect(unit?.attribute("parent")?.refersTo).toMatchObject({ object: "org.unit", attribute: "fq_name" });
    expect(catalogue.objectType("nothing.here")).toBeNull();
    expect(catalogue.fn("org.unit", "create")?.fq_name).toBe("org.unit.create");
    expect(catalogue.fn("org.unit", "explode")).toBeNull();
  });

  it("names are shown in the chosen language, and unknown names unchanged", () => {
    expect(catalogue.typeName("org.unit", "de")).toBe("unit (de)");
    expect(catalogue.typeName("org.unit", "swg")).toBe("unit (de)");
    expect(catalogue.attributeName("org.unit", "title", "en")).toBe("title en");
    expect(catalogue.attributeName("org.unit", "unknown", "en")).toBe("unknown");
  });

  it("rows come in any order: types are sorted by name, attributes by position, functions by their type", () => {
    const at = (position: number) => ({ type: "text_line", also: { position } });
    const { types, ...built } = sketchCatalogue([
      { name: "m.middle", attributes: { last: at(9), first: at(1), middle: at(5) } },
      { name: "a.first", attributes: { list: { type: "text_line_array" } } },
      { name: "z.last", attributes: { to: { type: "text_line", refersTo: ["a.first", "list"] } } },
      { name: "b.second", attributes: {} },
    ]);
    expect(types.map(({ name }) => name)).toEqual(["a.first", "b.second", "m.middle", "z.last"]);
    const [first, , middle, last] = types;
    expect(middle?.attributes.map(({ name }) => name)).toEqual(["first", "middle", "last"]);
    expect(middle?.attribute("first")).toMatchObject({ refersTo: null, dataType: { name: "text_line" } });
    expect(middle?.attribute("first")?.dataType).not.toHaveProperty("element");
    expect(first?.attribute("list")?.dataType.element).toMatchObject({ name: "text_line" });
    expect(last?.attribute("to")?.refersTo).toEqual({
      object: "a.first",
      attribute: "list",
      referenceName: "api_fkey_to",
    });
    expect(built.functionName("z.last", "update", "en")).toBe("update (en)");
    expect(built.fn("z.last", "update")).toBe(last?.functions.find(({ name }) => name === "update"));
    expect(built.dataType("brand_new")).toMatchObject({ is_array: false, is_own: false });
  });

  it("the server describes types, functions and attributes in both languages, and describes nothing unknown", () => {
    const real = portalCatalogueOf(served);
    const texts = (name: string, operation: string, attribute: string) => [
      real.typeName(name, "de"),
      real.typeDescription(name, "en"),
      real.functionName(name, operation, "en"),
      real.attributeName(name, attribute, "de"),
      real.attributeHelp(name, attribute, "en"),
    ];
    expect(texts("dns.record", "list", "target_fqdn")).toEqual([
      "DNS-Eintrag",
      "Resource record of a name",
      "list",
      "Zielname",
      "Complete domain name with final dot, for example www.example.edu.",
    ]);
    expect(texts("dns.none", "list", "value")).toEqual(["dns.none", null, "list", "value", null]);
    expect(texts("dns.record", "explode", "none").slice(2)).toEqual(["explode", "none", null]);
  });

  it("a row is named by its title, else by its key, else by its gpk", () => {
    const type = catalogue.objectType("org.unit");
    expect(titleOf(type, { gpk: "ou-1", fq_name: "KIT", title: "Netze" })).toBe("Netze");
    expect(titleOf(type, { gpk: "ou-1", fq_name: "KIT", title: null })).toBe("KIT");
    expect(titleOf(type, { gpk: "ou-1" })).toBe("ou-1");
    expect(titleOf(null, { gpk: "ou-1" })).toBe("ou-1");
    expect([titleOf(type, { gpk: 1 }), titleOf(null, {}), referenceTitle(null, { gpk: "ou-1" })]).toEqual([
      "",
      "",
      "ou-1",
    ]);
  });

  it("a reference shows the rest of the natural key before the title, and domain names in their own script", () => {
    const typed = sketchCatalogue([
      {
        name: "a.room",
        title: ["name"],
        attributes: {
          site: { type: "text_id", key: true },
          place_gfk: { type: "gpk", key: true },
          name: { type: "text_id", key: true },
        },
      },
      { name: "a.name", title: ["value"], attributes: { value: { type: "fqdn", key: true } } },
      {
        name: "a.unit",
        title: ["title"],
        attributes: { name: { type: "text_id", key: true }, title: { type: "text" } },
      },
    ]);
    const called = (name: string, row: Row) => referenceTitle(typed.objectType(name), row);
    expect(called("a.room", { site: "CN", place_gfk: "p-1", name: "301" })).toBe("CN/301");
    expect(called("a.room", { site: null, name: "301" })).toBe("301");
    readNamesBy((text) => text.replace("xn--bcher-kva", "bücher"));
    expect(called("a.name", { value: "xn--bcher-kva.example." })).toBe("bücher.example.");
    expect(called("a.unit", { name: "N", title: "xn--bcher-kva.example." })).toBe("xn--bcher-kva.example.");
    expect(called("a.unit", { name: "N", title: { a: 1 } })).toBe('{"a":1}');
    expect(called("a.none", { gpk: "none-1" })).toBe("none-1");
    expect(called("a.none", {})).toBe("");
  });

  it("the significant part of a title is strong: the first label, the innermost place, the first value", () => {
    const typed = sketchCatalogue([
      { name: "a.name", title: ["value"], attributes: { value: { type: "fqdn", key: true } } },
      { name: "a.place", title: ["fq_name"], attributes: { fq_name: { type: "text_line", key: true } } },
      { name: "a.net", title: ["cidr"], attributes: { cidr: { type: "cidr", key: true } } },
      {
        name: "a.person",
        title: ["login_name", "full_name"],
        attributes: { login_name: { type: "login_name", key: true }, full_name: { type: "text_line" } },
      },
    ]);
    const strong = (name: string, title: string, row: Row = {}): string | null => {
      const type = typed.objectType(name);
      return type === null ? null : strongPart(type, title, row);
    };
    expect(strong("a.name", "www.iag.example.")).toBe("www");
    expect([strong("a.name", "."), strong("a.name", "localhost"), strong("a.place", "Campus")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(strong("a.place", "Campus/N001/rack-1")).toBe("rack-1");
    expect([strong("a.net", "10.0.17.0/25"), strong("a.net", "10.0.17.0/25 free")]).toEqual([null, null]);
    expect(strong("a.person", "greta Greta Hölzer")).toBe("greta");
    expect(strong("a.person", "Hölzer Greta", { login_name: "greta" })).toBe("Hölzer");
    const applied = { login_name: "2026-11-26T20:41:46Z", full_name: "ada" };
    expect(strong("a.person", "Nov 26, 2026, 9:41:46 PM ada", applied)).toBe("Nov 26, 2026, 9:41:46 PM");
    expect(strong("a.person", "Campus Nord Forschung", { login_name: "Campus Nord" })).toBe("Campus Nord");
  });

  it("a first value that is shown by other words is strong as a whole, as the time of a transaction", () => {
    const typed = sketchCatalogue([
      {
        name: "a.transaction",
        title: ["ts", "login_name"],
        attributes: { ts: { type: "timestamp", key: true }, login_name: { type: "login_name" } },
      },
    ]);
    const type = typed.objectType("a.transaction");
    if (type === null) throw new Error("the type is missing");
    const row = { ts: "2026-11-26T20:31:14Z", login_name: "greta" };
    expect(strongPart(type, "Nov 26, 2026, 9:31:14 PM greta", row)).toBe("Nov 26, 2026, 9:31:14 PM");
    expect(strongPart(type, "Nov 26, 2026, 9:31:14 PM", { ...row, login_name: null })).toBeNull();
  });
});
