import { describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { strongPart, titleOf } from "#core/catalogue/title";
import { sketchCatalogue } from "./metadata.ts";

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
  it("[OBJ-03] data types are looked up with their text length, without asking again", () => {
    expect(catalogue.dataType("text_line")).toMatchObject({ json_name: "string", text_length: 255 });
    expect(catalogue.dataType("brand_new")).toMatchObject({ json_name: "json", text_length: null });
    expect(catalogue.dataType("brand_new_array")).toMatchObject({ element_data_type: "brand_new" });
  });

  it("types are in alphabetical order, attributes by position with what they refer to", () => {
    expect(catalogue.types.map((type) => type.name)).toEqual(["nd.site", "org.unit"]);
    const unit = catalogue.objectType("org.unit");
    expect(unit?.attributes.map((attribute) => attribute.name)).toEqual(["fq_name", "title", "parent"]);
    expect(unit?.attribute("parent")?.refersTo).toMatchObject({ object: "org.unit", attribute: "fq_name" });
    expect(catalogue.objectType("nothing.here")).toBeNull();
    expect(catalogue.fn("org.unit", "create")?.fq_name).toBe("org.unit.create");
    expect(catalogue.fn("org.unit", "explode")).toBeNull();
  });

  it("names are shown in the chosen language, unknown ones as they are", () => {
    expect(catalogue.typeName("org.unit", "de")).toBe("unit (de)");
    expect(catalogue.typeName("org.unit", "swg")).toBe("unit (de)");
    expect(catalogue.attributeName("org.unit", "title", "en")).toBe("title en");
    expect(catalogue.attributeName("org.unit", "unknown", "en")).toBe("unknown");
  });

  it("a row is named by its title, else by its key, else by its gpk", () => {
    const type = catalogue.objectType("org.unit");
    expect(titleOf(type, { gpk: "ou-1", fq_name: "KIT", title: "Netze" })).toBe("Netze");
    expect(titleOf(type, { gpk: "ou-1", fq_name: "KIT", title: null })).toBe("KIT");
    expect(titleOf(type, { gpk: "ou-1" })).toBe("ou-1");
    expect(titleOf(null, { gpk: "ou-1" })).toBe("ou-1");
  });

  it("of a title the part that people look for is strong: the first label, the innermost place, the first value", () => {
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
    expect(strong("a.name", ".")).toBeNull();
    expect(strong("a.place", "Campus/N001/rack-1")).toBe("rack-1");
    expect(strong("a.net", "10.0.17.0/25")).toBeNull();
    expect(strong("a.person", "greta Greta Hölzer")).toBe("greta");
    expect(strong("a.person", "Campus Nord Forschung", { login_name: "Campus Nord" })).toBe("Campus Nord");
  });
});
