import { afterAll, beforeAll, expect, it } from "vitest";
import { subnetOf } from "../../server/domain/nd/ip-subnet.sql.ts";
import { extent } from "../support/extent.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { createRandom, type Random } from "../support/rights-oracle/random.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.query("insert into nd.bcd (name) values ('scc-net-1')");
});

afterAll(async () => {
  await database.close();
});

/** A network of a small space, so that many of them hold each other, stand beside each other or are the whole space. */
function network(random: Random, isV6: boolean): string {
  const length = random.below(isV6 ? 14 : 13);
  const bits = random.below(4096) & ~((1 << (12 - Math.min(length, 12))) - 1);
  const [high, low] = [bits >> 8, bits & 255];
  return isV6
    ? `2001:db8:0:${high.toString(16)}${low.toString(16).padStart(2, "0")}::/${String(52 + Math.min(length, 12))}`
    : `10.0.${String(high)}.${String(low)}/${String(20 + Math.min(length, 12))}`;
}

const WRONG = `select p.place::text, found.id::text as found, wanted.id::text as wanted from unnest($1::inet[]) p(place)
  left join lateral (${subnetOf("p.place", "s.id")}) found on true
  left join lateral (select s.id from nd.ip_subnet s where s.cidr >>= p.place order by masklen(s.cidr) desc limit 1) wanted on true
  where found.id is distinct from wanted.id`;

const HELD = "select from unnest($1::inet[]) p join nd.ip_subnet s on s.cidr >>= p";
const OPEN = { mode: "read write", statementTimeout: 30_000, dryRun: false } as const;

class TakenBack extends Error {}

it("[OBJ-66] the subnet of an address or network is the smallest that contains it, also while subnets of an open transaction overlap", async () => {
  const random = createRandom(20261130);
  let found = 0;
  for (let round = 0; round < extent(60); round++) {
    const isV6 = random.below(3) === 0;
    const subnets = Array.from({ length: 1 + random.below(12) }, () => network(random, isV6));
    const places = Array.from({ length: 60 }, () => {
      const place = network(random, random.below(8) === 0 ? !isV6 : isV6);
      return random.below(3) === 0 ? place : (place.split("/")[0] ?? place);
    });
    const work = database.db.transaction(OPEN, async (tx) => {
      await tx.query(
        "insert into nd.ip_subnet (cidr, bcd) select distinct n::cidr, b.id from unnest($1::text[]) n cross join nd.bcd b",
        [subnets],
      );
      expect(await tx.query(WRONG, [places]), `${subnets.join(" ")}; round ${String(round)}`).toEqual([]);
      found += (await tx.query(HELD, [places])).length;
      throw new TakenBack();
    });
    // The end of the transaction would refuse subnets that overlap.
    await expect(work).rejects.toThrow(TakenBack);
  }
  expect(found).toBeGreaterThan(extent(60) * 10);
});
