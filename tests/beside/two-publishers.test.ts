import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fetchZone, NotFetched } from "../../server/dns-wire/exchange.ts";
import { serialIn } from "../../server/dns-wire/message.ts";
import { freePort, hadBy, HOST, KINDS, wantedOf } from "../support/name-servers.ts";
import { publishedWorld, type PublishedWorld } from "../support/publishers.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { rowsOf } from "../support/small-world.ts";

const ZONE = "example.com.";
const CHANGES = 20;

interface Publisher {
  readonly port: number;
  readonly process: ServerProcess;
}

describe.skipIf(KINDS.length === 0)("two processes of one database that publish at the same time", () => {
  let world: PublishedWorld;
  let one: Publisher;
  let other: Publisher;
  const start = async (port: number): Promise<Publisher> => ({ port, process: await world.start(port) });
  beforeAll(async () => {
    world = await publishedWorld();
    [one, other] = await Promise.all([start(world.primary.port), start(await freePort())]);
  }, 120_000);
  afterAll(async () => {
    await other.process.end("SIGTERM");
    await world.close();
  });

  const add = async (name: string): Promise<void> => {
    rowsOf(
      await world.execute("ada", [
        {
          name: "dns.record.create",
          new: { fqdn: `${name}.${ZONE}`, fqdn_type: "domain", type: "TXT", data: "x" },
        },
      ]),
    );
  };
  const isPublished = (name: string): Promise<void> =>
    vi.waitFor(async () => {
      const found = await world.db.query("select from output.rr where name = $1", [`${name}.${ZONE}`]);
      expect(found).toHaveLength(1);
    }, SOON);
  const serialAt = async ({ port }: Publisher): Promise<number | null> => {
    try {
      return serialIn(await fetchZone({ address: HOST, port, key: world.reader }, ZONE));
    } catch (error) {
      if (error instanceof NotFetched) return null;
      throw error;
    }
  };
  /** Number of versions, and those that do not follow from the one before. */
  const versions = async (): Promise<{ readonly count: number; readonly loose: number }> => {
    const [row] = await world.db.query<{ count: number; loose: number }>(
      `select count(*)::int as count, (count(*) filter (where before <> prior))::int as loose
       from (select before, lag(serial) over (order by serial) as prior from output.delta where zone = $1) d`,
      [ZONE],
    );
    return row ?? { count: 0, loose: 0 };
  };

  it("publish each change once, and answer with the same version", async () => {
    const before = await versions();
    for (let n = 0; n < CHANGES; n++) {
      await add(`both-${String(n)}`);
      await isPublished(`both-${String(n)}`);
    }
    const after = await versions();
    expect([after.count - before.count, after.loose]).toEqual([CHANGES, 0]);
    const [here, there] = [await serialAt(one), await serialAt(other)];
    expect(here).not.toBeNull();
    expect(there).toBe(here);
    expect([one, other].map(({ process }) => process.output()).join("\n")).not.toMatch(/publish: |dns: /);
  });

  it("take over from each other: changes of the killed process are published by the other, and reach its servers", async () => {
    await Promise.all([one.process.end("SIGKILL"), add("orphan")]);
    await isPublished("orphan");
    // The name servers fetch from the address of the killed one, where the next process listens.
    await add("later");
    await isPublished("later");
    one = await start(world.primary.port);
    await world.liveWithoutReader();
    for (const server of world.servers)
      expect(await hadBy(server, ZONE)).toEqual(await wantedOf(world, ZONE));
    await one.process.end("SIGTERM");
  }, 120_000);
});

const SOON = { timeout: 30_000, interval: 20 };
