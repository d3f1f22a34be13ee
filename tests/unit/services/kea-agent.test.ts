import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { askKea } from "../../../server/services/kea/kea-agent.ts";

const MIB = 1024 * 1024;
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Asks an agent that answers with this text, again and again. */
async function asked(pieces: () => Iterable<Buffer>): Promise<unknown> {
  const server = createServer((request, response) => {
    request.resume();
    Readable.from(pieces(), { objectMode: false }).pipe(response);
  });
  open.push(server.listen(0, "127.0.0.1"));
  await once(server, "listening");
  // A listening TCP server has an address.
  const { port } = server.address() as AddressInfo;
  return askKea({ service: "dhcp4", address: "127.0.0.1", port, user: null, password: null }, "config-get");
}

describe("an agent of Kea", () => {
  it("is read to the end of its answer", async () => {
    const answer = [{ result: 0, arguments: { a: 1 } }];
    expect(await asked(() => [Buffer.from(JSON.stringify(answer))])).toEqual({ a: 1 });
  });

  it("fills no memory if its answer does not end", async () => {
    function* forever(): Iterable<Buffer> {
      for (;;) yield Buffer.alloc(MIB, " ");
    }
    await expect(asked(forever)).rejects.toMatchObject({
      reason: "refused",
      message: `config-get: more than ${String(64 * MIB)} bytes`,
    });
  });
});
