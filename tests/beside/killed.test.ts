import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadCatalogue } from "../../server/catalogue/load.ts";
import { stateFromLog, stateFromTables } from "../support/log-state.ts";
import { killable, type Killable } from "../support/killable.ts";
import { startPairs, wrongPairs } from "../support/pairs.ts";
import type { ServerProcess } from "../support/server-process.ts";
import { random } from "../support/random.ts";
import { extent, seed } from "../support/extent.ts";
import { patiently } from "../support/patiently.ts";

const KILLS = extent(8);
const CLIENTS = 6;
const SITES = "/api/4.2/nd/site/list";

let world: Killable;
let server: ServerProcess;
let token = "";

beforeAll(async () => {
  world = await killable(1);
  server = await world.startServer();
  token = await server.signIn("ada");
});
afterAll(async () => {
  await server.end("SIGTERM");
  await world.close();
});

const BUSY = `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`;

const VICTIMS = {
  server: async () => {
    await server.end("SIGKILL");
    // Statements of the killed server end by themselves; only then is their result known.
    await patiently(async () => expect(await world.db.query(BUSY)).toEqual([]));
    server = await world.startServer();
  },
  database: async () => {
    const pid = world.killPostgres();
    await patiently(async () => expect([pid, 0]).not.toContain(world.postmaster()));
  },
  backend: async () => {
    const [one] = await world.db.query<{ pid: number }>(`${BUSY} order by state, random() limit 1`);
    if (one !== undefined) process.kill(one.pid, "SIGKILL");
  },
  both: async () => {
    const pid = world.killPostgres();
    await server.end("SIGKILL");
    await patiently(async () => expect([pid, 0]).not.toContain(world.postmaster()));
    await patiently(() => world.db.query("select"));
    server = await world.startServer();
  },
} as const;
const NAMES = ["server", "database", "backend", "both"] as const;

async function titles(): Promise<ReadonlyMap<string, string>> {
  const rows = await patiently(() =>
    world.db.query<{ name: string; title: string }>("select name, title from nd.site"),
  );
  return new Map(rows.map(({ name, title }) => [name, title]));
}

/** Waits until the server answers again after a kill. */
async function recovered(): Promise<void> {
  await patiently(async () => expect((await server.get(SITES, token)).code).toBe("200"));
}

describe("server and database killed at random moments under load", () => {
  it(
    `[R1] ${String(KILLS)} times: acknowledged transactions are stored, and every other one is stored completely or not at all`,
    async () => {
      const next = random(seed(7));
      let acknowledged = 0;
      let unanswered = 0;
      for (let round = 0; round < KILLS; round++) {
        const prefix = `r${String(round)}`;
        const load = startPairs(server, { token, prefix, clients: CLIENTS, next });
        await sleep(100 + next(400));
        const victim = NAMES[round % NAMES.length] ?? "server";
        const killed = VICTIMS[victim]();
        await sleep(50);
        await load.stop();
        await killed;
        await recovered();
        if (load.strange.length > 0) console.log(server.output());
        expect({ victim, strange: load.strange }).toEqual({ victim, strange: [] });
        expect(wrongPairs(load.pairs, await titles())).toEqual([]);
        acknowledged += load.acknowledged;
        unanswered += load.pairs.filter((pair) => "unanswered" in pair).length;
      }
      console.log(
        `${String(KILLS)} kills, ${String(acknowledged)} transactions acknowledged, ${String(unanswered)} unanswered`,
      );
      expect(acknowledged).toBeGreaterThan(KILLS);
      expect(unanswered).toBeGreaterThan(KILLS / 4);
    },
    60_000 + KILLS * 15_000,
  );

  it("[R1] the change log matches the stored rows exactly", async () => {
    const type = (await loadCatalogue()).type("nd.site");
    const { rows, gaps } = await stateFromLog(world, type);
    expect(gaps).toEqual([]);
    const tables = await stateFromTables(
      {
        get: async () => {
          const { lists } = await server.get(SITES, token);
          return { ok: true, lists, state: undefined };
        },
      },
      type,
    );
    const made = [...tables].filter(([, row]) => /"name":"r\d+-/.test(JSON.stringify(row)));
    expect(made.length).toBeGreaterThan(0);
    expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(made));
  });
});
