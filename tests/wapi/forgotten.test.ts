import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { killable, type Killable } from "../support/killable.ts";
import type { ServerProcess } from "../support/server-process.ts";

const PROGRESS = "/api/4.2/wapi/transaction/progress";
const PATIENT = { timeout: 30_000, interval: 50 };

let world: Killable;
let server: ServerProcess;
let token = "";

beforeAll(async () => {
  world = await killable(2);
  server = await world.startServer();
  token = await server.signIn("ada");
}, 120_000);
afterAll(async () => {
  await server.end("SIGTERM");
  await world.close();
});

const create = (name: string): object => ({ name: "nd.site.create", new: { name } });
const apply = (callId: string, ...steps: readonly object[]) =>
  server.execute(steps, token, `?call_id=${callId}`);

async function stateOf(callId: string, at = server): Promise<unknown> {
  return (await at.get(`${PROGRESS}?call_id=${callId}`, token)).lists[0]?.[0]?.["state"];
}

async function signInStatus(): Promise<number> {
  const answer = await fetch(`${server.address}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "ada", password: "wrong" }),
  });
  return answer.status;
}

async function killPostgres(): Promise<void> {
  const killed = world.killPostgres();
  await vi.waitFor(async () => {
    // The dying process may still answer, so a new one must be running.
    expect([killed, 0]).not.toContain(world.postmaster());
    expect((await server.get("/api/4.2/nd/site/list?fetch_limit=1", token)).code).toBe("200");
  }, PATIENT);
}

describe("acknowledged changes are never lost", () => {
  it("[TA-68] if PostgreSQL is killed: committed calls, and failed sign-ins", async () => {
    expect((await apply("kept", create("kept"))).code).toBe("200");
    for (let tries = 0; tries < 10; tries++) expect(await signInStatus()).toBe(400);
    expect(await signInStatus()).toBe(429);
    await killPostgres();
    expect(await stateOf("kept")).toBe("committed");
    expect(await signInStatus()).toBe(429);
  }, 60_000);

  it("[TA-68] if the server is killed: another process knows at once that the call is lost", async () => {
    const other = await world.startServer();
    const waiting = world.db.transaction(
      { mode: "read write", statementTimeout: 60_000, dryRun: false },
      async (tx) => {
        await tx.query("select from nd.site where name = 'kept' for update");
        const update = { name: "nd.site.update", old: { name: "kept" }, new: { title: "lost" } };
        const lost = apply("lost", create("lost"), update);
        await vi.waitFor(async () => expect(await stateOf("lost", other)).toBe("running"), PATIENT);
        await server.end("SIGKILL");
        expect((await lost).code).toBe("lost");
        server = other;
        await vi.waitFor(async () => expect(await stateOf("lost")).toBe("failed"), {
          timeout: 3_000,
          interval: 50,
        });
      },
    );
    await waiting;
    expect((await apply("lost", create("lost"))).code).toBe("200");
    expect(await stateOf("lost")).toBe("committed");
  }, 60_000);

  it("a call that was reported as failed is not committed later", async () => {
    const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
    const call = await world.db.transaction(options, async (tx) => {
      await tx.query("select from nd.site where name = 'kept' for update");
      const update = { name: "nd.site.update", old: { name: "kept" }, new: { title: "late" } };
      const late = apply("late", create("late"), update);
      await vi.waitFor(async () => expect(await stateOf("late")).toBe("running"), PATIENT);
      // Only the connection that holds the lock of the process breaks.
      await world.db.query(
        `select pg_terminate_backend(l.pid) from pg_locks l join netportal.progress p
           on l.locktype = 'advisory' and l.classid::bigint = p.runner >> 32 and l.objid::bigint = p.runner & 4294967295
         where p.call_id = 'late' and l.mode = 'ExclusiveLock'`,
      );
      await vi.waitFor(async () => expect(await stateOf("late")).toBe("failed"), PATIENT);
      return { late };
    });
    expect((await call.late).code).toBe("-20999/2");
    expect((await server.get("/api/4.2/nd/site/list?name=late", token)).lists).toEqual([[]]);
    expect((await apply("after", create("after"))).code).toBe("200");
  }, 60_000);
});
