import { beforeAll, describe, expect, it } from "vitest";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Column } from "#core/screen/screen";
import type { Locale } from "#core/text";
import { tableColumns } from "../../../src/editor/section/columns.ts";
import { paramsFor, serverFilter } from "../../../src/editor/section/server-filter.ts";
import { shownTextOf } from "../../../src/editor/section/shown-text.ts";
import type { Say } from "../../../src/ui/text.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";

const NOW = new Date(2026, 10, 21, 12);
const WORDS: Readonly<Record<string, string>> = { "ui.common.yes": "Ja", "ui.common.no": "Nein" };
const say: Say = (key) => WORDS[key] ?? key;

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await portalCatalogue();
});

function columnsOf(object: string, columns: readonly Column[], locale: Locale) {
  const type = catalogue.objectType(object);
  if (type === null) throw new Error(object);
  const source = {
    params: {},
    lists: {},
    current: null,
    loginName: null,
    visitor: {
      signedIn: true,
      inDatabase: true,
      isOuAdmin: false,
      permissions: new Set<string>(),
      modules: new Set<string>(),
    },
  };
  const context = { catalogue, type, locale, source, typeOf: () => null };
  return { type, columns: tableColumns(context, columns, []).filter((one) => !one.isExtra) };
}

/** Conditions sent to the server, except those on texts. */
function asked(object: string, columns: readonly Column[], q: string, locale: Locale = "de") {
  const made = columnsOf(object, columns, locale);
  const filter = serverFilter({ ...made, catalogue, say, locale, now: NOW }, q);
  const conditions = filter.filter((one) => !JSON.stringify(one).includes("regexp_ic"));
  return { filter, conditions };
}

describe("a filter for the server", () => {
  it("[LIST-08] searches the stored text in every text attribute", () => {
    const { filter } = asked("nd.bldg", ["number"], "20.4");
    expect(filter).toContainEqual({ title: { regexp_ic: "20\\.4" } });
    expect(asked("nd.bldg", ["number"], "").filter).toEqual([]);
  });

  it("searches yes and no in the reader's words, also in a negated column", () => {
    const negated = { attr: "allow_data_manipulation", negated: true } as const;
    expect(asked("cntl.mgr", ["is_adm_locked", negated], "ja").conditions).toEqual([
      { is_adm_locked: { eq: true } },
      { allow_data_manipulation: { eq: false } },
    ]);
    expect(asked("cntl.mgr", ["login_name"], "ja").conditions).toEqual([]);
  });

  it("searches numbers by value, without their unit, and VNIs without their dots", () => {
    expect(asked("nd.access_point", ["speed"], "1000 Mbit/s").conditions).toEqual([{ speed: { eq: 1000 } }]);
    expect(asked("dns.record", ["ttl"], "3600").conditions).toEqual([{ ttl: { eq: 3600 } }]);
    expect(asked("dns.record", ["ttl"], "36a").conditions).toEqual([]);
    expect(asked("nd.vxlan", ["vni"], "00.47.11").conditions).toEqual([{ vni: { eq: 4711 } }]);
  });

  it("searches a day, and the meaning of relative words for times", () => {
    const day = asked("dns.record", ["ttl_reset_date"], "21.11.2026").conditions;
    const from = new Date(2026, 10, 21).toISOString();
    const to = new Date(2026, 10, 22).toISOString();
    expect(day).toEqual([{ ttl_reset_date: { ge: from, lt: to } }]);
    expect(asked("dns.record", ["ttl_reset_date"], "gestern").conditions).toHaveLength(1);
  });

  it("searches whole elements of lists, and only valid ones", () => {
    expect(asked("nd.l_port", ["tagged_bcd_list"], "scc-web").conditions).toEqual([
      { tagged_bcd_list: { contains: ["scc-web"] } },
    ]);
    expect(asked("nd.l_port", ["tagged_bcd_list"], "scc web?").conditions).toEqual([]);
  });

  it("is one condition for all columns, and absent without a text", () => {
    const made = columnsOf("nd.bldg", ["number"], "en");
    const search = { ...made, catalogue, say, locale: "en", now: NOW } as const;
    expect(paramsFor({ search, q: "20" })).toEqual({ _or: serverFilter(search, "20") });
    expect(paramsFor({ search, q: "" })).toEqual({});
  });
});

describe("the filter box of a loaded list", () => {
  const shown = (
    object: string,
    column: Column,
    row: Readonly<Record<string, never>> | object,
    locale: Locale,
  ) => {
    const [made] = columnsOf(object, [column], locale).columns;
    const text = made === undefined ? null : shownTextOf(made, { locale, say, now: NOW });
    // The test passes rows.
    return text === null ? null : text(row as Readonly<Record<string, never>>);
  };

  it("finds the text in the language of the reader, even if another text is stored", () => {
    const row = { title: "Gästehaus", language_dict: { title: { de: "Gästehaus", en: "Guest house" } } };
    expect(shown("nd.bldg", "title", row, "en")).toBe("Guest house");
    expect(shown("nd.bldg", "title", row, "de")).toBe("");
  });

  it("finds words for yes and no, numbers and relative times, but no secret", () => {
    expect(shown("cntl.mgr", "is_adm_locked", { is_adm_locked: false }, "de")).toBe("Nein");
    expect(shown("dns.record", "ttl", { ttl: 3600 }, "de")).toBe("3600");
    expect(shown("nd.vxlan", "vni", { vni: 4711 }, "de")).toBe("00.47.11");
    const day = new Date(NOW.getTime() - 3 * 24 * 3600 * 1000).toISOString();
    expect(shown("dns.record", "ttl_reset_date", { ttl_reset_date: day }, "de")).toBe("vor 3 Tagen");
    expect(shown("macauth.client", "wpa2_key", { wpa2_key: "hidden" }, "de")).toBeNull();
  });
});
