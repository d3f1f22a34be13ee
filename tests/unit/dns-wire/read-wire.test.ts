import { describe, expect, it } from "vitest";
import {
  messageBytes,
  OPCODE,
  RCODE,
  readMessage,
  rrBytes,
  type Rr,
  type Sent,
} from "../../../server/dns-wire/message.ts";
import { BadPacket, nameBytes, readName } from "../../../server/dns-wire/name.ts";
import { rdataBytes, typeCode } from "../../../server/dns-wire/rdata.ts";
import { errorOf, sign, signatureOf, TSIG_ERROR } from "../../../server/dns-wire/tsig.ts";

const KEY = { name: "ns1.netportal.", algorithm: "hmac-sha256", secret: "c2VjcmV0c2VjcmV0c2VjcmV0" };
const NOW = 1_800_000_000;

/** Records whose data have every kind of field, with names in them. */
const RECORDS: readonly Rr[] = [
  { name: "example.com.", type: "MX", ttl: 70_000, rdata: "10 mail.example.com." },
  { name: "_sip._tcp.example.com.", type: "SRV", ttl: 1, rdata: "1 2 5060 sip.example.com." },
  { name: "example.com.", type: "NAPTR", ttl: 2, rdata: '100 10 "u" "E2U+sip" "!^.*$!a b!" a.b.' },
  { name: "example.com.", type: "CAA", ttl: 3, rdata: '0 issue "ca.example; x=1"' },
  { name: "example.com.", type: "DS", ttl: 4, rdata: "12345 13 2 abcd" },
  { name: "example.com.", type: "URI", ttl: 5, rdata: '10 1 "ftp://a b"' },
  { name: "example.com.", type: "TXT", ttl: 6, rdata: "a text" },
];

const ANSWER = messageBytes({
  id: 4711,
  isAnswer: true,
  question: { name: "example.com.", type: 252 },
  answers: RECORDS.map(rrBytes),
});

describe("a message that is read", () => {
  it("has the records that were written, with all their data", () => {
    const read = readMessage(ANSWER);
    expect(read).toMatchObject({
      id: 4711,
      isAnswer: true,
      isTruncated: false,
      opcode: OPCODE.query,
      rcode: 0,
    });
    expect(read.questions).toEqual([{ name: "example.com.", type: 252 }]);
    expect(read.answers).toEqual(
      RECORDS.map(({ name, type, ttl, rdata }) => ({
        name,
        type: typeCode(type),
        ttl,
        rdata: rdataBytes(type, rdata),
      })),
    );
    expect(read.authorities).toEqual([]);
  });

  it("says whether it is a question, whether it was cut off, and of which kind it is", () => {
    const asked = messageBytes({ id: 1, opcode: OPCODE.notify, question: null });
    expect(readMessage(asked)).toMatchObject({
      isAnswer: false,
      opcode: OPCODE.notify,
      questions: [],
      answers: [],
    });
    asked.writeUInt16BE(asked.readUInt16BE(2) | 0x0200, 2);
    expect(readMessage(asked).isTruncated).toBe(true);
  });

  it("is authoritative if it is an answer without error or a notification, and not otherwise", () => {
    const flag = (sent: Partial<Sent>): number =>
      messageBytes({ id: 1, question: null, ...sent }).readUInt16BE(2) & 0x0400;
    expect([flag({ isAnswer: true }), flag({ opcode: OPCODE.notify })]).toEqual([0x0400, 0x0400]);
    expect([flag({}), flag({ isAnswer: true, rcode: RCODE.refused })]).toEqual([0, 0]);
  });

  it("is refused if it is cut off anywhere", () => {
    for (let size = 0; size < ANSWER.length; size++)
      expect(() => readMessage(ANSWER.subarray(0, size))).toThrow(BadPacket);
  });

  it("has complete names where its data shorten them by pointers", () => {
    const mail = Buffer.concat([Buffer.from([0, 10, 4]), Buffer.from("MAIL"), Buffer.from([0xc0, 12])]);
    const head = messageBytes({
      id: 1,
      isAnswer: true,
      question: { name: "example.com.", type: 15 },
      answers: [Buffer.alloc(0)],
    });
    const record = Buffer.concat([Buffer.from([0xc0, 12, 0, 15, 0, 1, 0, 0, 0, 60, 0, mail.length]), mail]);
    expect(readMessage(Buffer.concat([head, record])).answers).toEqual([
      { name: "example.com.", type: 15, ttl: 60, rdata: rdataBytes("MX", "10 mail.example.com.") },
    ]);
  });

  it("is refused when a field of the data is longer than the data", () => {
    const record = rrBytes({ name: ".", type: "CAA", ttl: 0, rdata: '0 issue "x"' });
    const head = messageBytes({ id: 1, isAnswer: true, question: null, answers: [record] });
    // The length of the data is two bytes behind root, type, class and TTL.
    head.writeUInt16BE(4, head.length - record.length + 9);
    expect(() => readMessage(head)).toThrow("the data are too long");
  });
});

describe("the longest names", () => {
  const label = "a".repeat(63);
  const longest = `${[label, label, label, "a".repeat(61)].join(".")}.`;

  it("are written and read", () => {
    expect(nameBytes(longest)).toHaveLength(255);
    expect(readName(nameBytes(longest), 0)).toEqual({ name: longest, end: 255 });
  });

  it("are refused with one more letter, both in a label and as a whole", () => {
    expect(() => nameBytes(`${label}a.`)).toThrow("a label is too long");
    expect(() => nameBytes(`a${longest}`)).toThrow(BadPacket);
    expect(() => nameBytes(longest.replace(/\.$/, "a."))).toThrow("a name is too long");
    const bytes = Buffer.concat([nameBytes(longest).subarray(0, 254), Buffer.from([1, 97, 0])]);
    expect(() => readName(bytes, 0)).toThrow("a name is too long");
    expect(() => readName(Buffer.from([64, ...Buffer.alloc(64, 97), 0]), 0)).toThrow("an unknown kind");
  });
});

describe("a signature", () => {
  const plain = messageBytes({ id: 7, question: { name: "example.com.", type: 6 } });
  const { message, mac } = sign(plain, KEY, { now: NOW });

  it("has a key with the same name, and in an answer needs the digest of the question", () => {
    const read = signatureOf(message);
    if (read === null) throw new Error("no signature");
    expect(errorOf(read, { ...KEY, name: "ns2.netportal." }, { now: NOW })).toBe(TSIG_ERROR.badKey);
    const answer = signatureOf(sign(plain, KEY, { now: NOW, prior: mac }).message);
    if (answer === null) throw new Error("no signature");
    expect(errorOf(answer, KEY, { now: NOW, prior: mac })).toBe(TSIG_ERROR.none);
    expect(errorOf(answer, KEY, { now: NOW })).toBe(TSIG_ERROR.badSig);
  });

  it("is found behind a question and several answers", () => {
    expect(signatureOf(sign(ANSWER, KEY, { now: NOW }).message)?.plain).toEqual(ANSWER);
  });

  it("is the last record of the message, and a last record of another type is no signature", () => {
    expect(() => signatureOf(Buffer.concat([message, Buffer.from([0])]))).toThrow("a wrong length");
    const other = rrBytes({ name: "example.com.", type: "TXT", ttl: 0, rdata: "x" });
    const additional = Buffer.concat([plain, other]);
    additional.writeUInt16BE(1, 10);
    expect(signatureOf(additional)).toBeNull();
  });
});
