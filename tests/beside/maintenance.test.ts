import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { extent, seed } from "../support/extent.ts";
import { failover, type Failover } from "../support/failover.ts";
import { HAPROXY_IS_THERE } from "../support/haproxy.ts";
import { patientCaller } from "../support/patient-caller.ts";
import { random } from "../support/random.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

/** Names of the processes in the file of docs/operating.md. */
const NAMES = ["one", "two", "three"] as const;
/** The longest wait in ms if the other processes continue. */
const LONGEST_MS = 10_000;
/** In ms from the moment at which a new process listens, or at which the new primary accepts writes. */
const LONGEST_AFTER_MS = 5_000;
const CLIENTS = 4;
/** HAProxy finds a process, and PostgreSQL, with two of its checks. */
const SETTLED_MS = 2_500;

let world: Failover;
let servers: ServerProcess[] = [];
let token = "";

const startBehind = (port: number): Promise<ServerProcess> =>
  startProcess({ DATABASE_URL: world.url, NETPORTAL_PORT: String(port) });

/** Callers that create sites and read each of them, with the time of the slowest of both in ms. */
function callers(prefix: string) {
  const failed: string[] = [];
  let [isStopped, changes, longest] = [false, 0, 0];
  async function call(number: number): Promise<void> {
    const caller = patientCaller(world.web, token);
    for (let count = 0; !isStopped; count++) {
      const name = `${prefix}-${String(number)}-${String(count)}`;
      const begun = performance.now();
      await caller.change([{ idx: "made", name: "nd.site.create", new: { name } }]);
      const made = performance.now();
      changes++;
      const { sites } = await caller.read([{ idx: "sites", name: "nd.site.list", old: { name } }]);
      longest = Math.max(longest, made - begun, performance.now() - made);
      if (sites?.length !== 1) failed.push(`${name}: ${String(sites?.length)} rows`);
    }
  }
  const running = Array.from({ length: CLIENTS }, (_, number) =>
    call(number).catch((fault: unknown) => {
      failed.push(String(fault));
    }),
  );
  return async () => {
    isStopped = true;
    await Promise.all(running);
    return { failed, changes, longest: Math.round(longest) };
  };
}

/** The longest allowed wait of a call in ms, and the reason of its wait. */
interface Part {
  readonly allowed: number;
  readonly told: string;
}

/** Repeats an action this number of times while callers call. Callers may notice only a wait. */
async function unnoticed(what: string, times: number, work: () => Promise<Part>): Promise<void> {
  const waits: string[] = [];
  let all = 0;
  for (let time = 0; time < times; time++) {
    const stop = callers(`${what}-${String(time)}`);
    await sleep(300);
    const { allowed, told } = await work();
    const { failed, changes, longest } = await stop();
    expect(failed).toEqual([]);
    expect(changes).toBeGreaterThan(CLIENTS);
    expect(longest).toBeLessThan(allowed);
    waits.push(`${String(longest)}${told}`);
    all += changes;
  }
  console.log(
    `${String(times)} × ${what}: ${String(all)} changes, none failed; longest wait in ms: ${waits.join(", ")}`,
  );
}

describe.skipIf(!HAPROXY_IS_THERE)("maintenance while portals and scripts call", () => {
  beforeAll(async () => {
    world = await failover();
    servers = await Promise.all(world.processPorts.map(startBehind));
    token = (await servers[0]?.signIn("ada")) ?? "";
    await sleep(SETTLED_MS);
  }, 180_000);
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.end("SIGTERM")));
    await world.stop();
  });

  const upgrades = extent(1);
  it(
    "[OPER-90] fails no call when all processes end and start again, as for a new version",
    () =>
      unnoticed("upgrade", upgrades, async () => {
        const begun = performance.now();
        const ended = servers.map((server) => server.end("SIGTERM"));
        // The first one brings the database to its version while the others are still ending.
        servers = [await startBehind(world.processPorts[0])];
        const started = performance.now() - begun;
        expect(await Promise.all(ended)).toEqual(NAMES.map(() => 0));
        servers.push(...(await Promise.all(world.processPorts.slice(1).map(startBehind))));
        await sleep(SETTLED_MS);
        return { allowed: started + LONGEST_AFTER_MS, told: ` (first process after ${started.toFixed()})` };
      }),
    upgrades * 60_000,
  );

  const kills = extent(2);
  it(
    "[OPER-91] fails no call when a process is killed",
    () => {
      const next = random(seed(31));
      return unnoticed("kill", kills, async () => {
        const at = next(NAMES.length);
        await sleep(next(500));
        await servers[at]?.end("SIGKILL");
        servers[at] = await startBehind(world.processPorts[at] ?? 0);
        await sleep(SETTLED_MS);
        return { allowed: LONGEST_MS, told: "" };
      });
    },
    kills * 60_000,
  );

  const failovers = extent(1);
  it(
    "[OPER-92] fails no call when the database is killed and its standby promoted",
    () =>
      unnoticed("failover", failovers, async () => {
        const killed = performance.now();
        const promoting = world.fail();
        await promoting.then(() => world.led());
        const led = performance.now() - killed;
        const promoted = await promoting;
        await sleep(6_000);
        await world.rebuild();
        return {
          allowed: promoted + LONGEST_AFTER_MS,
          told: ` (writable after ${promoted.toFixed()}, through HAProxy after ${led.toFixed()})`,
        };
      }),
    failovers * 90_000,
  );
});
