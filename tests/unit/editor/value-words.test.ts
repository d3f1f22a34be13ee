import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import { resolveWidget } from "#core/form/field-rules";
import type { Locale } from "#core/text";
import { valueText } from "../../../src/editor/cell/value-text.ts";
import { tableColumns } from "../../../src/editor/section/columns.ts";
import { serverFilter } from "../../../src/editor/section/server-filter.ts";
import { shownTextOf } from "../../../src/editor/section/shown-text.ts";
import { portalCatalogue, portalCatalogueOf } from "../../support/portal-catalogue.ts";
import { catalogueWith, siteFolders } from "../../support/site-folder.ts";

const NOW = new Date(2026, 10, 21, 12);
const NOBODY = {
  signedIn: true,
  inDatabase: true,
  isOuAdmin: false,
  permissions: new Set<string>(),
  modules: new Set<string>(),
};

let catalogue: Catalogue;
const sites = siteFolders();
afterAll(() => sites.remove());
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function typeOf(object: string, own = catalogue) {
  const type = own.objectType(object);
  if (type === null) throw new Error(object);
  return type;
}

function columnOf(object: string, attribute: string, locale: Locale, own = catalogue) {
  const source = { params: {}, lists: {}, current: null, loginName: null, visitor: NOBODY };
  const context = { catalogue: own, type: typeOf(object, own), locale, source, typeOf: () => null };
  const [column] = tableColumns(context, [attribute], []);
  if (column === undefined) throw new Error(attribute);
  return column;
}

describe("values with labels", () => {
  it.each([
    ["req.ticket", "state", "in_work", "in Arbeit", "in progress"],
    ["req.ticket", "form", "home_ap", "Access-Point für zu Hause", "Remote access point for home WLAN"],
    ["cntl.group_admin", "via", "ou", "Administrator der OE", "administrator of the OE"],
    ["dns.record_type", "target_kind", "none", "nichts", "nothing"],
    ["nd.bcd", "categ", "TGA", "Gebäudetechnik", "Building services"],
    ["nd.bcd", "categ", "LABOR", "LABOR", "LABOR"],
    ["nd.device", "type", "ap", "Access Point", "Access point"],
    ["nd.site", "campus", "cs", "Campus Süd", "Campus South"],
    ["wapi.data_type", "json_name", "array", "Liste", "list"],
    ["wapi.reference", "kind", "fkey", "Fremdschlüssel", "foreign key"],
    ["wapi.version", "state", "release", "veröffentlicht", "released"],
    ["wapi.change_log", "function", "update", "Ändern", "Change"],
    ["req.ticket", "state", "lost", "lost", "lost"],
    ["req.ticket", "state", "constructor", "constructor", "constructor"],
  ])("%s.%s: %s is read as %j and %j", (object, attribute, value, german, english) => {
    const row: Row = { [attribute]: value };
    for (const [locale, text] of [
      ["de", german],
      ["en", english],
    ] as const) {
      const shown = shownTextOf(columnOf(object, attribute, locale), { locale, say: (key) => key, now: NOW });
      expect(shown?.(row)).toBe(text);
      expect(valueText(catalogue, typeOf(object), attribute, value, locale)).toBe(text);
      // A saved file contains the value of the API.
      expect(columnOf(object, attribute, locale).value(row)).toBe(value);
    }
  });

  it("are found on the server by label and by stored value", () => {
    const type = typeOf("req.ticket");
    const columns = [columnOf("req.ticket", "state", "de")];
    const filter = (q: string) =>
      serverFilter({ catalogue, type, columns, locale: "de", say: (key) => key, now: NOW }, q);
    expect(filter("arbeit")).toContainEqual({ state: { in: ["in_work"] } });
    expect(filter("in_work")).toContainEqual({ state: { regexp_ic: "in_work" } });
  });

  it("are numbers as well, in lists, sentences and filters", async () => {
    const values = `values: { "1": { de: "unten", en: "bottom" }, "2": { de: "oben", en: "top" } }, hasOtherValues: true`;
    const L = `label: { de: "x", en: "x" }`;
    const folder = sites.write("numbers", {
      shelf: `attributes: { code: { type: "text_id", ${L} }, level: { type: "integer", ${L}, ${values} } }, key: ["code"]`,
    });
    const own = portalCatalogueOf(await catalogueWith(folder));
    const type = own.objectType("lab.shelf");
    if (type === null) throw new Error("lab.shelf");
    const column = columnOf("lab.shelf", "level", "de", own);
    const reader = { locale: "de", say: (key: string) => key, now: NOW } as const;
    const shown = shownTextOf(column, reader);
    expect([1, 2, 3].map((level) => shown?.({ level }))).toEqual(["unten", "oben", "3"]);
    expect(valueText(own, type, "level", 2, "en")).toBe("top");
    expect(column.value({ level: 2 })).toBe(2);
    const filter = serverFilter({ catalogue: own, type, columns: [column], ...reader }, "obe");
    expect(filter).toContainEqual({ level: { in: [2] } });
  });

  it("are offered as choices in forms", () => {
    const attribute = typeOf("req.ticket").attribute("state");
    if (attribute === null) throw new Error("state");
    const drawn = resolveWidget({
      catalogue,
      object: "req.ticket",
      name: "state",
      dataType: attribute.dataType,
      attribute,
      operation: "update",
      isExpert: false,
    });
    expect(drawn).toMatchObject({ widget: "choice", options: { values: { done: { de: "erledigt" } } } });
  });
});
