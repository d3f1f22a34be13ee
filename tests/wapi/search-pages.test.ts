import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import type { SentStep } from "../support/small-world.ts";
import { column, demoWorld, type DemoWorld } from "../support/demo-world.ts";

let world: DemoWorld;
beforeAll(async () => {
  world = await demoWorld();
}, 240_000);
afterAll(() => world.close());

/** Expressions with no matches up to nearly all rows, so that every way of searching occurs: by trigrams, by sorting a part, in order. */
const EXPRESSIONS = ["example", "example\\.org", "lab", "^a", "e", "no-such-name", "\\-0"];
const LISTS = [
  { name: "dns.fqdn.list", filter: "value_regexp", sortings: [["value"], ["value desc"], ["type", "value"]] },
  { name: "dns.record.list", filter: "fqdn_regexp", sortings: [["fqdn"], ["data desc"]] },
  { name: "dns.record.list", filter: "data_regexp", sortings: [["fqdn", "type"]] },
  { name: "nd.device.list", filter: "fqdn_regexp", sortings: [["fqdn"]] },
  { name: "macauth.client.list", filter: "description_regexp_ic", sortings: [["mac_addr"]] },
];
const WINDOWS = [
  { fetch_limit: 10 },
  { fetch_limit: 10, fetch_offset: 7 },
  { fetch_limit: 300, fetch_offset: 200 },
  { fetch_limit: 1, fetch_offset: 2_600 },
];

describe("a page of the matches of a regular expression", () => {
  const cases = LISTS.flatMap(({ name, filter, sortings }) =>
    sortings.map((sorting) => ({ name, filter, sorting })),
  );

  it.each(cases)("$name by $filter, sorted by $sorting, is a part of the whole list", async (list) => {
    const { name, filter, sorting } = list;
    let frequent = 0;
    for (const login of ["ada", "otto"]) {
      const listed = { is_own: true, sorting_params_list: sorting };
      const all = await world.rows(login, name, listed);
      for (const expression of EXPRESSIONS) {
        const old = { ...listed, [filter]: expression };
        const sought = new RegExp(expression, filter.endsWith("_ic") ? "i" : "");
        const texts = column(all, filter.replace(/_regexp(_ic)?$/, ""));
        const hits = all.filter((_, at) => {
          const text = texts[at];
          return sought.test(typeof text === "string" ? text : "");
        });
        const whole = column(hits, "gpk");
        frequent = Math.max(frequent, whole.length);
        for (const window of WINDOWS) {
          const page = column(await world.rows(login, name, { ...old, ...window }), "gpk");
          const from = window.fetch_offset ?? 0;
          expect(page, `${login} ${expression} ${JSON.stringify(window)}`).toEqual(
            whole.slice(from, from + window.fetch_limit),
          );
        }
      }
    }
    // There are more matches than the server sorts at once, so it takes the page from a part of them.
    if (name.startsWith("dns.") && filter !== "data_regexp") expect(frequent).toBeGreaterThan(2_000);
  });
});

describe("records whose names match", () => {
  it.each(["ada", "otto"])("are the same for %s in every kind of list", async (login) => {
    const all = await world.rows(login, "dns.record.list");
    const [apex] = await world.rows(login, "dns.fqdn.list", { is_zone_apex: true });
    const zone = apex?.["value"] ?? null;
    for (const expression of EXPRESSIONS) {
      const [whole, filter] = [{ fqdn_regexp: expression }, { fqdn: { regexp: expression } }];
      const either = { _or: [filter, { type: { eq: "MX" } }] };
      const name = "dns.record.list";
      const steps: SentStep[] = [
        { idx: "site", name: "nd.site.create", new: { name: "SEARCHED" } },
        { idx: "whole", name, old: whole },
        { idx: "names", name: "dns.fqdn.list", old: { zone } },
        { idx: "joined", name, old: whole, inner_join_ref: { names: "api_fkey_dns_record_fqdn" } },
        { idx: "either", name, old: { filter_params_dict: either } },
        { idx: "others", name, old: { filter_params_dict: { _not: filter } } },
      ];
      const found = await world.lists(login, steps.slice(1));
      const hits = new Set(all.filter(({ fqdn }) => new RegExp(expression).test(textIn(fqdn))));
      const wanted = {
        whole: (row: Row) => hits.has(row),
        joined: (row: Row) => hits.has(row) && row["zone"] === zone,
        either: (row: Row) => hits.has(row) || row["type"] === "MX",
        others: (row: Row) => !hits.has(row),
      };
      for (const [idx, isWanted] of Object.entries(wanted))
        expect(column(found[idx], "gpk"), `${idx} ${expression}`).toEqual(
          column(all.filter(isWanted), "gpk"),
        );
      if (login !== "ada") continue;
      // In a call that writes, a list is read without a page.
      const { body } = await world.send(login, "dict_mode=true&dry_mode=true", steps);
      expect(JSON.parse(body), `writing ${expression}`).toMatchObject(found);
    }
  });
});

