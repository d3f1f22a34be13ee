import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchZone, NotFetched } from "../../server/dns-wire/exchange.ts";
import { extent, seed } from "../support/extent.ts";
import { hadBy, HOST, KINDS, wantedOf } from "../support/name-servers.ts";
import { publishedWorld, type PublishedWorld } from "../support/publishers.ts";
import { randomNames } from "../support/random-names.ts";
import { createRandom } from "../support/rights-oracle/random.ts";
import { rowsOf } from "../support/small-world.ts";
import { watchLive } from "../support/watch-live.ts";

const KILLS = extent(4);
const ZONE = "example.com.";
/** BIND avoids an address for ten minutes after it has refused two connections; after hundreds of kills both addresses have. */
const LEFT_ALONE_MS = KILLS > 20 ? 10 * 60_000 : 0;
/** A publisher that has failed often notifies a server of a change only once a minute. */
const LONGEST_PAUSE_MS = KILLS > 20 ? 60_000 : 0;
const LIVE_MS = LEFT_ALONE_MS + LONGEST_PAUSE_MS + 60_000;

describe.skipIf(KINDS.length === 0)("a process that publishes and is killed at any moment", () => {
  let world: PublishedWorld;
  beforeAll(async () => {
    world = await publishedWorld();
  }, 120_000);
  afterAll(() => world.close());

  it(
    "loses nothing, never gives one serial to two contents, and reports nothing as live before the servers have it",
    async () => {
      const random = createRandom(seed(3));
      const names = randomNames(world, seed(8));
      const contents = new Map<string, string>();
      const watch = watchLive(world);
      const versions = (): number => [...watch.told].filter((told) => told.includes(` ${ZONE} `)).length;
      // On a busy machine the first processes are killed before a server asks them.
      const isEnough = (): boolean => versions() > world.servers.length && contents.size > KILLS;
      for (let kill = 0; kill < KILLS || (!isEnough() && kill < KILLS * 5); kill++) {
        const server = await world.start(world.primary.port);
        let isOver = false;
        const end = sleep(random.below(1500)).then(async () => {
          await server.end("SIGKILL");
          isOver = true;
        });
        while (!isOver) {
          await names.change();
          // Most random changes are in other zones.
          await changeZone();
          await note(contents);
        }
        await end;
      }
      // The servers transferred later versions than the published one before the kills, from processes that were then killed.
      const fetchedVersions = versions();
      await world.restart();
      await world.liveWithoutReader(LIVE_MS);
      expect(await watch.stop()).toEqual([]);
      expect(fetchedVersions).toBeGreaterThan(world.servers.length);
      for (const server of world.servers)
        expect(await hadBy(server, ZONE)).toEqual(await wantedOf(world, ZONE));
      expect(contents.size).toBeGreaterThan(KILLS);
    },
    extent(600_000),
  );

  let ttl = 600;
  /** Another TTL for all records without one of their own. */
  async function changeZone(): Promise<void> {
    const change = { old: { value: ZONE }, new: { zone_ttl_default: ++ttl } };
    rowsOf(await world.execute("ada", [{ name: "dns.fqdn.update", ...change }]));
  }

  /** Records the contents of a serial; fails if it had other contents before. */
  async function note(contents: Map<string, string>): Promise<void> {
    const records = await fetched();
    const [soa] = records;
    if (soa === undefined) return;
    const serial = soa.rdata.toString("hex");
    const all = records
      .slice(1, -1)
      .map(({ name, type, ttl, rdata }) => [name, type, ttl, rdata.toString("hex")].join(" "));
    const content = createHash("sha256").update(all.toSorted().join("\n")).digest("hex");
    expect(contents.get(serial) ?? content).toBe(content);
    contents.set(serial, content);
  }

  async function fetched(): Promise<Awaited<ReturnType<typeof fetchZone>>> {
    try {
      return await fetchZone({ address: HOST, port: world.primary.port, key: world.reader }, ZONE);
    } catch (error) {
      // The process is being killed, or has no zone yet.
      if (error instanceof NotFetched || (error instanceof Error && "syscall" in error)) return [];
      throw error;
    }
  }
});
