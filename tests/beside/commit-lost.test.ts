import { join } from "node:path";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { OutcomeUnknown } from "../../server/db/outcome.ts";
import { createPool } from "../../server/db/pool.ts";
import { cuttingProxy, type Cut, type CuttingProxy } from "../support/cutting-proxy.ts";
import { extent, seed } from "../support/extent.ts";
import { killPostmaster } from "../support/killable.ts";
import { random } from "../support/random.ts";
import { scratchFolder } from "../support/scratch.ts";

const ROUNDS = extent(6);
const TOGETHER = 4;

let folder = "";
let postgres: Awaited<ReturnType<typeof startEmbedded>>;
/** A direct connection to the database. */
let direct: Database;
let proxy: CuttingProxy;
let db: Database;

beforeAll(async () => {
  folder = scratchFolder("commit-lost");
  postgres = await startEmbedded(folder, () => undefined);
  const { host, port, user, database } = postgres.connection;
  direct = createPool(postgres.connection, 2);
  proxy = await cuttingProxy(join(host, `.s.PGSQL.${String(port)}`));
  db = createPool({ host: "127.0.0.1", port: proxy.port, user, database, ssl: false }, TOGETHER);
  await direct.query("create table public.kept (name text primary key)");
  // A transaction that began in the second of a checkpoint, such as that of the start, is reported as unknown (server/db/outcome.ts).
  await direct.query(
    "select pg_sleep(greatest(0, 1.1 + extract(epoch from checkpoint_time - clock_timestamp()))::float8) from pg_control_checkpoint()",
  );
}, 60_000);
afterAll(async () => {
  await db.close();
  await direct.close();
  await proxy.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

const WRITING = { mode: "read write", statementTimeout: 60_000 } as const;

/** Stores a name like a call: the last statement is sent together with the commit. */
async function store(name: string, readsFirst: boolean): Promise<"stored" | "unknown" | "not stored"> {
  try {
    return await db.transaction({ ...WRITING, ...(readsFirst ? { readsFirst } : {}) }, async (tx) => {
      await tx.query("select pg_advisory_xact_lock_shared(1)");
      tx.defer("insert into public.kept values ($1)", [name]);
      return "stored" as const;
    });
  } catch (error) {
    return error instanceof OutcomeUnknown ? "unknown" : "not stored";
  }
}

/** The database may be starting again. */
async function isThere(name: string): Promise<boolean> {
  let rows: readonly object[] = [];
  await expect
    .poll(
      async () => {
        rows = await direct.query("select from public.kept where name = $1", [name]);
        return true;
      },
      { timeout: 30_000, interval: 50 },
    )
    .toBe(true);
  return rows.length > 0;
}

const kill = (): void => void killPostmaster(join(folder, "postgres"));
/** The process of a transaction that commits; the others of the server end with it, and it starts again. */
const killBackend = (): void =>
  void direct
    .query<{ pid: number }>(
      "select pid from pg_stat_activity where query like 'commit%' or query like 'insert%' order by query like 'commit%' desc limit 1",
    )
    .then(([row]) => row !== undefined && process.kill(row.pid, "SIGKILL"))
    .catch(() => undefined);
const terminate = (): void =>
  void direct
    .query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and application_name = 'netportal' limit 1",
    )
    .catch(() => undefined);

describe("[API-66] a commit whose answer is lost", () => {
  it.each<readonly [string, Cut, readonly string[]]>([
    ["swallowed on its way back: the call is answered as done", "swallow", ["stored"]],
    ["never arrived: the call is answered as not done", "drop", ["not stored"]],
    ["of a process that is ended", terminate, ["stored", "not stored"]],
    ["of a process that is killed", killBackend, ["stored", "not stored"]],
    ["of a PostgreSQL that is killed", kill, ["stored", "not stored", "unknown"]],
  ])(
    "%s",
    async (title, cut, allowed) => {
      const next = random(seed(5));
      const said: string[] = [];
      let cuts = 0;
      for (let round = 0; cuts < ROUNDS; round++) {
        expect(round).toBeLessThan(ROUNDS * 5);
        const isCut = proxy.cutNext(cut);
        const names = Array.from({ length: TOGETHER }, (_, at) => `${title} ${String(round)} ${String(at)}`);
        const stored = await Promise.all(names.map((name) => store(name, next(2) === 0)));
        if (isCut()) cuts++;
        for (const [at, name] of names.entries()) {
          const outcome = stored[at] ?? "";
          said.push(outcome);
          if (outcome !== "unknown")
            expect({ name, outcome }).toEqual({
              name,
              outcome: (await isThere(name)) ? "stored" : "not stored",
            });
        }
      }
      const once = said.filter((one) => one !== "stored");
      if (cut === "swallow") expect(once).toEqual([]);
      if (cut === "drop") expect(once).toHaveLength(ROUNDS);
      const counts = Object.groupBy(said, (one) => one);
      console.log(title, Object.fromEntries(Object.entries(counts).map(([one, all]) => [one, all?.length])));
      expect(Object.keys(counts).filter((one) => !["stored", ...allowed].includes(one))).toEqual([]);
    },
    60_000 + ROUNDS * 40_000,
  );
});
