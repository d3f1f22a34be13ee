import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import {
  filtersIn,
  filterWidget,
  listFilters,
  withFilter,
} from "../../../src/editor/explorer/list-filters.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

let catalogue: Catalogue;

beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function typeOf(name: string): ObjectTypeMeta {
  const type = catalogue.objectType(name);
  if (type === null) throw new Error(`${name} does not exist`);
  return type;
}

/** Widget of each filter of a type. */
function widgets(name: string): Readonly<Record<string, string>> {
  const type = typeOf(name);
  return Object.fromEntries(
    listFilters(catalogue, type, "en").map((one) => [one.name, filterWidget(catalogue, type, one).widget]),
  );
}

describe("filters of a list", () => {
  it("are in the order of the attributes, with titles in the reader's language", () => {
    const type = typeOf("dns.fqdn");
    const english = listFilters(catalogue, type, "en");
    const ofValue = english.filter(({ name }) => name.startsWith("value"));
    expect(ofValue.map(({ name }) => name)).toEqual([
      "value",
      "value_list",
      "value_regexp_ic",
      "value_regexp",
    ]);
    expect(ofValue.map(({ title }) => title)).toContain("FQDN: any of these values");
    const plain = english.filter(({ name }) => type.attribute(name) !== null).map(({ name }) => name);
    const positions = plain.map((name) => type.attribute(name)?.position ?? 0);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const german = listFilters(catalogue, type, "de").find(({ name }) => name === "zone");
    expect(german?.title).toBe("Zone");
    expect(listFilters(catalogue, type, "de").map(({ title }) => title)).toContain(
      "FQDN: einer dieser Werte",
    );
  });

  it("are drawn by their data type", () => {
    expect(widgets("cntl.wapi_auth")).toMatchObject({
      is_session: "boolean",
      expiration_date: "dateTime",
      login_name: "reference",
      login_name_list: "list",
      description: "text",
    });
    expect(widgets("dns.fqdn")).toMatchObject({ record_count: "number", value_regexp: "text" });
  });

  it("go into the address and come back in the form of their data type", () => {
    const filters = listFilters(catalogue, typeOf("dns.fqdn"), "en");
    const one = withFilter("?page=3&q=x", "record_count_list", ["1", "2"]);
    const all = withFilter(withFilter(one, "is_zone_apex", ["false"]), "value", ["a."]);
    expect(new URLSearchParams(all).get("page")).toBeNull();
    expect(filtersIn(catalogue, filters, all)).toEqual({
      record_count_list: [1, 2],
      is_zone_apex: false,
      value: "a.",
    });
    expect(filtersIn(catalogue, filters, withFilter(all, "record_count_list", []))).not.toHaveProperty(
      "record_count_list",
    );
  });
});
