import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { fetchZone, NotFetched } from "../../../server/dns-wire/exchange.ts";

const TIMES = 1_000;

it("a zone is requested a thousand times in a second, and no message is refused as a repeated one", async () => {
  const ids = new Set<number>();
  const server = createServer((socket) => {
    socket.on("data", (bytes: Buffer) => {
      ids.add(bytes.readUInt16BE(2));
      socket.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens at a port has this address.
  const { port } = server.address() as AddressInfo;
  const key = { name: "key.netportal.", algorithm: "hmac-sha256", secret: "c2VjcmV0" };
  for (let n = 0; n < TIMES; n++)
    await expect(fetchZone({ address: "127.0.0.1", port, key }, "example.com.")).rejects.toThrow(NotFetched);
  expect(ids.size).toBe(TIMES);
  server.close();
});
