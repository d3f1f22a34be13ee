import { describe, expect, it } from "vitest";
import { RECORD_TYPES } from "#contract/records/index";
import { messageBytes, readMessage, rrBytes, type Rr } from "../../../server/dns-wire/message.ts";
import { BadPacket, nameBytes, readName } from "../../../server/dns-wire/name.ts";
import { hasCode, rdataBytes } from "../../../server/dns-wire/rdata.ts";
import { errorOf, FUDGE, sign, signatureOf, TSIG_ERROR } from "../../../server/dns-wire/tsig.ts";
import { createReplays } from "../../../server/services/dns/replays.ts";
import { createRandom } from "../../support/rights-oracle/random.ts";
import { extent } from "../../support/extent.ts";
import { cpuNow } from "../../support/machine.ts";

const KEY = { name: "ns1.netportal.", algorithm: "hmac-sha256", secret: "c2VjcmV0c2VjcmV0c2VjcmV0" };
const NOW = 1_800_000_000;

it("every record type except a bare reference has a form in messages", () => {
  const types = RECORD_TYPES.map(({ name }) => name).filter((name) => name !== "REF-FQDN");
  expect(types.filter((type) => !hasCode(type))).toEqual([]);
});

describe("data of records as bytes", () => {
  it.each([
    ["A", "198.51.100.7", "c6336407"],
    ["AAAA", "2001:db8::7", "20010db8000000000000000000000007"],
    ["MX", "10 a.b.", "000a01610162 00"],
    ["SRV", "0 5 443 a.", "0000000501bb0161 00"],
    ["CAA", '0 issue "ca.example; x=1"', "0005697373756563612e6578616d706c653b20783d31"],
    ["DS", "12345 13 2 abcd", "30390d02abcd"],
    ["SSHFP", "4 2 ff", "0402ff"],
    ["HINFO", '"PC" "gr\\195\\188n"', "025043 056772c3bc6e"],
    ["LOC", "49 0 39.000 N 8 24 37.000 E 110.00m 1m 10000m 10m", "00121613 8a843ed8 81cdfd88 0098c178"],
    [
      "LOC",
      "0 0 0.001 S 180 0 0.000 W -100000.00m 0m 0.01m 90000000m",
      "00001099 7fffffff 59604e00 00000000",
    ],
    [
      "NAPTR",
      '100 10 "u" "E2U+sip" "!^.*$!a b!" .',
      "0064000a 0175 074532552b736970 0a215e2e2a24216120 6221 00",
    ],
    ["NAPTR", '1 2 "s" "" "" a.b.', "00010002 0173 00 00 0161016200"],
    ["DNSKEY", "257 3 13 AwEAAQ==", "0101030d03010001"],
    ["CDS", "0 0 0 00", "0000000000"],
    ["OPENPGPKEY", "mQENBFxZ", "99010d045c59"],
    ["URI", '10 1 "ftp://a b"', "000a0001 6674703a2f2f612062"],
    ["SVCB", "0 a.b.", "0000 0161016200"],
    [
      "HTTPS",
      "1 . mandatory=alpn,port alpn=h2,h3 no-default-alpn port=443 ipv4hint=192.0.2.1 ech=AQI= ipv6hint=2001:db8::1",
      `0001 00 0000000400010003 000100060268320268 33 00020000 0003000201bb 00040004c0000201 000500020102 00060010${"20010db8000000000000000000000001"}`,
    ],
    [
      "SVCB",
      '16 a. alpn="f\\\\\\\\oo\\\\,bar,h2" key667="\\210 x"',
      "0010 016100 0001000c 08665c6f6f2c626172 026832 029b0003 d22078",
    ],
    ["TXT", "v=spf1 -all", "0b763d73706631202d616c6c"],
    ["TXT", '"a\\"b"', "0361 2262"],
  ])("%s %s", (type, data, hex) => {
    expect(rdataBytes(type, data).toString("hex")).toBe(hex.replaceAll(" ", ""));
  });

  it("a text of more than 255 bytes is split by bytes, whatever its letters are", () => {
    const bytes = rdataBytes("TXT", "ä".repeat(200));
    expect([bytes[0], bytes[256], bytes.length]).toEqual([255, 145, 402]);
  });
});

describe("names", () => {
  it.each([".", "example.com.", "*.xn--gre-8ka.example.", "_443._tcp.a."])(
    "%s is read as it was written",
    (name) => {
      expect(readName(nameBytes(name), 0).name).toBe(name);
    },
  );

  it("a pointer to itself or forwards is refused", () => {
    expect(() => readName(Buffer.from([0xc0, 0]), 0)).toThrow(BadPacket);
    expect(() => readName(Buffer.from([1, 97, 0xc0, 4, 1, 98, 0]), 0)).toThrow(BadPacket);
  });
});

