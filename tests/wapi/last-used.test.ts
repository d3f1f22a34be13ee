import { afterAll, beforeAll, expect, it } from "vitest";
import { tokenHash } from "../../server/access/token.ts";
import { codeOf, smallWorld, tokenOf, type SmallWorld } from "../support/small-world.ts";

let world: SmallWorld;
beforeAll(async () => {
  world = await smallWorld();
});
afterAll(() => world.close());

const HASH = tokenHash(tokenOf("greta"));

async function setUse(secondsAgo: number | null): Promise<void> {
  await world.db.query(
    "update cntl.wapi_auth set last_used = date_trunc('second', now()) - $2 * interval '1 second' where token_hash = $1",
    [HASH, secondsAgo],
  );
}

async function age(): Promise<number | null> {
  const [row] = await world.db.query<{ age: number | null }>(
    "select extract(epoch from date_trunc('second', now()) - last_used)::int age from cntl.wapi_auth where token_hash = $1",
    [HASH],
  );
  return row?.age ?? null;
}

it("the use of a token is recorded at its first use, and again after a minute", async () => {
  await setUse(null);
  await world.get("greta", "nd.site.list");
  await expect.poll(age).toBeLessThan(5);
  await setUse(50);
  await world.get("greta", "nd.site.list");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await age()).toBeGreaterThanOrEqual(50);
  await setUse(70);
  await world.get("greta", "nd.site.list");
  await expect.poll(age).toBeLessThan(5);
});

it("no call waits until the use is recorded, not even if the row is locked", async () => {
  await setUse(70);
  await world.db.transaction({ mode: "read write", statementTimeout: 60_000, dryRun: true }, async (tx) => {
    await tx.query("select from cntl.wapi_auth where token_hash = $1 for update", [HASH]);
    const calls = await Promise.all(Array.from({ length: 40 }, () => world.get("greta", "nd.site.list")));
    expect(calls.map(codeOf)).toEqual(calls.map(() => "200"));
  });
  expect(await age()).toBeGreaterThanOrEqual(70);
  await world.get("greta", "nd.site.list");
  await expect.poll(age).toBeLessThan(5);
});
