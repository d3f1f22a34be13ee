import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const STALLED_MS = 30_000;
/** Node looks every five seconds for headers that come too slowly, and the machine may be busy. */
const LATE_MS = 15_000;
const KIB = 1024;
const METADATA = "GET /api/4.2/wapi/object_type/metadata HTTP/1.1\r\nhost: x";
/** So many answers are longer than all buffers between server and client. */
const ASKED = 40;

let database: TestDatabase;
let server: ServerProcess;
let token: string;
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  server = await startProcess({ DATABASE_URL: database.url });
  token = await server.signIn("otto");
}, 240_000);
afterAll(async () => {
  await server.end("SIGKILL");
  await database.close();
});

async function opened(begin: string): Promise<Socket> {
  const socket = connect(Number(new URL(server.address).port), "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => undefined);
  socket.write(begin);
  return socket;
}

interface Ended {
  readonly said: string;
  readonly after: number;
}

async function endOf(socket: Socket, began = performance.now()): Promise<Ended> {
  const said = await text(socket).catch(() => "");
  return { said, after: performance.now() - began };
}

function head(length: number): string {
  const lines = [
    "POST /api/4.2/wapi/transaction/execute HTTP/1.1",
    "host: x",
    "connection: close",
    "content-type: application/json",
    `authorization: Bearer ${token}`,
    `content-length: ${String(length)}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

/** Sends that many bytes twice a second until the connection ends or all is sent. */
async function drip(socket: Socket, bytes: number, times = Infinity): Promise<void> {
  for (let at = 0; at < times && !socket.destroyed && !socket.readableEnded; at++) {
    socket.write(" ".repeat(bytes));
    await sleep(500);
  }
}

describe("[API-79] a client that sends or reads slowly loses its connection", () => {
  it("slow headers, a body that stops, a body below the rate and answers that nobody reads are cut; a fast client is answered", async () => {
    const headers = await opened("GET /api/4.2/nd/site/list HTTP/1.1\r\nhost: x\r\n");
    const stopped = await opened(`${head(100)}[`);
    const slow = await opened(`${head(64 * KIB * KIB)}[`);
    const steady = await opened(head(8 * 300 * KIB));
    const unread = await opened(`${METADATA}\r\nauthorization: Bearer ${token}\r\n\r\n`.repeat(ASKED));
    void drip(slow, 16 * KIB);
    void drip(steady, 300 * KIB, 8);
    const [ofHeaders, ofStopped, ofSlow, ofSteady] = await Promise.all(
      [headers, stopped, slow, steady].map((socket) => endOf(socket)),
    );
    for (const { after } of [ofHeaders, ofStopped, ofSlow].flatMap((one) => one ?? [])) {
      expect(after).toBeGreaterThan(STALLED_MS - 1_000);
      expect(after).toBeLessThan(STALLED_MS + LATE_MS);
    }
    // Nobody has read these answers so far. Only what the system has buffered of them is left.
    await sleep(LATE_MS);
    const { said, after } = await endOf(unread);
    expect(after).toBeLessThan(5_000);
    expect(said.match(/^HTTP\/1\.1 200 /gm)?.length ?? 0).toBeLessThan(ASKED);
    expect(ofHeaders?.said).toMatch(/^HTTP\/1.1 \d{3} [^]*"code":-20910[^]*"code":5/);
    expect(ofSteady?.said).toMatch(/^HTTP\/1.1 400 [^]*"code":-20900/);
  }, 90_000);
});
