import { afterAll, beforeAll, expect, it } from "vitest";
import { countDeliveries } from "../../server/services/start-services.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

it("deliveries are counted for each kind of server as live, late and failing, without those of disabled servers", async () => {
  await database.db.query(
    `insert into output.server (name, kind, address, port, is_enabled)
      values ('ns1', 'dns', '192.0.2.1', 53, true), ('off', 'dns', '192.0.2.2', 53, false), ('kea1', 'kea', '192.0.2.3', 80, true)`,
  );
  await database.db.query(
    `insert into output.seen (server, unit, wanted, has, error, waits_since)
      select s.id, u.unit, '7', u.has, u.error, now() - u.since * interval '1 minute'
      from output.server s
        join (values ('ns1', 'live.', '7', null, 90), ('ns1', 'wrong.', '7', 'refused', 80), ('ns1', 'late.', '6', 'waiting', 30),
          ('ns1', 'later.', null, null, 10), ('ns1', 'both.', '6', 'no_answer', 20), ('off', 'late.', '6', 'refused', 99),
          ('kea1', 'dhcp4', '7', null, 50)) u(server, unit, has, error, since) on u.server = s.name`,
  );
  const counts = await countDeliveries(database.db);
  expect(counts).toMatchObject([
    { kind: "dns", live: 1, late: 3, failing: 2 },
    { kind: "kea", live: 1, late: 0, failing: 0, oldest_late: 0 },
  ]);
  expect(Math.round((counts[0]?.oldest_late ?? 0) / 60)).toBe(30);
});
