import { once } from "node:events";
import { createServer } from "node:net";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { cancelBackend } from "../../../server/db/cancel.ts";

const server = createServer();
afterEach(() => {
  server.close();
});

/** Messages of PostgreSQL after a successful login: AuthenticationOk, ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

it("a database that dies while a statement is cancelled does not end the process", async () => {
  server.on("connection", (socket) => {
    socket.once("data", () => {
      socket.write(WELCOME);
      socket.once("data", () => socket.resetAndDestroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  const config = { host: "127.0.0.1", port, user: "x", database: "x", ssl: false };
  const unheard: unknown[] = [];
  const hear = (error: unknown): void => void unheard.push(error);
  process.on("uncaughtException", hear);
  await cancelBackend(new pg.Client(config), config);
  await new Promise((resolve) => setImmediate(resolve));
  process.off("uncaughtException", hear);
  expect(unheard).toEqual([]);
});