describe("several searches in one request", () => {
  it("find the same rows together as separately, even if several search the same text in the same names", async () => {
    let frequent = 0;
    for (const login of ["ada", "otto"])
      for (const expression of EXPRESSIONS)
        for (const window of WINDOWS) {
          const steps = LISTS.map(({ name, filter, sortings }, at) => ({
            idx: `s${String(at)}`,
            name,
            old: { is_own: true, sorting_params_list: sortings[0] ?? [], [filter]: expression, ...window },
          }));
          const together = await world.lists(login, steps);
          for (const { idx, name, old } of steps) {
            const alone = column(await world.rows(login, name, old), "gpk");
            frequent = Math.max(frequent, alone.length);
            expect(column(together[idx], "gpk"), `${login} ${name} ${expression}`).toEqual(alone);
          }
        }
    expect(frequent).toBe(300);
  });
});

describe("two lists that search the same text", () => {
  it("find the same rows as a single list, in every attribute of every type", async () => {
    const wrong: string[] = [];
    let searched = 0;
    for (const { spec, attributes } of world.catalogue.types.values()) {
      const list = `${spec.name}.list`;
      const rows = await world.rows("ada", list, { fetch_limit: 20 }).catch(() => []);
      for (const { name } of attributes.values()) {
        const value = column(rows, name).find((one) => typeof one === "string" && /[a-z]{3}/.test(one));
        // Only a text with three letters in a row is looked for in the key first.
        const [text] = typeof value === "string" ? (/[a-z]{3,8}/.exec(value) ?? []) : [];
        if (text === undefined) continue;
        const old = { [`${name}_regexp`]: text };
        const alone = await world.rows("ada", list, old).catch(() => null);
        if (alone === null) continue;
        searched += 1;
        const steps = ["a", "b"].map((idx) => ({ idx, name: list, old }));
        const found = await world
          .lists("ada", steps)
          .then(({ a, b }) => JSON.stringify([column(a, "gpk"), column(b, "gpk")]))
          .catch(String);
        const wanted = column(alone, "gpk");
        if (found !== JSON.stringify([wanted, wanted]))
          wrong.push(`${spec.name}.${name}: ${found.slice(0, 90)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(searched).toBeGreaterThan(100);
  });
});

describe("a page of own rows in the order of the key", () => {
  /** Tables and a view, with rows of one and of two sets of members. */
  const KEYED = [
    { name: "nd.ip_subnet.list", key: "cidr" },
    { name: "nd.bcd.list", key: "name" },
    { name: "dns.fqdn.list", key: "value" },
    { name: "dhcp.static_assignment.list", key: "ip_addr" },
    { name: "macauth.client.list", key: "mac_addr" },
    { name: "dns.ip_addr.list", key: "value" },
  ];
  const PAGES = [0, 30, 60].flatMap((from) => [20, 50, 150].map((fetch_limit) => ({ from, fetch_limit })));

  it.each(KEYED)(
    "$name is a part of the whole list, with own rows near its begin or far from it",
    async (list) => {
      const { name, key } = list;
      for (const login of ["ada", "otto", "greta"])
        for (const [sorting, operator] of [
          [key, "gt"],
          [`${key} desc`, "lt"],
        ] as const) {
          const old = { is_own: true, sorting_params_list: [sorting] };
          const all = await world.rows(login, name, old);
          for (const { from, fetch_limit } of PAGES) {
            const before = all[from - 1]?.[key];
            const after =
              before === undefined ? {} : { filter_params_dict: { [key]: { [operator]: before } } };
            const found = await world.rows(login, name, { ...old, ...after, fetch_limit });
            const wanted =
              before === undefined ? all.slice(0, fetch_limit) : all.slice(from, from + fetch_limit);
            expect(column(found, "gpk"), `${login} ${sorting} ${String(from)}`).toEqual(
              column(wanted, "gpk"),
            );
          }
        }
    },
  );
});
