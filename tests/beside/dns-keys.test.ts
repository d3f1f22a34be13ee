import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { sweep } from "../../server/http/sweep.ts";
import { exchange, fetchZone, type Asked } from "../../server/dns-wire/exchange.ts";
import {
  messageBytes,
  QUERY,
  readMessage,
  rrBytes,
  serialIn,
  wordAt,
  type ReadRr,
} from "../../server/dns-wire/message.ts";
import { sign, signatureOf, type Key } from "../../server/dns-wire/tsig.ts";
import { extent } from "../support/extent.ts";
import { HOST, newKey, servedWorld, type ServedWorld } from "../support/name-servers.ts";
import { createRandom } from "../support/rights-oracle/random.ts";
import { rowsOf } from "../support/small-world.ts";

const KEY = newKey("all.netportal.");
const OTHER = newKey("other.netportal.");
const AXFR = 252;
const SOA = 6;

let world: ServedWorld;
beforeAll(async () => {
  world = await servedWorld([]);
  const place = { address: HOST, port: 1, has_catalog: false };
  rowsOf(
    await world.execute("ada", [
      { name: "dns.record.create", new: { fqdn: "example.org.", type: "NS", data: "ns.example.com." } },
      {
        name: "output.server.create",
        new: { ...place, name: "all", key_name: KEY.name, key_secret: KEY.secret },
      },
      {
        name: "output.server.create",
        new: {
          ...place,
          name: "other",
          key_name: OTHER.name,
          key_secret: OTHER.secret,
          has_all_zones: false,
          zone_list: ["example.org."],
        },
      },
    ]),
  );
  while ((await world.db.query("select from output.seen")).length < 3)
    await new Promise((resolve) => setTimeout(resolve, 20));
});
afterAll(() => world.close());

const as = (key: Key): Asked => ({ address: HOST, port: world.primary.port, key });
const question = (type: number, name = "example.com.") => messageBytes({ id: 9, question: { name, type } });
const now = (): number => Math.floor(Date.now() / 1000);

/** The first answer over TCP to these bytes; null if the connection is ended instead. */
async function overStream(bytes: Buffer): Promise<Buffer | null> {
  const socket = connect(world.primary.port, HOST);
  const size = Buffer.alloc(2);
  size.writeUInt16BE(bytes.length);
  socket.write(Buffer.concat([size, bytes]));
  let held = Buffer.alloc(0);
  // A socket without encoding gives buffers.
  for await (const chunk of socket) {
    held = Buffer.concat([held, chunk as Buffer]);
    if (held.length > 2 && held.length >= 2 + held.readUInt16BE(0)) break;
  }
  socket.destroy();
  return held.length === 0 ? null : held.subarray(2, 2 + held.readUInt16BE(0));
}

/** Waits until the primary has read all earlier packets, because packets that do not fit into its buffer are lost. */
async function answered(udp: Socket): Promise<void> {
  const id = nextId();
  const { message } = sign(messageBytes({ id, question: { name: "example.com.", type: SOA } }), KEY, {
    now: now(),
  });
  const isAnswered = new Promise<void>((resolve) => {
    const hear = (bytes: Buffer): void => {
      if (wordAt(bytes, 0) !== id || signatureOf(bytes)?.keyName !== KEY.name) return;
      udp.off("message", hear);
      resolve();
    };
    udp.on("message", hear);
  });
  udp.send(message, world.primary.port, HOST);
  await isAnswered;
}
let last = 0x8000;
const nextId = (): number => (last = (last + 1) % 0x1_0000);

/** The code of the answer, and the error of its signature. */
async function said(bytes: Buffer): Promise<readonly [rcode: number | null, error: number | null]> {
  const answer = await overStream(bytes);
  if (answer === null) return [null, null];
  const signature = signatureOf(answer);
  return [readMessage(signature?.plain ?? answer).rcode, signature?.error ?? null];
}

