import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLargeCalls, type LargeCalls } from "../../server/http/large/calls.ts";
import { largeRoom } from "../../server/http/large/room.ts";
import type { Patience } from "../../server/http/patience.ts";
import { demoToken, testDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

/** A body large enough for a thread, with an answer that comes in parts. */
const LONG = `[{"name":"nd.site.list"}${" ".repeat(300 * 1024)}]`;
const SHORT = `[${" ".repeat(300 * 1024)}]`;

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  await database.db.query(
    "insert into nd.site (name, title) select 'X' || i, repeat('t', 200) from generate_series(1, 60000) i",
  );
  await database.db.query("analyze nd.site");
});
afterAll(() => database.close());

describe("a large call whose answer nobody reads", () => {
  let server: ServerProcess;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    server = await startProcess({ DATABASE_URL: database.url });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await server.end("SIGKILL");
  });

  const headers = (token: string) => ({
    "content-type": "application/json",
    authorization: `Bearer ${token}`,
  });

  async function sendAndRead(token: string): Promise<number> {
    const path = `${server.address}/api/4.2/wapi/transaction/execute`;
    return (await fetch(path, { method: "POST", headers: headers(token), body: SHORT })).status;
  }

  /** Sends the call and reads its first bytes if they arrive within that time, in ms. */
  async function sendOnly(token: string, within = 3_000): Promise<"begun" | "waiting"> {
    const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
    sockets.push(socket);
    const lines = Object.entries({ ...headers(token), host: "x", "content-length": String(LONG.length) });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`POST /api/4.2/wapi/transaction/execute HTTP/1.1\r\n${head}\r\n${LONG}`);
    const begun = new Promise<"begun">((resolve) => {
      socket.once("readable", () => {
        resolve("begun");
      });
    });
    return Promise.race([begun, sleep(within, "waiting" as const)]);
  }

  it("delays only its sender, whichever account of the sender is used", async () => {
    const [otto, ada] = [await server.signIn("otto"), await server.signIn("ada")];
    // The first large call waits until its thread has started.
    expect(await sendOnly(otto, 30_000)).toBe("begun");
    expect(await sendOnly(otto)).toBe("waiting");
    expect(await sendOnly(demoToken("otto-sub"))).toBe("waiting");
    expect(await sendAndRead(ada)).toBe(200);
  });
});

describe("the thread of a large call", () => {
  type Call = (text: string) => ReturnType<LargeCalls["call"]>;

  async function withCalls(patience: Patience, work: (call: Call) => Promise<void>): Promise<void> {
    const { connection } = database.db;
    const room = largeRoom(2 ** 34);
    const settings = { connection, isReplica: false, accessMode: "rw", room } as const;
    const large = createLargeCalls(settings, patience);
    const call: Call = (text) =>
      large.call({
        target: { kind: "execute" },
        token: demoToken("otto-sub"),
        query: new URLSearchParams(),
        body: [new Uint8Array(Buffer.from(text))],
      });
    try {
      await work(call);
    } finally {
      await large.close();
    }
  }

  it("is given to waiting callers if nobody reads its answer any more", () =>
    withCalls({ stalled: 300, rate: 1024 }, async (call) => {
      const unread = await Promise.all([call(LONG), call(LONG)]);
      const readers = unread.map(({ body }) => {
        if (typeof body === "string") throw new Error("the answer does not come in parts");
        return body[Symbol.asyncIterator]();
      });
      for (const reader of readers) expect((await reader.next()).done).toBe(false);
      expect((await call(SHORT)).headers["X-Transaction-State"]).toBe("committed");
      for (const reader of readers) await expect(reader.next()).rejects.toMatchObject({ fault: "not_ready" });
    }));

  it("is not held by a reader who takes small parts of the answer", () =>
    withCalls({ stalled: 1_000, rate: 1024 * 1024 }, async (call) => {
      const { body } = await call(LONG);
      if (typeof body === "string") throw new Error("the answer does not come in parts");
      const reader = body[Symbol.asyncIterator]();
      const read = async (): Promise<number> => {
        for (let parts = 0; ; parts++) {
          if ((await reader.next()).done === true) return parts;
          await sleep(400);
        }
      };
      await expect(read()).rejects.toMatchObject({ fault: "not_ready" });
    }));

  it("stays with a reader who takes the whole answer without a pause", () =>
    withCalls({ stalled: 1_000, rate: 64 * 1024 }, async (call) => {
      const { body } = await call(LONG);
      let bytes = 0;
      for await (const part of body) bytes += part.length;
      expect(bytes).toBeGreaterThan(10_000_000);
    }));
});
