import { afterAll, beforeAll, expect, it } from "vitest";
import ROLES from "../../server/demo/data/roles.json" with { type: "json" };
import { rowsOf, smallWorld, textIn, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
  const grants = ROLES.find(({ name }) => name === "reader")?.grants ?? "";
  await world.db.query("insert into cntl.role (name, is_assignable) values ('reader', true)");
  await world.db.query(
    "insert into cntl.role2permission (role_name, permission_name) select r.id, p.id from cntl.role r, cntl.permission p where r.name = 'reader' and p.name ~ $1",
    [grants],
  );
  await world.db.query(
    "insert into cntl.mgr2role (login_name, role_name) select m.id, r.id from cntl.mgr m, cntl.role r where m.login_name = 'greta' and r.name = 'reader'",
  );
});
afterAll(() => world.close());

it("[PERM-50] the role reader of the demo reads every row of every type from its plain list, as an administrator does", async () => {
  const short: string[] = [];
  let hidden = 0;
  for (const { name, attributes } of world.catalogue.types.values()) {
    // A list of any objects needs their gpks, and values in a call are no objects.
    if (name === "wapi.object" || !attributes.has("gpk")) continue;
    const steps = [{ name: `${name}.list` }];
    // The list of calls grows only by the calls of this test.
    const all = await gpksOf("ada", steps);
    const read = new Set(await gpksOf("greta", steps));
    const own = new Set(await gpksOf("ab1234", steps));
    if (all.some((gpk) => !read.has(gpk))) short.push(name);
    if (all.some((gpk) => !own.has(gpk))) hidden += 1;
  }
  expect(short).toEqual([]);
  // Otherwise the comparison would prove nothing.
  expect(hidden).toBeGreaterThan(10);
});

async function gpksOf(
  login: string,
  steps: readonly { readonly name: string }[],
): Promise<readonly string[]> {
  return rowsOf(await world.execute(login, steps)).map((row) => textIn(row, "gpk"));
}