describe("the hidden primary", () => {
  it("gives a zone to a client that signs with its key", async () => {
    const records = await fetchZone(as(KEY), "example.com.");
    expect(records.map(({ name, type }) => `${name} ${String(type)}`)).toEqual([
      "example.com. 6",
      expect.anything(),
      expect.anything(),
      "example.com. 6",
    ]);
  });

  it.each([
    ["without a key", () => question(AXFR), [5, null]],
    [
      "with a key that nobody has",
      () => sign(question(AXFR), newKey("nobody."), { now: now() }).message,
      [9, 17],
    ],
    [
      "with a wrong secret",
      () => sign(question(AXFR), { ...newKey(""), name: KEY.name }, { now: now() }).message,
      [9, 16],
    ],
    [
      "with another algorithm",
      () => sign(question(AXFR), { ...KEY, algorithm: "hmac-sha512" }, { now: now() }).message,
      [9, 17],
    ],
    ["by a late message", () => sign(question(AXFR), KEY, { now: now() - 400 }).message, [9, 18]],
    [
      "by a zone that the server is not given",
      () => sign(question(AXFR), OTHER, { now: now() }).message,
      [5, 0],
    ],
    [
      "by a zone that is not there",
      () => sign(question(AXFR, "example.net."), KEY, { now: now() }).message,
      [5, 0],
    ],
    ["by another question than for a zone", () => sign(question(1), KEY, { now: now() }).message, [5, 0]],
    [
      "by an update",
      () =>
        sign(messageBytes({ id: 1, opcode: 5, question: { name: "example.com.", type: SOA } }), KEY, {
          now: now(),
        }).message,
      [4, 0],
    ],
  ])("refuses a transfer %s", async (_, bytes, expected) => {
    expect(await said(bytes())).toEqual(expected);
  });

  it("refuses a transfer that is asked for by a repeated message", async () => {
    const { message } = sign(question(AXFR), KEY, { now: now() });
    expect([await said(message), await said(message)]).toEqual([
      [0, 0],
      [5, null],
    ]);
  });

  it("refuses a disabled server and a server whose key changed, at once", async () => {
    const update = async (values: Readonly<Record<string, string | boolean>>): Promise<void> => {
      rowsOf(
        await world.execute("ada", [{ name: "output.server.update", old: { name: "other" }, new: values }]),
      );
    };
    await update({ is_enabled: false });
    expect(await said(sign(question(SOA, "example.org."), OTHER, { now: now() }).message)).toEqual([9, 17]);
    await update({ is_enabled: true, key_secret: newKey("").secret });
    expect(await said(sign(question(SOA, "example.org."), OTHER, { now: now() }).message)).toEqual([9, 16]);
  });

  it("signs its answers so that nobody else can forge them", async () => {
    const answers = exchange({ ...as(KEY), key: KEY }, { name: "example.com.", type: SOA });
    for await (const { isSigned } of answers) {
      expect(isSigned).toBe(true);
      break;
    }
  });

  it(
    "survives damaged packets over UDP and TCP",
    async () => {
      const random = createRandom(5);
      const { message } = sign(question(AXFR), KEY, { now: now() });
      const udp = createSocket("udp4");
      const answer = Buffer.concat([message, rrBytes({ name: "a.", type: "A", ttl: 1, rdata: "192.0.2.1" })]);
      const damaged = (): Buffer => {
        const bytes = Buffer.from(
          random.chance(20) ? answer : message.subarray(0, 1 + random.below(message.length)),
        );
        for (let n = random.below(5); n >= 0; n--)
          bytes[random.below(bytes.length)] = random.chance(30) ? 0xc0 : random.below(256);
        return bytes;
      };
      udp.bind(0, HOST);
      await once(udp, "listening");
      for (let n = 0; n < extent(3000); n++) {
        udp.send(damaged(), world.primary.port, HOST);
        if (n % 50 !== 0) continue;
        await overStream(damaged());
        await answered(udp);
      }
      const stray = connect(world.primary.port, HOST);
      stray.end(Buffer.from([255, 255, 1, 2, 3]));
      await once(stray, "close");
      udp.close();
      expect((await fetchZone(as(KEY), "example.com.")).length).toBe(4);
      expect(world.logged).toEqual([]);
      expect(wordAt(message, 0)).toBe(9);
    },
    extent(30_000),
  );
});

