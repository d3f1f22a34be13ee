import { afterAll, beforeAll, expect, it } from "vitest";
import { smallWorld, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

/** How often PostgreSQL planned a statement that was sent eight times with different values, and how often it took the plan that it had. */
async function plans(plansOnce: boolean): Promise<{ custom: number; generic: number } | undefined> {
  const name = `probe ${String(plansOnce)}`;
  const options = { mode: "read only", statementTimeout: 10_000, readsFirst: true, plansOnce } as const;
  return world.db.transaction(options, async (tx) => {
    for (let id = 0; id < 8; id++) await tx.query("select id from nd.bcd where id = $1", [id], name);
    const [row] = await tx.query<{ custom: number; generic: number }>(
      "select custom_plans::int as custom, generic_plans::int as generic from pg_prepared_statements where name = $1",
      [name],
    );
    return row;
  });
}

it("a statement whose best plan is the same for all values is planned once", async () => {
  expect(await plans(true)).toEqual({ custom: 0, generic: 8 });
  expect((await plans(false))?.custom).toBeGreaterThan(0);
});
