import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COUNTED_ROWS } from "#contract/counted-rows";
import type { Row } from "#contract/wire/json";
import { rowsOf, smallWorld, type SentStep, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const counts = (object_fq_name: string): SentStep => ({
  name: "tmp.row_count.list",
  old: { object_fq_name },
});
const list = (name: string, old: SentStep["old"] = {}): SentStep => ({ name: `${name}.list`, old });

/** Types whose list needs no filter and whose rows are stored or computed from stored ones. */
function listed(): readonly string[] {
  return [...world.catalogue.types.values()]
    .filter(({ name, attributes }) => name !== "wapi.object" && attributes.has("gpk"))
    .filter(({ spec }) => Object.values(spec.filters ?? {}).every((filter) => filter.required !== true))
    .map(({ name }) => name);
}

describe("the numbers of a type", () => {
  it.each(["ada", "otto", "ab1234", "greta", "svc-web", "nora"])(
    "[LIST-44] are those of its lists for %s, for every type",
    async (login) => {
      const wrong: string[] = [];
      for (const name of listed()) {
        const said = await world.execute(login, [counts(name), list(name), list(name, { is_own: true })]);
        const [told] = rowsOf(said);
        const found = { count: rowsOf(said, 1).length, own_count: rowsOf(said, 2).length };
        if (told?.["count"] !== found.count || told["own_count"] !== found.own_count)
          wrong.push(`${name}: ${JSON.stringify(told)} for ${JSON.stringify(found)}`);
      }
      expect(wrong).toEqual([]);
    },
  );

  it("[LIST-44] distinguish own objects from all for accounts that read all", async () => {
    const said = await world.execute("ada", [counts("nd.bcd"), counts("nd.no_such_type")]);
    expect(rowsOf(said)).toEqual([{ object_fq_name: "nd.bcd", count: 2, own_count: 0 }]);
    expect(rowsOf(said, 1)).toEqual([]);
  });

  it("[LIST-44] stop after the limit", async () => {
    await world.db.query(
      "insert into cntl.role (name, is_assignable) select 'r' || n, true from generate_series(1, $1::int) n",
      [COUNTED_ROWS + 5],
    );
    const said = await world.execute("greta", [counts("cntl.role")]);
    expect(rowsOf(said)[0]?.["count"]).toBe(COUNTED_ROWS + 1);
    expect(COUNTED_ROWS).toBe(10_000);
  });

  const found = (object_fq_name: string, found_by_list: readonly Row[], more: Row = {}): SentStep => ({
    name: "tmp.row_count.list",
    old: { object_fq_name, found_by_list, ...more },
  });
  const gpksOf = (rows: readonly Row[]): readonly unknown[] => rows.map((row) => row["gpk"]);

  it.each(["ada", "otto", "ab1234", "greta", "svc-web", "nora"])(
    "[SRCH-56] are those of lists with these filters for %s, each object once, for every kind of the search",
    async (login) => {
      const wrong: string[] = [];
      let told = 0;
      for (const { name, spec } of world.catalogue.types.values()) {
        const texts = (spec.search?.by ?? []).filter((by) => typeof by === "string");
        if (texts.length === 0) continue;
        for (const text of ["e", "web", "xyz"]) {
          const filters = texts.map((filter) => ({ [filter]: text }));
          const lists = filters.flatMap((old) => [list(name, old), list(name, { ...old, is_own: true })]);
          const said = await world.execute(login, [found(name, filters), ...lists]);
          const distinct = (from: number): number =>
            new Set(filters.flatMap((_, at) => gpksOf(rowsOf(said, 1 + 2 * at + from)))).size;
          const [row] = rowsOf(said);
          told += distinct(0);
          if (row?.["count"] !== distinct(0) || row["own_count"] !== distinct(1))
            wrong.push(
              `${name} ${text}: ${JSON.stringify(row)}, lists ${String(distinct(0))} ${String(distinct(1))}`,
            );
        }
      }
      expect(wrong).toEqual([]);
      expect(told).toBeGreaterThan(login === "nora" ? -1 : 0);
    },
  );

  it("[SRCH-56] stop after the requested number, and without any filter nothing is counted", async () => {
    const filters = [{ name_regexp: "r1" }, { name_regexp: "r2" }];
    const said = await world.execute("greta", [
      found("cntl.role", filters, { most: 5 }),
      found("cntl.role", []),
    ]);
    expect(rowsOf(said)[0]?.["count"]).toBe(6);
    expect(rowsOf(said, 1)[0]?.["count"]).toBe(0);
  });

  it.each([
    ["a filter that the list does not have", [{ colour: "red" }], {}, { parameter: "found_by_list.colour" }],
    ["a secret", [{ wpa2_key: "x" }], {}, { parameter: "found_by_list.wpa2_key" }],
    [
      "an invalid expression",
      [{ description_regexp_ic: "(" }],
      {},
      { parameter: "found_by_list.description_regexp_ic" },
    ],
    ["too many lists", Array.from({ length: 11 }, () => ({ description_regexp_ic: "x" })), {}, { limit: 10 }],
    ["too high a number", [], { most: COUNTED_ROWS + 1 }, { parameter: "most" }],
  ])("[SRCH-56] refuse %s", async (_, filters, more, reason) => {
    const said = await world.execute("ada", [found("macauth.client", filters, more)]);
    expect(said.ok ? "no fault" : said.exception).toMatchObject({ details: reason });
  });
});
