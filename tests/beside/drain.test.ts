import { Agent, request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { createPool } from "../../server/db/pool.ts";
import { testDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";
import { LOCK_WAITERS } from "../support/lock-waiters.ts";

let database: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  db = createPool({ connectionString: database.url }, 4);
});
afterAll(async () => {
  await db.close();
  await database.close();
});

function start(seconds: number): Promise<ServerProcess> {
  return startProcess({ DATABASE_URL: database.url, NETPORTAL_DRAIN_S: String(seconds) });
}

const createSite = (name: string) => ({ name: "nd.site.create", new: { name } });

async function siteNames(like: string): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>("select name from nd.site where name like $1 order by name", [
    like,
  ]);
  return rows.map(({ name }) => name);
}

/** Sends a call that waits for a locked row; `during` runs while it waits. */
async function whileWaiting<T>(
  server: ServerProcess,
  token: string,
  name: string,
  during: (call: Promise<{ code: string }>) => Promise<T>,
): Promise<T> {
  const options = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
  return db.transaction(options, async (tx) => {
    const [row] = await tx.query<{ id: string }>("select id from nd.site order by id limit 1 for update");
    const held = {
      name: "nd.site.update",
      old: { gpk: `site-${row?.id ?? ""}` },
      new: { name: `${name} held` },
    };
    const call = server.execute([createSite(name), held], token);
    await untilWaiting(1);
    return during(call);
  });
}

async function untilWaiting(count: number): Promise<void> {
  const waiting = `select count(*)::int as count from ${LOCK_WAITERS}`;
  await vi.waitFor(async () => expect((await db.query<{ count: number }>(waiting))[0]?.count).toBe(count), {
    timeout: 20_000,
    interval: 50,
  });
}

/** Sends a request on a keep-alive connection. */
function ask(agent: Agent, address: string, path: string): Promise<IncomingMessage & { text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(`${address}${path}`, { agent }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => (text += chunk.toString()));
      response.on("end", () => {
        resolve(Object.assign(response, { text }));
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Whether somebody listens on the port. */
async function takes(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const [error] = (await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(
    (refused: unknown) => [refused],
  )) as readonly unknown[];
  socket.destroy();
  return error === undefined;
}

describe("a stopping server", () => {
  it("lets a running call end, accepts no new connection, closes idle ones at once, and ends with code 0", async () => {
    const server = await start(30);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    await ask(agent, server.address, "/api/system/info");
    const token = await server.signIn("ada");
    const call = await whileWaiting(server, token, "drained", async (running) => {
      const idleClosed = new Promise((resolve) =>
        Object.values(agent.freeSockets)[0]?.[0]?.once("close", resolve),
      );
      server.signal("SIGTERM");
      await idleClosed;
      expect((await server.get("/api/4.2/nd/site/list", token)).code).toBe("lost");
      return { running };
    });
    expect((await call.running).code).toBe("200");
    expect(await server.exited).toBe(0);
    expect(await siteNames("drained%")).toEqual(["drained", "drained held"]);
    agent.destroy();
  }, 60_000);

  it("waits a second for the first request of an open connection, and no longer", async () => {
    const server = await start(30);
    const silent = connect(Number(new URL(server.address).port), "127.0.0.1");
    await once(silent, "connect");
    const late = connect(Number(new URL(server.address).port), "127.0.0.1");
    await once(late, "connect");
    // The process has taken both connections when it answers a later one.
    expect((await server.get("/api/system/info", "")).code).toBe("200");
    const began = performance.now();
    server.signal("SIGTERM");
    // A request that comes before the signal is answered as ever.
    while (await takes(Number(new URL(server.address).port)));
    late.write("GET /api/system/info HTTP/1.1\r\nHost: x\r\n\r\n");
    const [answer] = (await once(late, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /);
    await once(silent, "close");
    expect(await server.exited).toBe(0);
    expect(performance.now() - began).toBeLessThan(10_000);
  }, 60_000);

  it("cancels longer calls: the caller gets a refusal, and no change remains", async () => {
    const server = await start(1);
    const token = await server.signIn("ada");
    await whileWaiting(server, token, "given up", async (running) => {
      const began = performance.now();
      server.signal("SIGTERM");
      expect((await running).code).toBe("-20999/2");
      expect(await server.exited).toBe(0);
      const took = performance.now() - began;
      expect(took).toBeGreaterThan(900);
      expect(took).toBeLessThan(8_000);
    });
    expect(await siteNames("given up%")).toEqual([]);
  }, 60_000);

  it("cuts a request whose body never arrives", async () => {
    const server = await start(1);
    const token = await server.signIn("ada");
    const slow = request(`${server.address}/api/4.2/wapi/transaction/execute`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token}`,
        "content-length": 1000,
      },
    });
    const cut = new Promise((resolve) => slow.once("error", resolve));
    slow.write("[");
    await new Promise((resolve) => setTimeout(resolve, 300));
    server.signal("SIGTERM");
    await cut;
    expect(await server.exited).toBe(0);
  }, 60_000);

  it("ends at once on the second signal", async () => {
    const server = await start(60);
    const token = await server.signIn("ada");
    await whileWaiting(server, token, "hard", async (running) => {
      server.signal("SIGTERM");
      await vi.waitFor(() => expect(server.output()).toMatch(/stopping|beendet/), 5_000);
      server.signal("SIGTERM");
      expect(await server.exited).toBe(1);
      expect((await running).code).toBe("lost");
    });
    expect(await siteNames("hard%")).toEqual([]);
  }, 60_000);
});

describe("a call during the stop", () => {
  it("on an open connection gets 503 and Retry-After", async () => {
    const server = await start(20);
    const token = await server.signIn("ada");
    const told = await whileWaiting(server, token, "late", async (running) => {
      const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
      let text = "";
      socket.on("data", (chunk: Buffer) => (text += chunk.toString()));
      const closed = new Promise((resolve) => socket.once("close", resolve));
      // The first request begins before the stop; the second follows on the same connection.
      socket.write("GET /api/system/info HTTP/1.1\r\nHost: localhost\r\n");
      await new Promise((resolve) => setTimeout(resolve, 300));
      server.signal("SIGTERM");
      await vi.waitFor(() => expect(server.output()).toMatch(/stopping|beendet/), 5_000);
      socket.write("\r\n");
      await closed;
      return { text, running };
    });
    await told.running;
    expect(told.text).toMatch(/^HTTP\/1.1 503 /);
    expect(told.text).toMatch(/\r\nretry-after: 5\r\n/i);
    expect(told.text).toMatch(/\r\nconnection: close\r\n/i);
    expect(told.text).toContain('"name":"not_ready"');
    expect(await server.exited).toBe(0);
  }, 60_000);
});
