import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchZone, NotFetched } from "../../server/output/dns/exchange.ts";
import { extent, seed } from "../support/extent.ts";
import {
  freePort,
  hadBy,
  HOST,
  KINDS,
  newKey,
  servedWorld,
  wantedOf,
  type ServedWorld,
} from "../support/name-servers.ts";
import { randomNames } from "../support/random-names.ts";
import { createRandom } from "../support/rights-oracle/random.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { rowsOf } from "../support/small-world.ts";

const KILLS = extent(2);

describe.skipIf(KINDS.length === 0)("a process that publishes and is killed at any moment", () => {
  let world: ServedWorld;
  const key = newKey("reader.netportal.");
  beforeAll(async () => {
    world = await servedWorld();
    const reader = { name: "reader", address: HOST, port: 1, is_enabled: true, has_catalog: false };
    rowsOf(
      await world.execute("ada", [
        { name: "output.server.create", new: { ...reader, key_name: key.name, key_secret: key.secret } },
      ]),
    );
  });
  afterAll(() => world.close());

  it("loses nothing, and never gives one serial to two contents", async () => {
    const random = createRandom(seed(3));
    const names = randomNames(world, seed(8));
    const port = await freePort();
    const start = (): Promise<ServerProcess> =>
      startProcess({
        DATABASE_URL: world.url,
        NETPORTAL_DEMO: "0",
        NETPORTAL_DNS_LISTEN: `${HOST}:${String(port)}`,
      });
    const contents = new Map<string, string>();
    // The publisher of this process rests, so that the killed ones have all the work.
    await world.stop();
    for (let kill = 0; kill < KILLS; kill++) {
      const server = await start();
      const end = new Promise<void>((resolve) => setTimeout(resolve, random.below(1500))).then(() =>
        server.end("SIGKILL"),
      );
      let isOver = false;
      void end.then(() => {
        isOver = true;
      });
      while (!isOver) {
        await names.change();
        await note(contents, port);
      }
      await end;
    }
    await world.restart();
    await world.db.query("update output.server set is_enabled = false where name = 'reader'");
    await world.live(60_000);
    for (const server of world.servers)
      expect(await hadBy(server, "example.com.")).toEqual(await wantedOf(world, "example.com."));
    expect(contents.size).toBeGreaterThan(KILLS);
  }, 300_000);

  /** Notes what a serial stands for; fails if it stood for something else before. */
  async function note(contents: Map<string, string>, port: number): Promise<void> {
    const records = await fetched(port);
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

  async function fetched(port: number): Promise<Awaited<ReturnType<typeof fetchZone>>> {
    try {
      return await fetchZone({ address: HOST, port, key }, "example.com.");
    } catch (error) {
      // The process is being killed or has nothing to give yet.
      if (error instanceof NotFetched || (error instanceof Error && "syscall" in error)) return [];
      throw error;
    }
  }
});
