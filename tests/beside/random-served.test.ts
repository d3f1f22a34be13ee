import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { targetName } from "#contract/values/record-data";
import { rrBytes } from "../../server/dns-wire/message.ts";
import { extent, seed } from "../support/extent.ts";
import { hadBy, KINDS, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { acceptedRecords, RANDOM_TYPES, type AcceptedRecord } from "../support/random-records.ts";
import { createRandom } from "../support/rights-oracle/random.ts";

/** Number of accepted values, and how many of them are in the zone at the same time. */
const COUNT = extent(2000);
const AT_ONCE = 10_000;
const ZONE = "example.com.";
const TTL = 3600;

const NAMES = `insert into dns.fqdn (value, type) select v, $2 from unnest($1::text[]) v on conflict do nothing`;
const EMPTY = `delete from dns.record where name like 'n%.${ZONE}' and name <> 'ns.${ZONE}'`;
const RECORDS = `insert into dns.record (fqdn, type, data, target_is_reverse_unique)
    select f.id, i.type, i.stored, false from json_to_recordset($1::json) i(name text, type text, stored text)
      join dns.fqdn f on f.value = i.name || '.${ZONE}'`;

describe.skipIf(KINDS.length === 0)("[API-82] random data of every type, sent by the hidden primary", () => {
  let world: ServedWorld;
  let others: readonly string[] = [];
  beforeAll(async () => {
    world = await servedWorld();
    await world.live();
    const [server] = world.servers;
    if (server !== undefined) others = await hadBy(server, ZONE);
  });
  afterAll(() => world.close());

  async function place(records: readonly AcceptedRecord[]): Promise<void> {
    const targets = records.flatMap(({ type, stored }) => targetName(type, stored) ?? []);
    await world.db.query(NAMES, [[...new Set(targets)], "extern"]);
    await world.db.query(NAMES, [records.map(({ name }) => `${name}.${ZONE}`), "domain"]);
    await world.db.query(EMPTY);
    await world.db.query(RECORDS, [JSON.stringify(records)]);
  }

  it(
    "[API-83] is served by BIND and Knot as it is stored, and none is left out",
    async () => {
      const random = createRandom(seed(37));
      for (let done = 0; done < COUNT; done += AT_ONCE) {
        const records = acceptedRecords(random, Math.min(AT_ONCE, COUNT - done));
        expect(new Set(records.map(({ type }) => type)).size).toBe(RANDOM_TYPES.length);
        await place(records);
        await world.live(120_000);
        const sent = records.map(({ name, type, stored }) =>
          rrBytes({ name: `${name}.${ZONE}`, type, ttl: TTL, rdata: stored }).toString("hex"),
        );
        const wanted = [...others, ...sent].toSorted();
        for (const server of world.servers) expect(await hadBy(server, ZONE)).toEqual(wanted);
      }
      expect(await world.db.query("select * from output.unsent")).toEqual([]);
      expect(world.logged).toEqual([]);
    },
    extent(120_000),
  );
});
