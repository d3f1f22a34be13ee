import { setTimeout as sleep } from "node:timers/promises";
import { fastify } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { createPool } from "../../server/db/pool.ts";
import { failureAnswerer } from "../../server/http/answers.ts";
import { faultWords } from "../../server/wapi/describe/fault-words.ts";
import { extent, seed } from "../support/extent.ts";
import { failover, type Failover } from "../support/failover.ts";
import { HAPROXY_IS_THERE } from "../support/haproxy.ts";
import { startPairs, wrongPairs } from "../support/pairs.ts";
import { random } from "../support/random.ts";
import { callsTo, startProcess, type ServerProcess } from "../support/server-process.ts";

const ROUNDS = extent(20);
const CLIENTS = 6;
const GAP_MS = 5_000;
/** The time that the recipe waits, around each restart. */
const BETWEEN_RESTARTS_MS = 3_000;

let world: Failover;
let servers: ServerProcess[] = [];
let token = "";

beforeAll(async () => {
  if (!HAPROXY_IS_THERE) return;
  world = await failover();
  servers = await Promise.all(world.processPorts.map(startBehind));
  token = (await servers[0]?.signIn("ada")) ?? "";
}, 180_000);
afterAll(async () => {
  if (!HAPROXY_IS_THERE) return;
  await Promise.all(servers.map((server) => server.end("SIGTERM")));
  await world.stop();
});

const startBehind = (port: number): Promise<ServerProcess> =>
  startProcess({ DATABASE_URL: world.url, NETPORTAL_PORT: String(port) });

/** The processes behind HAProxy. Records the longest time without an acknowledged transaction, and every other answer. */
function throughProxy() {
  const { execute } = callsTo(world.web);
  let last = performance.now();
  let gap = 0;
  const failed: string[] = [];
  return {
    failed,
    gap: () => Math.max(gap, performance.now() - last),
    async execute(steps: readonly object[], of: string) {
      const said = await execute(steps, of);
      if (said.code === "200") {
        gap = Math.max(gap, performance.now() - last);
        last = performance.now();
      } else failed.push(`${String(said.status)} ${said.code}`);
      return said;
    },
  };
}

describe.skipIf(!HAPROXY_IS_THERE)(
  "a primary that is killed at a random moment and whose standby is promoted",
  () => {
    it(
      `[R1] ${String(ROUNDS)} times: no acknowledged change is lost, every transaction is done completely or not at all, and changes continue within ${String(GAP_MS / 1000)} s`,
      async () => {
        const next = random(seed(11));
        const gaps: number[] = [];
        let acknowledged = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const proxy = throughProxy();
          const load = startPairs(proxy, { token, prefix: `f${String(round)}`, clients: CLIENTS, next });
          await sleep(200 + next(800));
          await world.fail();
          const before = load.acknowledged;
          // The gap ends when changes continue.
          for (let waited = 0; waited < 2 * GAP_MS && load.acknowledged < before + 20; waited += 20)
            await sleep(20);
          await load.stop();
          gaps.push(Math.round(proxy.gap()));
          expect(load.strange).toEqual([]);
          const rows = await world.query<{ name: string; title: string }>("select name, title from nd.site");
          expect(wrongPairs(load.pairs, new Map(rows.map(({ name, title }) => [name, title])))).toEqual([]);
          acknowledged += load.acknowledged;
          await world.rebuild();
        }
        console.log(
          `${String(ROUNDS)} failovers, ${String(acknowledged)} transactions acknowledged; gaps in ms: ${gaps.join(", ")}`,
        );
        expect(Math.max(...gaps)).toBeLessThan(GAP_MS);
        expect(acknowledged).toBeGreaterThan(ROUNDS * 20);
      },
      60_000 + ROUNDS * 60_000,
    );
  },
);

describe.skipIf(!HAPROXY_IS_THERE)("a restart of one process after the other", () => {
  it("loses no call if HAProxy drains each process first", async () => {
    // HAProxy runs before the processes, and sees them at its next checks.
    await sleep(BETWEEN_RESTARTS_MS);
    const proxy = throughProxy();
    const load = startPairs(proxy, { token, prefix: "r", clients: CLIENTS, next: random(seed(12)) });
    for (const [at, port] of world.processPorts.entries()) {
      const name = ["one", "two", "three"][at] ?? "";
      await world.setServer(name, "drain");
      await sleep(BETWEEN_RESTARTS_MS);
      expect(await servers[at]?.end("SIGTERM")).toBe(0);
      servers[at] = await startBehind(port);
      await world.setServer(name, "ready");
      await sleep(BETWEEN_RESTARTS_MS);
    }
    await load.stop();
    console.log(
      `3 restarts: ${String(load.acknowledged)} acknowledged, ${String(proxy.failed.length)} failed`,
    );
    expect(proxy.failed).toEqual([]);
    expect(load.acknowledged).toBeGreaterThan(100);
  }, 120_000);
});

describe.skipIf(!HAPROXY_IS_THERE)("a process that follows its database", () => {
  it("reports the database as away if the proxy leads to a standby that is not yet promoted", async () => {
    const db = createPool({ connectionString: world.standbyUrl }, 1);
    const http = fastify();
    const words = faultWords(await loadCatalogue());
    http.setErrorHandler(failureAnswerer({ accessMode: "rw", log: () => undefined, words }));
    const options = { mode: "read write", statementTimeout: 1_000, dryRun: false } as const;
    http.get("/", () => db.transaction(options, () => Promise.resolve({})));
    const said = await http.inject({ url: "/" });
    expect([said.statusCode, said.payload]).toEqual([503, expect.stringContaining('"not_ready"')]);
    await http.close();
    await db.close();
  });

  it("reads while it is a replica, and writes once it is promoted", async () => {
    const follower = await startProcess({ DATABASE_URL: world.standbyUrl, NETPORTAL_ACCESS_MODE: "auto" });
    try {
      const create = [{ name: "nd.site.create", new: { name: "after the promotion" } }];
      expect((await follower.get("/api/4.2/nd/site/list", token)).code).toBe("200");
      expect((await follower.execute(create, token)).code).toBe("-20920/1");
      await world.fail();
      await expect
        .poll(async () => (await follower.execute(create, token)).code, { timeout: 30_000, interval: 200 })
        .toBe("200");
      expect(follower.output()).toContain("The database was promoted to a primary.");
    } finally {
      await follower.end("SIGTERM");
    }
  }, 90_000);
});
