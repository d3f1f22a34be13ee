import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COUNTED_ROWS } from "#contract/counted-rows";
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

  it("[LIST-44] tell own objects from all for whoever reads all of them", async () => {
    const said = await world.execute("ada", [counts("nd.bcd"), counts("nd.no_such_type")]);
    expect(rowsOf(said)).toEqual([{ object_fq_name: "nd.bcd", count: 2, own_count: 0 }]);
    expect(rowsOf(said, 1)).toEqual([]);
  });

  it("[LIST-44] end behind the limit", async () => {
    await world.db.query(
      "insert into cntl.role (name, is_assignable) select 'r' || n, true from generate_series(1, $1::int) n",
      [COUNTED_ROWS + 5],
    );
    const said = await world.execute("greta", [counts("cntl.role")]);
    expect(rowsOf(said)[0]?.["count"]).toBe(COUNTED_ROWS + 1);
  });
});