describe("the hidden primary, asked for the changes since a version", () => {
  const ZONE = "example.com.";
  const text = (name: string, data: string) => ({
    fqdn: `${name}.${ZONE}`,
    fqdn_type: "domain",
    type: "TXT",
    data,
  });
  let [first, second, third] = [0, 0, 0];

  /** Applies steps and answers the serial of the version that has them. */
  async function published(...steps: Parameters<ServedWorld["execute"]>[1]): Promise<number> {
    const before = serialIn(await fetchZone(as(KEY), ZONE));
    rowsOf(await world.execute("ada", steps));
    return await vi.waitFor(
      async () => {
        const serial = serialIn(await fetchZone(as(KEY), ZONE));
        if (serial === null || serial === before) throw new Error("not published yet");
        return serial;
      },
      { timeout: 20_000, interval: 20 },
    );
  }

  /** The records of the answer in their order: of a SOA its serial, of others name and data. */
  async function since(serial: number): Promise<readonly (number | string)[]> {
    const plain = Buffer.concat([
      // An id of its own, because a message that is repeated within the second is refused.
      messageBytes({ id: nextId(), question: { name: ZONE, type: QUERY.ixfr } }),
      rrBytes({ name: ZONE, type: "SOA", ttl: 0, rdata: `ns.${ZONE} a. ${String(serial)} 1 1 1 1` }),
    ]);
    const authorities = 8;
    plain.writeUInt16BE(1, authorities);
    const answer = await overStream(sign(plain, KEY, { now: now() }).message);
    if (answer === null) throw new Error("no answer");
    return toldBy(readMessage(answer).answers);
  }
  const toldBy = (records: readonly ReadRr[]): readonly (number | string)[] =>
    records.map(
      (record) =>
        serialIn([record]) ?? `${record.name} ${record.rdata.toString("latin1").replace(/^./s, "")}`,
    );
  const sorted = (told: readonly (number | string)[]) =>
    told.toSorted((a, b) => String(a).localeCompare(String(b)));
  const whole = async () => sorted(toldBy(await fetchZone(as(KEY), ZONE)));

  beforeAll(async () => {
    // Steps that are longer than the zone are not given.
    const filling = Array.from({ length: 12 }, (_, n) => text(`filling-${String(n)}`, "x"));
    first = await published(...filling.map((values) => ({ name: "dns.record.create", new: values })));
    second = await published({ name: "dns.record.create", new: text("changed", "one") });
    third = await published({
      name: "dns.record.update",
      old: text("changed", "one"),
      new: { data: "two" },
    });
  }, 60_000);

  it("gives only removed and added records, version by version", async () => {
    const [one, two] = [`changed.${ZONE} one`, `changed.${ZONE} two`];
    expect(await since(first)).toEqual([third, first, second, one, second, one, third, two, third]);
    expect(await since(second)).toEqual([third, second, one, third, two, third]);
    expect(await since(third)).toEqual([third]);
  });

  it("gives the whole zone to a server with a version that it does not know", async () => {
    expect(sorted(await since(first - 100_000))).toEqual(await whole());
  });

  it("forgets a change after seven days, and then gives the whole zone", async () => {
    const age = (days: number) =>
      world.db.query(
        "update output.delta set at = now() - make_interval(days => $1) where zone = $2 and before = $3",
        [days, ZONE, first],
      );
    await age(6);
    await sweep(world.db, world.catalogue);
    expect((await since(first))[1]).toBe(first);
    await age(8);
    await sweep(world.db, world.catalogue);
    expect(sorted(await since(first))).toEqual(await whole());
    expect(await since(second)).toHaveLength(6);
  });
});
