import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { loadCatalogue } from "../../../server/catalogue/load.ts";
import { operatorsOf } from "../../../server/wapi/list/filter.ts";
import { conditionOf, isCondition } from "../../../src/editor/explorer/filter-words.ts";
import { filterParams, filtersOfAddress, withEntries } from "../../../src/editor/explorer/address-filters.ts";
import { filterWidget, listFilters } from "../../../src/editor/explorer/list-filters.ts";
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

/** The request of an address to a list. */
function read(name: string, search: string) {
  const type = typeOf(name);
  return filtersOfAddress(catalogue, type, listFilters(catalogue, type, "en"), search);
}

function filtersIn(name: string, search: string) {
  return filterParams(read(name, search).set);
}

function withFilter(search: string, entry: string, texts: readonly string[]): string {
  return withEntries(search, [[entry, texts]]);
}

/** Widget of each filter of a type. */
function widgets(name: string): Readonly<Record<string, string>> {
  const type = typeOf(name);
  return Object.fromEntries(
    listFilters(catalogue, type, "en").map((one) => [one.name, filterWidget(catalogue, type, one).widget]),
  );
}

/** Words of an attribute or parameter. */
function words(name: string, of: string): readonly string[] {
  return listFilters(catalogue, typeOf(name), "en")
    .filter((filter) => filter.of === of)
    .map(({ word }) => word);
}

