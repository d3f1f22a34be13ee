import { createSocket } from "node:dgram";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messageBytes, readMessage } from "../../server/dns-wire/message.ts";
import { extent } from "../support/extent.ts";
import { KINDS, servedWorld, type Beside, type ServedWorld } from "../support/name-servers.ts";
import { rowsOf, type SentStep } from "../support/small-world.ts";

const MANY = 10_000;
const ROUNDS = extent(20);

describe.skipIf(KINDS.length === 0)(`from the answer of an apply to that of ${KINDS.join(", ")}`, () => {
  let world: ServedWorld;
  beforeAll(async () => {
    world = await servedWorld();
    await world.live();
  });
  afterAll(() => world.close());

  const made = (name: string): SentStep => ({
    name: "dns.record.create",
    new: { fqdn: `${name}.example.com.`, fqdn_type: "domain", type: "TXT", data: name },
  });

  /** Time in ms from now until the server answers the name. */
  async function answered(server: Beside, name: string): Promise<number> {
    const start = performance.now();
    while (!(await hasAnswer(server, `${name}.example.com.`)))
      await new Promise((resolve) => setTimeout(resolve, 2));
    return performance.now() - start;
  }

  it("one change takes at most 2 s (p95)", async () => {
    const times = new Map(world.servers.map(({ kind }) => [kind, [0].slice(1)]));
    for (let n = 0; n < ROUNDS; n++) {
      rowsOf(await world.execute("ada", [made(`one${String(n)}`)]));
      await Promise.all(
        world.servers.map(async (server) =>
          times.get(server.kind)?.push(await answered(server, `one${String(n)}`)),
        ),
      );
      await new Promise((resolve) => setTimeout(resolve, 100 + (n % 7) * 100));
    }
    for (const [kind, list] of times) {
      const sorted = list.toSorted((a, b) => a - b);
      const [p50 = 0, p95 = 0] = [0.5, 0.95].map((part) => sorted[Math.ceil(sorted.length * part) - 1]);
      console.log(`${kind}: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`);
      expect(p95).toBeLessThan(2000);
    }
  }, 120_000);

  it("10,000 changes take at most 20 s", async () => {
    const steps = Array.from({ length: MANY }, (_, n) => made(`many${String(n)}`));
    rowsOf(await world.execute("ada", steps));
    const times = await Promise.all(
      world.servers.map((server) => answered(server, `many${String(MANY - 1)}`)),
    );
    console.log(
      world.servers
        .map(({ kind }, at) => `${kind}: ${String(MANY)} changes ${(times[at] ?? 0).toFixed(0)} ms`)
        .join(", "),
    );
    expect(Math.max(...times)).toBeLessThan(20_000);
  }, 120_000);
});

/** Whether the server answers a TXT record of this name to everybody. */
function hasAnswer(server: Beside, name: string): Promise<boolean> {
  const socket = createSocket("udp4");
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(resolve, 200, false);
    socket.on("message", (bytes) => {
      clearTimeout(timer);
      resolve(readMessage(bytes).answers.length > 0);
    });
    socket.send(messageBytes({ id: 1, question: { name, type: 16 } }), server.port, server.address);
  }).finally(() => {
    socket.close();
  });
}
