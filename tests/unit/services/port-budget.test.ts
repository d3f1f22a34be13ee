import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createClients } from "../../../server/services/dns/clients.ts";
import { createReader, type Reading } from "../../../server/services/dns/reader.ts";
import { createShares } from "../../../server/services/dns/shares.ts";
import { createTransfers } from "../../../server/services/dns/transfers.ts";

describe("places that several holders share", () => {
  it("are given to one holder up to the share of one, and to all holders up to the share of all", () => {
    const shares = createShares({ all: 3, each: 2, kept: 0 });
    const ends = [shares.take("a"), shares.take("a"), shares.take("a"), shares.take("b"), shares.take("b")];
    expect(ends.map((end) => end !== null)).toEqual([true, true, false, true, false]);
    ends[0]?.();
    ends[0]?.();
    expect([shares.take("b") !== null, shares.take("a")]).toEqual([true, null]);
  });

  it("are kept for a holder that has few if all places are taken", () => {
    const shares = createShares({ all: 2, each: 2, kept: 1 });
    expect([shares.take("a"), shares.take("a")]).not.toContain(null);
    expect([shares.take("b") !== null, shares.take("b")]).toEqual([true, null]);
  });
});

describe("addresses of name servers", () => {
  const rows = [{ address: "192.0.2.1", sources: ["198.51.100.0/24", "2001:db8::/64"] }];
  /** A database that counts how often it is asked. */
  function asked(answers: () => readonly object[]) {
    const state = { times: 0, now: 0 };
    const query = async <R extends object>(): Promise<R[]> => {
      state.times++;
      // The rows are those of the statement that the clients send.
      return [...answers()] as R[];
    };
    return { state, clients: createClients({ query }, () => state.now) };
  }

  it.each([
    ["192.0.2.1", true],
    ["::ffff:192.0.2.1", true],
    ["198.51.100.77", true],
    ["2001:db8::1:2", true],
    ["192.0.2.2", false],
    ["2001:db8:1::", false],
    ["", false],
  ])("%s is known: %s", async (address, isKnown) => {
    expect(await asked(() => rows).clients.isKnown(address)).toBe(isKnown);
  });

  it("are read once a second for known addresses, five times a second for others, and once for many at the same time", async () => {
    const { state, clients } = asked(() => rows);
    await Promise.all(Array.from({ length: 50 }, () => clients.isKnown("192.0.2.1")));
    expect(state.times).toBe(1);
    const timesAt = async (address: string, at: number): Promise<number> => {
      state.now = at;
      await clients.isKnown(address);
      return state.times;
    };
    expect(await timesAt("192.0.2.1", 1000)).toBe(1);
    expect(await timesAt("192.0.2.9", 1000)).toBe(2);
    expect(await timesAt("192.0.2.9", 1200)).toBe(2);
    expect(await timesAt("192.0.2.9", 1201)).toBe(3);
    expect(await timesAt("192.0.2.1", 2202)).toBe(4);
  });

  it("are forgotten when their server is deleted", async () => {
    const servers = [...rows];
    const { state, clients } = asked(() => servers);
    expect(await clients.isKnown("192.0.2.1")).toBe(true);
    servers.pop();
    state.now = 1001;
    expect(await clients.isKnown("192.0.2.1")).toBe(false);
  });
});

describe("transfers", () => {
  it("wait for their turn: at most two of one server and four of all run at a time", async () => {
    const transfers = createTransfers();
    const running = new Map<string, number>();
    let [most, mostOfOne, done] = [0, 0, 0];
    const one = async (server: string): Promise<void> =>
      transfers.inTurn(server, async () => {
        const own = (running.get(server) ?? 0) + 1;
        running.set(server, own);
        mostOfOne = Math.max(mostOfOne, own);
        most = Math.max(
          most,
          [...running.values()].reduce((sum, count) => sum + count, 0),
        );
        await new Promise((resolve) => setImmediate(resolve));
        running.set(server, (running.get(server) ?? 1) - 1);
        done++;
      });
    await Promise.all(["a", "b", "c"].flatMap((server) => Array.from({ length: 20 }, () => one(server))));
    expect([most, mostOfOne, done]).toEqual([4, 2, 60]);
  });

  it("continue after one that failed", async () => {
    const transfers = createTransfers();
    const failing = transfers.inTurn("a", () => Promise.reject(new Error("broken")));
    await expect(failing).rejects.toThrow("broken");
    const ends = [1, 2, 3].map((number) => transfers.inTurn("a", async () => Promise.resolve(number)));
    expect(await Promise.all(ends)).toEqual([1, 2, 3]);
  });
});

describe("the reader of an answer", () => {
  const open: { destroy(): unknown }[] = [];
  afterEach(() => {
    for (const one of open.splice(0)) one.destroy();
  });

  async function pair(): Promise<readonly [served: Socket, reading: Socket]> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const accepted = once(server, "connection");
    const reading = connect(address.port, "127.0.0.1");
    // The first argument of the event is the socket.
    const [served] = (await accepted) as [Socket];
    open.push(served, reading, { destroy: () => server.close() });
    for (const one of [served, reading]) one.on("error", () => undefined);
    reading.pause();
    return [served, reading];
  }
  const most = Buffer.alloc(16 * 1024 * 1024);

  it("loses the connection if it reads nothing within the allowed time", async () => {
    const [served] = await pair();
    const begun = performance.now();
    await createReader(served, { stalled: 300, rate: 256 * 1024 }).give(most);
    expect(served.destroyed).toBe(true);
    expect(performance.now() - begun).toBeGreaterThan(290);
  });

  it("loses the connection if it reads small parts", async () => {
    const [served, reading] = await pair();
    const patience: Reading = { stalled: 500, rate: 1024 * 1024 * 1024 };
    const timer = setInterval(() => void reading.read(1000), 20);
    const reader = createReader(served, patience);
    const given = async (): Promise<void> => {
      for (let n = 0; n < 50; n++) await reader.give(most);
    };
    await expect(given()).rejects.toThrow("the connection is gone");
    clearInterval(timer);
  });

  it("keeps the connection as long as it reads", async () => {
    const [served, reading] = await pair();
    reading.resume();
    const reader = createReader(served, { stalled: 2000, rate: 1024 });
    for (let n = 0; n < 5; n++) await reader.give(most);
    expect(served.destroyed).toBe(false);
  });
});
