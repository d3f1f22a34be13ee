import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { hadBy, KINDS, servedWorld, wantedOf, type ServedWorld } from "../support/name-servers.ts";
import { NSD } from "../support/nsd.ts";
import { randomNames, type RandomNames } from "../support/random-names.ts";
import { rowsOf } from "../support/small-world.ts";
import { extent, seed } from "../support/extent.ts";
import { watchLive } from "../support/watch-live.ts";

const run = promisify(execFile);

/** Transactions of random changes, and how many come between two comparisons. */
const TRANSACTIONS = extent(60);
const BETWEEN = 12;

const CHECKERS = [
  { program: "/usr/bin/named-checkzone", args: ["-i", "none", "-k", "ignore"] },
  { program: "/usr/bin/kzonecheck", args: ["-o"] },
].filter(({ program }) => {
  const there = existsSync(program);
  if (!there) console.warn(`SKIPPED: ${program} is not installed`);
  return there;
});

const SERVERS = [...KINDS, ...NSD];

describe.skipIf(SERVERS.length === 0)(`the name servers ${SERVERS.join(", ")}`, () => {
  let world: ServedWorld;
  let names: RandomNames;
  beforeAll(async () => {
    world = await servedWorld(SERVERS);
    names = randomNames(world, seed(47));
    await world.live();
  });
  afterAll(() => world.close());

  const zones = async (): Promise<readonly string[]> => {
    const rows = await world.db.query<{ unit: string }>(
      "select distinct unit from output.seen where zone is not null order by 1",
    );
    return rows.map(({ unit }) => unit);
  };

  async function expectEqual(): Promise<void> {
    for (const zone of await zones()) {
      const wanted = await wantedOf(world, zone);
      for (const server of world.servers)
        expect({ zone, kind: server.kind, has: await hadBy(server, zone) }).toEqual({
          zone,
          kind: server.kind,
          has: wanted,
        });
    }
  }

  it("find their zones in the catalog and have the applied changes", async () => {
    expect(await zones()).toEqual(["example.com."]);
    await expectEqual();
  });

  it("have a name with more records than BIND takes without the settings of docs/services.md", async () => {
    const many = Array.from({ length: 150 }, (_, at) => ({
      name: "dns.record.create",
      new: { fqdn: "many.example.com.", fqdn_type: "domain", type: "TXT", data: `text ${String(at)}` },
    }));
    rowsOf(await world.execute("ada", many));
    await world.live();
    await expectEqual();
  });

  it(
    "have exactly the rows of the views after random transactions, and are never reported as live before",
    async () => {
      const watch = watchLive(world);
      for (let done = 0; done < TRANSACTIONS; done += BETWEEN) {
        for (let n = 0; n < BETWEEN; n++) await names.change();
        await world.live();
        await expectEqual();
      }
      expect(await watch.stop()).toEqual([]);
      expect(watch.told.size).toBeGreaterThan(SERVERS.length);
      expect(names.counts().applied).toBeGreaterThan(TRANSACTIONS / 2);
      expect((await zones()).length).toBeGreaterThan(3);
      expect(world.logged).toEqual([]);
    },
    extent(600_000),
  );

  it.skipIf(CHECKERS.length === 0)("have zones that the checkers of BIND and Knot accept", async () => {
    const [server] = world.servers;
    if (server === undefined) throw new Error("no server");
    const { source } = world.catalogue.type("output.record_state").spec;
    if (typeof source !== "object") throw new Error("states are a view");
    const faulty = await world.db.query<{ zone: string }>(
      `select zone from (${source.sql}) s where error = 'no_address'`,
    );
    const known = new Set(faulty.map(({ zone }) => zone));
    for (const zone of (await zones()).filter((one) => !known.has(one))) {
      const key = `${server.key.algorithm}:${server.key.name}:${server.key.secret}`;
      const at = ["@127.0.0.1", "-p", String(world.primary.port), "-y", key];
      const { stdout: text } = await run("dig", [
        ...at,
        "+onesoa",
        "+nocomments",
        "+nocmd",
        "+nostats",
        "AXFR",
        zone,
      ]);
      const file = join(tmpdir(), `netportal-zone-${String(process.pid)}`);
      writeFileSync(file, text.replace(/^.*\sTSIG\s.*$/gm, ""));
      for (const { program, args } of CHECKERS) await run(program, [...args, zone, file]);
    }
  });

  it("fetch the changes that they missed while they were away", async () => {
    for (const server of world.servers) await server.process.end("SIGKILL");
    for (let n = 0; n < 5; n++) await names.change();
    const missed = { fqdn: "missed.example.com.", fqdn_type: "domain", type: "TXT", data: "while away" };
    rowsOf(await world.execute("ada", [{ name: "dns.record.create", new: missed }]));
    await world.restart();
    for (const server of world.servers) server.start();
    await world.live(60_000);
    // A restarted server has not loaded the zones yet that it showed before.
    await vi.waitFor(expectEqual, { timeout: 60_000, interval: 200 });
  }, 150_000);
});
