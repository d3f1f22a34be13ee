import { afterAll, beforeAll, expect, it } from "vitest";
import type { Row } from "#contract/wire/json";
import { plant, type Plant } from "../support/plant.ts";
import { rowsOf } from "../support/small-world.ts";

let world: Plant;
beforeAll(async () => {
  world = await plant();
  const server = { name: "ns1", address: "127.0.0.1", port: 5353 };
  rowsOf(await world.execute("ada", [{ name: "output.server.create", new: server }]));
});
afterAll(() => world.close());

const UNIT = "late.example.";

/** Records the state of a server like the processes that ask servers. */
const note = (values: string, more = ""): Promise<unknown> =>
  world.db.query(`update output.seen set ${values} where unit = '${UNIT}' ${more}`);
const agedBy = (seconds: number): Promise<unknown> =>
  note(`waits_since = waits_since - interval '${String(seconds)} seconds'`);

async function late(login = "ada"): Promise<readonly Row[]> {
  return rowsOf(
    await world.execute(login, [{ name: "output.delivery.list", old: { unit: UNIT, is_late: true } }]),
  );
}

it("[HOME-41] a delivery is late if its server was waited for longer than 20 seconds, whatever was applied meanwhile", async () => {
  await world.db.query(
    `insert into output.seen (server, unit, wanted) select id, '${UNIT}', '1' from output.server where name = 'ns1'`,
  );
  expect(await late()).toEqual([]);
  await agedBy(19);
  expect(await late()).toEqual([]);
  await agedBy(2);
  expect(await late()).toMatchObject([{ server: "ns1", is_live: false }]);
  // Another version and another error do not reset the time.
  await note("wanted = '2', wanted_since = clock_timestamp(), error = 'no_answer'");
  expect(await late()).toHaveLength(1);
  expect(await late("otto")).toEqual([]);
  await note("has = '2', error = null, live_since = clock_timestamp()");
  expect(await late()).toEqual([]);
  await note("wanted = '3'");
  expect(await late()).toEqual([]);
  await agedBy(21);
  expect(await late()).toHaveLength(1);
});