describe("filters of a list", () => {
  it("[LIST-48] are in the order of the attributes, with titles in the reader's language", () => {
    const type = typeOf("dns.fqdn");
    const english = listFilters(catalogue, type, "en");
    const ofValue = english.filter(({ of }) => of === "value");
    expect(ofValue.map(({ name, word }) => [name, word])).toEqual([
      ["value", "is"],
      ["value.ne", "isNot"],
      ["value_list", "isAny"],
      ["value.has", "has"],
      ["value.begins", "begins"],
      ["value_regexp_ic", "matches"],
      ["value_regexp", "matchesCase"],
    ]);
    expect(new Set(ofValue.map(({ title }) => title))).toEqual(new Set(["FQDN"]));
    const plain = english.filter(({ name }) => type.attribute(name) !== null).map(({ name }) => name);
    const positions = plain.map((name) => type.attribute(name)?.position ?? 0);
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    const german = listFilters(catalogue, type, "de").find(({ name }) => name === "zone");
    expect(german?.title).toBe("Zone");
  });

  it("[LIST-48] are drawn by their data type", () => {
    expect(widgets("cntl.wapi_auth")).toMatchObject({
      is_session: "boolean",
      expiration_date: "dateTime",
      login_name: "reference",
      login_name_list: "list",
      description: "text",
    });
    expect(widgets("dns.fqdn")).toMatchObject({ record_count: "number", value_regexp: "text" });
  });

  it("[LIST-49] go into the address and come back in the form of their data type", () => {
    const one = withFilter("?page=3&q=x", "record_count_list", ["1", "2"]);
    const all = withFilter(withFilter(one, "is_zone_apex", ["false"]), "value", ["a."]);
    expect(new URLSearchParams(all).get("page")).toBeNull();
    expect(filtersIn("dns.fqdn", all)).toEqual({
      record_count_list: [1, 2],
      is_zone_apex: false,
      value: "a.",
    });
    expect(filtersIn("dns.fqdn", withFilter(all, "record_count_list", []))).not.toHaveProperty(
      "record_count_list",
    );
  });

  it("[LIST-48] offer the comparisons of their data type", () => {
    const always = ["is", "isNot", "isAny"];
    const bounds = ["least", "most"];
    const texts = ["has", "begins"];
    const expressions = ["matches", "matchesCase"];
    expect(words("dns.fqdn", "record_count")).toEqual([...always, ...bounds]);
    expect(words("dns.fqdn", "is_zone_apex")).toEqual(["is"]);
    expect(words("dns.fqdn", "zone")).toEqual([...always, ...texts, "isEmpty", "isFilled", ...expressions]);
    expect(words("dns.record", "ttl_reset_date")).toEqual([...always, ...bounds, "isEmpty", "isFilled"]);
    expect(words("dns.record", "target_ipaddr")).toEqual([
      ...always,
      "within",
      "isEmpty",
      "isFilled",
      ...expressions,
    ]);
    expect(words("nd.ip_subnet", "cidr")).toEqual(expect.arrayContaining(["holds", "within", "shares"]));
    expect(words("nd.l_port", "tagged_bcd_list")).toEqual(["holds"]);
    expect(words("nd.p_port", "conn_id_gfk_list")).toEqual([]);
    expect(words("dns.record", "bcd")).toEqual(["is", "isAny"]);
    expect(words("wapi.object", "gpk")).toContain("isAny");
  });

  it("[LIST-48] are known to the server, for every attribute of every type", async () => {
    const server = await loadCatalogue();
    const offered = catalogue.types.flatMap((type) =>
      listFilters(catalogue, type, "en").flatMap(({ of, word }) =>
        isCondition(word) ? [{ type, of, word }] : [],
      ),
    );
    expect(offered.length).toBeGreaterThan(1000);
    for (const { type, of, word } of offered) {
      const attribute = server.type(type.name).attributes.get(of);
      if (attribute === undefined) throw new Error(`${type.name} has no ${of}`);
      expect([of, attribute.secret, attribute.upToRows]).toEqual([of, undefined, undefined]);
      for (const operator of Object.keys(conditionOf(word, "x")))
        expect(operatorsOf(attribute.dataType), `${type.name}.${of} ${word}`).toContain(operator);
    }
  });

  it("[LIST-49] combine: all parameters and conditions must hold, also several of one attribute", () => {
    const params = (search: string) => filtersIn("dns.fqdn", search);
    expect(params("?value.has=a.b&value=x.&q=other")).toEqual({
      value: "x.",
      filter_params_dict: { value: { regexp_ic: "a\\.b" } },
    });
    expect(
      params("?record_count.ge=2&record_count.le=5&zone.empty=true&value.begins=w&value.ne=www."),
    ).toEqual({
      filter_params_dict: {
        _and: [
          { value: { ne: "www." } },
          { value: { regexp_ic: "^w" } },
          { zone: { is_null: true } },
          { record_count: { ge: 2 } },
          { record_count: { le: 5 } },
        ],
      },
    });
    expect(params("?record_count.ge=many&value.has=&nothing.ge=1")).toEqual({});
  });

  it("[LIST-57] are refused with a reason if attribute, comparison or value is wrong", () => {
    const refused = (name: string, search: string) =>
      read(name, search).refused.map(({ entry, texts, why }) => [entry, texts, why.key]);
    expect(
      refused("dns.fqdn", "?q=x&sort=value&page=2&size=25&cols=value&view=1&is_own=true&found=a"),
    ).toEqual([]);
    expect(
      refused("dns.fqdn", "?record_count.ge=many&value.has=&nothing.ge=1&zone.ge=a.&value.empty="),
    ).toEqual([
      ["value.has", [""], "core.form.required"],
      ["record_count.ge", ["many"], "core.form.noNumber"],
      ["nothing.ge", ["1"], "editor.filter.noAttribute"],
      ["zone.ge", ["a."], "editor.filter.noWord"],
      ["value.empty", [""], "editor.filter.noWord"],
    ]);
    expect(refused("dns.fqdn", "?record_count=1&record_count=2&is_zone_apex=maybe&zone.empty=no")).toEqual([
      ["zone.empty", ["no"], "editor.filter.noValue"],
      ["is_zone_apex", ["maybe"], "core.form.noBoolean"],
      ["record_count", ["1", "2"], "editor.filter.oneValue"],
    ]);
    expect(refused("dns.fqdn", "?record_count_list=1&record_count_list=x")).toHaveLength(1);
    expect(refused("dns.record", "?target_ipaddr=999.1.1.1&target_ipaddr.within=10.0.0.0/99")).toHaveLength(
      2,
    );
    expect(read("dns.fqdn", "?record_count.ge=many&value=a.").set.map(({ value }) => value)).toEqual(["a."]);
  });

  it("[LIST-57] get another name if their attribute is called like an entry of every list", () => {
    expect(filtersIn("cntl.saved_view", "?page=2&page.is=/home")).toEqual({ page: "/home" });
    expect(filtersIn("dhcp.pool", "?size=25&size.is=7&size.ge=3")).toMatchObject({ size: 7 });
  });
});
