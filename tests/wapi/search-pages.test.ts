import { afterAll, beforeAll, describe, expect, it } from "vitest";
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

  it.each(cases)("$name by $filter, sorted by $sorting, is that part of the whole", async (list) => {
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
