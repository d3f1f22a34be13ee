import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../support/raw-http.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const MAIN = join(import.meta.dirname, "..", "..", "server", "main.ts");
/** The server needs about 40 by itself. */
const FILES = 100;
const SITES = "/api/4.2/nd/site/list";

let database: TestDatabase;
let server: ServerProcess;
let ada = "";
const open: Socket[] = [];
beforeAll(async () => {
  database = await testDatabase({ demo: true });
  const limited = `ulimit -n ${String(FILES)}; exec "${process.execPath}" "${MAIN}"`;
  server = await startProcess({ DATABASE_URL: database.url }, ["sh", "-c", limited]);
  ada = await server.signIn("ada");
});
afterAll(async () => {
  for (const socket of open) socket.destroy();
  await server.end("SIGKILL");
  await database.close();
});

async function opened(): Promise<Socket> {
  const { port, hostname } = new URL(server.address);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  open.push(socket);
  return socket;
}

/** Sends a call on an open connection. The status is `cut` if the server ends the connection. */
async function statusOn(socket: Socket): Promise<string> {
  socket.write(`GET ${SITES} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada}\r\n\r\n`);
  const said = await new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString());
    });
    socket.once("close", () => {
      resolve("HTTP/1.1 cut");
    });
  });
  const [, status = "", body = ""] = /^HTTP\/1.1 (\S+)[^]*?(\{"exception[^]*)?$/.exec(said) ?? [];
  return status === "503" ? `503 ${/"name":"(\w+)"\},"description/.exec(body)?.[1] ?? ""}` : status;
}

describe("[API-81] a server without file descriptors", () => {
  it("answers as busy what it cannot do, and everything again as soon as it has some", async () => {
    for (let at = 0; at < 2 * FILES; at++) await opened();
    const statuses = await Promise.all(open.slice(0, 30).map(statusOn));
    expect(statuses.filter((status) => !["200", "503 busy", "cut"].includes(status))).toEqual([]);
    for (const socket of open.splice(0)) socket.destroy();
    let code = "";
    for (let at = 0; at < 50 && code !== "200"; at++) ({ code } = await server.get(SITES, ada));
    expect(code).toBe("200");
  });
});

describe("bytes that are no request", () => {
  const head = "host: x\r\ncontent-type: application/json\r\n";
  it.each([
    ["no HTTP at all", "GARBAGE\r\n\r\n", 400, "malformed_request"],
    ["a faulty header", "GET /api/4.2/nd/site/list HTTP/1.1\r\nno colon\r\n\r\n", 400, "malformed_request"],
    [
      "headers without end",
      `GET / HTTP/1.1\r\nhost: x\r\nlong: ${"x".repeat(140_000)}\r\n\r\n`,
      431,
      "headers_too_large",
    ],
    [
      "a faulty chunk",
      `POST /api/login HTTP/1.1\r\n${head}transfer-encoding: chunked\r\n\r\nZZ\r\n`,
      400,
      "malformed_request",
    ],
  ])("[API-81] %s are refused by a fault of the catalogue", async (_, bytes, status, name) => {
    const answer = await sendRaw(server.address, bytes);
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      status,
      "application/json; charset=utf-8",
    ]);
    expect(JSON.parse(answer.text)).toMatchObject({ exception: { error: { name }, traceback: null } });
    expect(answer.text).not.toMatch(/HPE_|\.ts:\d/);
  });
});