describe("names that pointers make long", () => {
  const to = (place: number): readonly number[] => [0xc0 | (place >> 8), place & 0xff];
  /** A label, then pointers to it, each to the one before. */
  const chained = (pointers: number): Buffer =>
    Buffer.from([
      1,
      97,
      0,
      ...Array.from({ length: pointers }, (_, at) => to(at === 0 ? 0 : 1 + 2 * at)).flat(),
    ]);

  it("follow at most 127 pointers, in whatever order the names of a message are read", () => {
    const bytes = chained(128);
    expect(readName(bytes, 3 + 2 * 126)).toEqual({ name: "a.", end: bytes.length - 2 });
    expect(() => readName(bytes, 3 + 2 * 127)).toThrow("too many pointers");
    const fresh = Buffer.from(bytes);
    expect(() => readName(fresh, 3 + 2 * 127)).toThrow("too many pointers");
  });

  it("are at most 255 bytes long, including the parts behind pointers", () => {
    const label = (size: number): readonly number[] => [size, ...Buffer.alloc(size, 97)];
    const most = Buffer.from([...label(63), ...label(63), ...label(63), 0, ...label(61), ...to(0)]);
    expect(readName(most, 193).name).toHaveLength(254);
    const more = Buffer.from([...label(63), ...label(63), ...label(63), 0, ...label(62), ...to(0)]);
    expect(() => readName(more, 193)).toThrow("a name is too long");
  });

  it("take only the bytes of their message, however many records point to them", () => {
    const region = Buffer.from([...Array.from({ length: 126 }, () => [1, 97]).flat(), 0]);
    const records = Array.from({ length: 5300 }, (_, at) => [
      ...to(12 + 2 * (at % 126)),
      ...Buffer.alloc(10),
    ]);
    const head = messageBytes({ id: 1, isAnswer: true, question: null });
    // The region stands where the first question would.
    const message = Buffer.concat([head, region, Buffer.alloc(4), Buffer.from(records.flat())]);
    message.writeUInt16BE(1, 4);
    message.writeUInt16BE(records.length, 6);
    const times = Array.from({ length: 5 }, () => {
      const copy = Buffer.from(message);
      const begun = cpuNow();
      expect(readMessage(copy).answers).toHaveLength(5300);
      return cpuNow() - begun;
    });
    expect(Math.min(...times)).toBeLessThan(80);
  });
});

describe("signatures", () => {
  const plain = messageBytes({ id: 7, question: { name: "example.com.", type: 6 } });
  const { message } = sign(plain, KEY, { now: NOW });
  const error = (bytes: Buffer, key = KEY, now = NOW): number | null => {
    const signature = signatureOf(bytes);
    return signature === null ? null : errorOf(signature, key, { now });
  };

  it("a message is accepted with its key, and is read without its signature", () => {
    expect(error(message)).toBe(TSIG_ERROR.none);
    expect(signatureOf(message)?.plain).toEqual(plain);
  });

  it.each([
    ["another secret", { ...KEY, secret: "b3RoZXJvdGhlcm90aGVy" }, NOW, TSIG_ERROR.badSig],
    ["another algorithm", { ...KEY, algorithm: "hmac-sha512" }, NOW, TSIG_ERROR.badKey],
    ["a late message", KEY, NOW + FUDGE + 1, TSIG_ERROR.badTime],
    ["an early message", KEY, NOW - FUDGE - 1, TSIG_ERROR.badTime],
  ])("%s is refused", (_, key, now, expected) => {
    expect(error(message, key, now)).toBe(expected);
  });

  it("a message whose id was changed on its way is accepted with the signed id, and read with its own", () => {
    const forwarded = Buffer.from(message);
    forwarded.writeUInt16BE(4711, 0);
    expect(error(forwarded)).toBe(TSIG_ERROR.none);
    expect(signatureOf(forwarded)?.plain).toEqual(plain);
    expect(readMessage(forwarded).id).toBe(4711);
  });

  it("a message with any changed bit is refused", () => {
    for (let bit = 0; bit < message.length * 8; bit++) {
      const changed = Buffer.from(message);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if (readsAsSame(changed)) continue;
      expect(outcome(() => error(changed))).not.toBe(TSIG_ERROR.none);
    }
  });

  /** The first two bytes are the number that a forwarder may change, which the signature repeats; letters have no case; TTL and class have one value. */
  function readsAsSame(changed: Buffer): boolean {
    const signature = signatureIn(changed);
    return signature !== null && signature.plain.equals(plain);
  }
});

function signatureIn(bytes: Buffer): ReturnType<typeof signatureOf> {
  try {
    return signatureOf(bytes);
  } catch (error) {
    if (error instanceof BadPacket || error instanceof RangeError) return null;
    throw error;
  }
}

function outcome<T>(work: () => T): T | "bad packet" {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadPacket) return "bad packet";
    throw error;
  }
}

it("a digest is accepted once, and again after its time is long over", () => {
  const replays = createReplays();
  const mac = Buffer.from("digest");
  expect([replays.isNew(mac, NOW), replays.isNew(mac, NOW + 1)]).toEqual([true, false]);
  expect(replays.isNew(Buffer.from("other"), NOW + 3 * FUDGE)).toBe(true);
  expect(replays.isNew(mac, NOW + 3 * FUDGE)).toBe(true);
});

it("damaged packets are refused as bad packets, whatever is damaged", () => {
  const random = createRandom(11);
  const rr: Rr = { name: "www.example.com.", type: "MX", ttl: 5, rdata: "10 mail.example.com." };
  const plain = messageBytes({
    id: 1,
    isAnswer: true,
    question: { name: "example.com.", type: 252 },
    answers: [rrBytes(rr)],
  });
  const { message } = sign(plain, KEY, { now: NOW });
  for (let n = 0; n < extent(30_000); n++) {
    const bytes = Buffer.from(
      message.subarray(0, random.chance(50) ? message.length : random.below(message.length + 1)),
    );
    for (let m = random.below(6); m >= 0 && bytes.length > 0; m--)
      bytes[random.below(bytes.length)] = random.chance(30) ? 0xc0 : random.below(256);
    outcome(() => signatureOf(bytes));
    outcome(() => readMessage(bytes));
  }
});
