import { afterAll, beforeAll, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** Types that tell why no server answers an object `o` of another type. */
const TYPES = [...(await loadCatalogue()).types.values()].filter(({ name, spec }) => {
  const sql = typeof spec.source === "object" && "sql" in spec.source ? spec.source.sql : "";
  return name.startsWith("output.") && sql.includes("(values ");
});

/** Lines of the plan that read the table of the objects. */
async function readsOf(table: string): Promise<readonly string[]> {
  const plan = await world.db.query<{ "QUERY PLAN": string }>(
    `explain (analyze, costs off, timing off) select * from ${table}`,
  );
  return plan.map((line) => line["QUERY PLAN"]).filter((line) => / on \w+ o\b/.test(line));
}

it.each(TYPES.map(({ name, table }) => [name, table] as const))(
  "without an enabled server, %s does not read objects to find that none has a state",
  async (_, table) => {
    const without = await readsOf(table);
    expect(without.filter((line) => !line.includes("never executed"))).toEqual([]);
    await world.db.query(
      "insert into output.server (name, kind, address, is_enabled) values ('one', 'dns', '192.0.2.1', true)",
    );
    const served = await readsOf(table);
    await world.db.query("delete from output.server");
    expect(served.filter((line) => !line.includes("never executed"))).not.toEqual([]);
  },
);
