import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendRaw } from "../support/raw-http.ts";
import { testDatabase, type TestDatabase } from "../support/postgres.ts";
import { startProcess, type ServerProcess } from "../support/server-process.ts";

const MAIN = join(import.meta.dirname, "..", "..", "server", "main.ts");
/** The server itself needs about 40. */
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

interface Said {
  /** HTTP status and name of the fault; `cut` if the server ends the connection. */
  readonly status: string;
  readonly head: string;
  readonly body: string;
}

/** Sends a call on an open connection. */
async function saidOn(socket: Socket, path = SITES): Promise<Said> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada}\r\n\r\n`);
  const text = await new Promise<string>((resolve) => {
    socket.once("data", (chunk: Buffer) => {
      resolve(chunk.toString());
    });
    socket.once("close", () => {
      resolve("HTTP/1.1 cut");
    });
  });
  const [head = "", body = ""] = text.split("\r\n\r\n");
  const status = head.split(" ")[1]?.slice(0, 3) ?? "";
  const name = /"name":"(\w+)"\},"description/.exec(body)?.[1];
  return { status: status === "503" ? `503 ${name ?? ""}` : status, head, body };
}

describe("[API-81] a server without file descriptors", () => {
  it("refuses what it cannot do as busy, and answers everything as soon as it has some again", async () => {
    for (let at = 0; at < 2 * FILES; at++) await opened();
    // The database was not used for some time, so calls need new connections to it.
    const said = await Promise.all(open.slice(0, 30).map((socket) => saidOn(socket)));
    const busy = said.filter(({ status }) => status === "503 busy");
    console.log(
      Object.entries(Object.groupBy(said, ({ status }) => status)).map(([status, all]) => [
        status,
        all?.length,
      ]),
    );
    expect(
      said.map(({ status }) => status).filter((one) => !["200", "503 busy", "cut"].includes(one)),
    ).toEqual([]);
    expect(busy.length).toBeGreaterThan(0);
    for (const { head, body } of busy) {
      const wait = Number(/^retry-after: (\d+)$/im.exec(head)?.[1] ?? "0");
      expect(wait).toBeGreaterThan(0);
      expect(JSON.parse(body)).toMatchObject({
        exception: {
          error_type: { code: -20999 },
          error: { code: 4, name: "busy" },
          details: { retry_after_s: wait },
          traceback: null,
        },
      });
    }
    for (const socket of open.splice(0)) socket.destroy();
    let code = "";
    for (let at = 0; at < 50 && code !== "200"; at++) ({ code } = await server.get(SITES, ada));
    const again = await Promise.all(Array.from({ length: 20 }, () => server.get(SITES, ada)));
    expect(again.map((one) => one.code)).toEqual(again.map(() => "200"));
    expect((await server.execute([{ name: "nd.site.list" }], await server.signIn("otto"))).code).toBe("200");
  });
});

describe("bytes that are no request", () => {
  const head = "host: x\r\ncontent-type: application/json\r\n";
  it.each([
    ["no HTTP at all", "GARBAGE\r\n\r\n", 400, "malformed_request"],
    ["no host", "GET /api/4.2/nd/site/list HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    ["no host on a page", "GET /home HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    [
      "two hosts",
      `GET /api/4.2/nd/site/list HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n`,
      400,
      "malformed_request",
    ],
    [
      "an unknown expectation",
      `POST /api/login HTTP/1.1\r\n${head}expect: something\r\n\r\n`,
      400,
      "malformed_request",
    ],
    ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nhost: a:1\r\n\r\n", 405, "method_not_allowed"],
    ["a tunnel without host", "CONNECT a:1 HTTP/1.1\r\n\r\n", 400, "malformed_request"],
    ["HTTP/0.9", "GET /\r\n\r\n", 400, "malformed_request"],
    ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, "malformed_request"],
    ["HTTP/1.2", "GET / HTTP/1.2\r\nhost: x\r\n\r\n", 400, "malformed_request"],
    ["an unknown method", "BREW / HTTP/1.1\r\nhost: x\r\n\r\n", 400, "malformed_request"],
    [
      "a method that nothing has",
      `TRACE /api/login HTTP/1.1\r\n${head}connection: close\r\n\r\n`,
      405,
      "method_not_allowed",
    ],
    [
      "another protocol",
      `POST /api/login HTTP/1.1\r\n${head}connection: close, upgrade\r\nupgrade: h2c\r\n\r\n`,
      400,
      "malformed_json",
    ],
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
  ])("[API-81] [OPER-23] %s are refused by a fault of the catalogue", async (_, bytes, status, name) => {
    const answer = await sendRaw(server.address, bytes);
    expect([answer.status, answer.headers["content-type"]]).toEqual([
      status,
      "application/json; charset=utf-8",
    ]);
    expect(JSON.parse(answer.text)).toMatchObject({ exception: { error: { name }, traceback: null } });
    expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).not.toMatch(/HPE_|\.ts:\d/);
  });
});
