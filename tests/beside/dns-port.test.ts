import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { QUESTION_MS, CONNECTIONS_OF_ADDRESS } from "../../server/services/dns/budget.ts";
import { framed } from "../../server/dns-wire/exchange.ts";
import { messageBytes, readMessage, RCODE, wordAt } from "../../server/dns-wire/message.ts";
import { isMadeBy, sign, signatureOf } from "../../server/dns-wire/tsig.ts";
import { HOST, newKey, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { rowsOf } from "../support/small-world.ts";

const KEY = newKey("all.netportal.");
const OTHER = newKey("other.netportal.");
/** Addresses of this machine: one without a server, and one from which the other server asks. */
const STRANGER = "127.0.0.9";
const SOURCE = "127.0.0.7";
const [AXFR, SOA] = [252, 6];

let world: ServedWorld;
beforeAll(async () => {
  world = await servedWorld([]);
  const place = { port: 1, has_catalog: false };
  rowsOf(
    await world.execute("ada", [
      {
        name: "output.server.create",
        new: { ...place, address: HOST, name: "all", key_name: KEY.name, key_secret: KEY.secret },
      },
      {
        name: "output.server.create",
        new: {
          ...place,
          address: "192.0.2.53",
          source_list: [`${SOURCE}/32`],
          name: "other",
          key_name: OTHER.name,
          key_secret: OTHER.secret,
        },
      },
    ]),
  );
  await vi.waitFor(
    async () => {
      expect((await world.db.query("select from output.seen")).length).toBeGreaterThan(1);
    },
    { timeout: 20_000 },
  );
});
afterAll(() => world.close());

let lastId = 0;
const question = (type: number): Buffer =>
  messageBytes({ id: ++lastId, question: { name: "example.com.", type } });
const now = (): number => Math.floor(Date.now() / 1000);
const signedBy = (key: typeof KEY, type: number): Buffer => sign(question(type), key, { now: now() }).message;

/** The first answer to a packet from an address of this machine; null if none comes. */
async function overPacket(bytes: Buffer, from: string, within = 10_000): Promise<Buffer | null> {
  const udp = createSocket("udp4");
  udp.bind(0, from);
  await once(udp, "listening");
  try {
    const heard = once(udp, "message", { signal: AbortSignal.timeout(within) });
    udp.send(bytes, world.primary.port, HOST);
    // The first argument of the event is the packet.
    return ((await heard) as [Buffer])[0];
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return null;
    throw error;
  } finally {
    udp.close();
  }
}

async function connected(from: string): Promise<Socket> {
  const socket = connect({ port: world.primary.port, host: HOST, localAddress: from });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** The first answer over TCP; null if the connection is ended instead. */
async function overStream(bytes: Buffer, from: string): Promise<Buffer | null> {
  const socket = await connected(from);
  socket.write(framed(bytes));
  let held = Buffer.alloc(0);
  try {
    for await (const chunk of socket) {
      // A socket without encoding gives buffers.
      held = Buffer.concat([held, chunk as Buffer]);
      if (held.length > 2 && held.length >= 2 + held.readUInt16BE(0))
        return held.subarray(2, 2 + held.readUInt16BE(0));
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error)) throw error;
  } finally {
    socket.destroy();
  }
  return null;
}

const codeOf = (answer: Buffer | null): number | null => (answer === null ? null : readMessage(answer).rcode);

describe("the port of the hidden primary", () => {
  it("answers the addresses of a server and of its sources only, whatever key a client has", async () => {
    expect(codeOf(await overPacket(signedBy(KEY, SOA), HOST))).toBe(RCODE.ok);
    expect(codeOf(await overPacket(signedBy(OTHER, SOA), SOURCE))).toBe(RCODE.ok);
    expect(await overPacket(signedBy(KEY, SOA), STRANGER, 500)).toBeNull();
    expect(await overPacket(question(SOA), STRANGER, 500)).toBeNull();
    expect(codeOf(await overStream(signedBy(KEY, AXFR), HOST))).toBe(RCODE.ok);
    expect(codeOf(await overStream(signedBy(OTHER, AXFR), SOURCE))).toBe(RCODE.ok);
    expect(await overStream(signedBy(KEY, AXFR), STRANGER)).toBeNull();
  });

  it("answers a message whose id was changed after signing under the changed id, with a valid signature", async () => {
    const { message, mac } = sign(question(SOA), KEY, { now: now() });
    const forwarded = Buffer.from(message);
    forwarded.writeUInt16BE(54_321, 0);
    const answer = await overPacket(forwarded, HOST);
    if (answer === null) throw new Error("no answer");
    const signature = signatureOf(answer);
    expect([readMessage(answer).id, codeOf(answer)]).toEqual([54_321, RCODE.ok]);
    expect(signature !== null && isMadeBy(signature, KEY, { prior: mac, now: now() })).toBe(true);
  });

  it.each([0, 2, 65_535])(
    "refuses a message with %i questions as badly formed, before its names are read",
    async (count) => {
      // The name points forwards, so that nobody who reads it answers.
      const bytes = Buffer.concat([
        messageBytes({ id: 77, question: null }),
        Buffer.from([0xc0, 0xff, 0, 6, 0, 1]),
      ]);
      bytes.writeUInt16BE(count, 4);
      const answer = await overPacket(bytes, HOST);
      expect([codeOf(answer), answer === null ? null : wordAt(answer, 0)]).toEqual([RCODE.formerr, 77]);
    },
  );

  it.each([
    ["answers", 6],
    ["authorities", 8],
    ["additional records", 10],
  ])("refuses a question with many %s as badly formed", async (_, place) => {
    const bytes = question(SOA);
    bytes.writeUInt16BE(3, place);
    expect(codeOf(await overPacket(bytes, HOST))).toBe(RCODE.formerr);
  });

  it("drops packets that are longer than a question", async () => {
    const bytes = Buffer.concat([messageBytes({ id: 78, question: null }), Buffer.alloc(4096)]);
    expect(await overPacket(bytes, HOST, 500)).toBeNull();
    expect(codeOf(await overPacket(bytes.subarray(0, 4096), HOST))).toBe(RCODE.formerr);
  });

  it(
    "closes a connection that does not ask in time, and accepts other servers meanwhile",
    async () => {
      const begun = performance.now();
      const slow = await Promise.all(Array.from({ length: 120 }, () => connected(HOST)));
      const ended = slow.map((socket) => once(socket, "close"));
      // A single byte now and then does not prolong the time.
      const timer = setInterval(() => {
        for (const socket of slow) if (!socket.destroyed) socket.write(Buffer.from([0]));
      }, QUESTION_MS * 0.8);
      for (const socket of slow) socket.resume();
      await vi.waitFor(() => {
        expect(slow.filter(({ destroyed }) => !destroyed).length).toBe(CONNECTIONS_OF_ADDRESS);
      });
      expect(codeOf(await overStream(signedBy(OTHER, AXFR), SOURCE))).toBe(RCODE.ok);
      expect(await overStream(signedBy(KEY, AXFR), HOST)).toBeNull();
      await Promise.all(ended);
      clearInterval(timer);
      expect(performance.now() - begun).toBeLessThan(QUESTION_MS * 2);
      expect(codeOf(await overStream(signedBy(KEY, AXFR), HOST))).toBe(RCODE.ok);
    },
    QUESTION_MS * 4,
  );

  it("logs none of these messages", () => {
    expect(world.logged).toEqual([]);
  });
});
