import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { startEmbedded } from "../../server/db/embedded/server.ts";
import { createPool } from "../../server/db/pool.ts";
import { cuttingProxy, type Cut, type CuttingProxy } from "../support/cutting-proxy.ts";
import { extent } from "../support/extent.ts";
import { killPostmaster } from "../support/killable.ts";
import { scratchFolder } from "../support/scratch.ts";
import { startProcess, type Said, type ServerProcess } from "../support/server-process.ts";

const ROUNDS = extent(3);

let folder = "";
let postgres: Awaited<ReturnType<typeof startEmbedded>>;
/** A direct connection to the database. */
let direct: Database;
let proxy: CuttingProxy;
let server: ServerProcess;
let ada = "";

beforeAll(async () => {
  folder = scratchFolder("commit-lost-http");
  postgres = await startEmbedded(folder, () => undefined);
  const { host, port, user, database } = postgres.connection;
  direct = createPool(postgres.connection, 2);
  proxy = await cuttingProxy(join(host, `.s.PGSQL.${String(port)}`));
  const url = `postgresql://${String(user)}@127.0.0.1:${String(proxy.port)}/${String(database)}`;
  server = await startProcess({ DATABASE_URL: url });
  ada = await server.signIn("ada");
}, 180_000);
afterAll(async () => {
  await server.end("SIGKILL");
  await direct.close();
  await proxy.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The number of sites with this name; the database may be starting again. */
async function stored(name: string): Promise<number> {
  let found = -1;
  await expect
    .poll(
      async () => {
        const rows = await direct.query("select from nd.site where name = $1", [name]);
        found = rows.length;
        return true;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(true);
  return found;
}

/** Creates a site by a call whose commit is cut in this way. */
async function createdBy(name: string, cut: Cut, isSingle: boolean): Promise<Said> {
  const site = { name, title: "x" };
  for (let tries = 0; tries < 50; tries++) {
    const isCut = proxy.cutNext(cut, name);
    const said = isSingle
      ? await server.post("/api/4.2/nd/site/create", { new: site }, ada)
      : await server.execute([{ name: "nd.site.create", new: site }], ada);
    if (isCut()) return said;
    // A connection that a restart has broken fails before anything is committed.
    expect([said.status, said.code]).toEqual([503, "-20999/2"]);
    await sleep(100);
  }
  throw new Error("no call came to its commit");
}

const state = ({ headers }: Said): string | null => headers.get("x-transaction-state");

describe("[API-66] a call whose commit is not answered learns over HTTP what happened", () => {
  it.each([false, true])(
    "the answer is lost: it gets the row once (single call: %s)",
    async (isSingle) => {
      for (let round = 0; round < ROUNDS; round++) {
        const name = `SW${String(Number(isSingle))}${String(round)}`;
        const said = await createdBy(name, "swallow", isSingle);
        expect([said.code, said.lists[0]?.[0]?.["name"], state(said)]).toEqual(["200", name, "committed"]);
        expect(await stored(name)).toBe(1);
      }
    },
    120_000,
  );

  it.each([false, true])(
    "the commit never arrives: nothing is changed, and it may be repeated (single call: %s)",
    async (isSingle) => {
      for (let round = 0; round < ROUNDS; round++) {
        const name = `DR${String(Number(isSingle))}${String(round)}`;
        const said = await createdBy(name, "drop", isSingle);
        expect([said.status, said.code, state(said)]).toEqual([503, "-20999/2", "rolled_back"]);
        expect(Number(said.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(await stored(name)).toBe(0);
        expect((await server.execute([{ name: "nd.site.create", new: { name } }], ada)).code).toBe("200");
      }
    },
    120_000,
  );

  it("PostgreSQL is killed: it gets the true result, or learns that the result is unknown", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const name = `KI${String(round)}`;
      const said = await createdBy(
        name,
        () => void killPostmaster(join(folder, "postgres")),
        round % 2 === 0,
      );
      const there = await stored(name);
      const told = new Map([
        ["200", 1],
        ["-20999/2", 0],
        ["-20999/3", there],
      ]).get(said.code);
      expect({ code: said.code, there }).toEqual({ code: said.code, there: told });
      await expect
        .poll(async () => (await server.get("/api/4.2/nd/site/list", ada)).code, {
          timeout: 60_000,
          interval: 200,
        })
        .toBe("200");
    }
  }, 300_000);

  it("the database stays away: the fault says that the result is unknown, and names no state", async () => {
    const said = await createdBy("AWAY1", () => void proxy.close(), false);
    expect([said.status, said.code, state(said)]).toEqual([504, "-20999/3", null]);
  }, 120_000);
});
