import { BadPacket, byteAt, endOfName, nameBytes, readName } from "./name.ts";
import { numberBytes } from "./numbers.ts";
import { rdataBytes, typeCode, wholeRdata } from "./rdata.ts";

export const QUERY = { axfr: 252, ixfr: 251, soa: 6 } as const;
export const OPCODE = { query: 0, notify: 4 } as const;
export const RCODE = { ok: 0, formerr: 1, servfail: 2, notimp: 4, refused: 5, notauth: 9 } as const;

const IN = 1;
const HEADER = 12;
const IS_ANSWER = 0x8000;
const IS_AUTHORITATIVE = 0x0400;

export interface Question {
  readonly name: string;
  readonly type: number;
}

/** A record in published form. */
export interface Rr {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly rdata: string;
}

/** A record of a message, with all names in its data complete. */
export interface ReadRr {
  readonly name: string;
  readonly type: number;
  readonly ttl: number;
  readonly rdata: Buffer;
}

export interface Message {
  readonly id: number;
  readonly isAnswer: boolean;
  readonly isTruncated: boolean;
  readonly opcode: number;
  readonly rcode: number;
  readonly questions: readonly Question[];
  readonly answers: readonly ReadRr[];
  readonly authorities: readonly ReadRr[];
}

/** The first twelve bytes of a message (RFC 1035, 4.1.1). */
export interface Head extends Pick<Message, "id" | "isAnswer" | "isTruncated" | "opcode" | "rcode"> {
  /** Number of questions, answers, authorities and additional records. */
  readonly counts: readonly [asked: number, answered: number, authority: number, additional: number];
}

/** Reads the part before all names; throws `BadPacket`. */
export function headOf(bytes: Buffer): Head {
  if (bytes.length < HEADER) throw new BadPacket("the message has no header");
  const count = (at: number): number => bytes.readUInt16BE(at);
  const flags = count(2);
  return {
    id: count(0),
    isAnswer: (flags & IS_ANSWER) !== 0,
    isTruncated: (flags & 0x0200) !== 0,
    opcode: (flags >> 11) & 15,
    rcode: flags & 15,
    counts: [count(4), count(6), count(8), count(10)],
  };
}

/** Whether a message has the counts of a request: one question, at most one record (that of IXFR or NOTIFY), options and a signature. */
export function isCountedAsRequest({ counts: [asked, answered, authority, additional] }: Head): boolean {
  return asked === 1 && answered <= 1 && authority <= 1 && additional <= 2;
}

/** Reads a message without its additional part; throws `BadPacket`. */
export function readMessage(bytes: Buffer): Message {
  const { counts, ...head } = headOf(bytes);
  const [asked, answered, authority] = counts;
  let at = HEADER;
  const questions = Array.from({ length: asked }, () => {
    const { name, end } = readName(bytes, at);
    at = end + 4;
    return { name, type: wordAt(bytes, end) };
  });
  const section = (count: number): readonly ReadRr[] =>
    Array.from({ length: count }, () => {
      const read = readRr(bytes, at);
      at = read.end;
      return read.rr;
    });
  const [answers, authorities] = [section(answered), section(authority)];
  return { ...head, questions, answers, authorities };
}

function readRr(bytes: Buffer, start: number): { readonly rr: ReadRr; readonly end: number } {
  const { name, end } = readName(bytes, start);
  const type = wordAt(bytes, end);
  const ttl = wordAt(bytes, end + 4) * 0x1_0000 + wordAt(bytes, end + 6);
  const length = wordAt(bytes, end + 8);
  const rdata = wholeRdata(bytes, type, end + 10, length);
  return { rr: { name, type, ttl, rdata }, end: end + 10 + length };
}

export function wordAt(bytes: Buffer, at: number): number {
  return byteAt(bytes, at) * 256 + byteAt(bytes, at + 1);
}

/** Where the last record of a message begins; null if there is none. */
export function lastRecord(bytes: Buffer): number | null {
  const [asked, answered, authority, additional] = headOf(bytes).counts;
  if (additional === 0) return null;
  const records = answered + authority + additional;
  let at = HEADER;
  for (let n = 0; n < asked; n++) at = endOfName(bytes, at) + 4;
  for (let n = 1; n < records; n++) {
    const end = endOfName(bytes, at);
    at = end + 10 + wordAt(bytes, end + 8);
  }
  return at;
}

export function rrBytes({ name, type, ttl, rdata }: Rr): Buffer {
  const data = rdataBytes(type, rdata);
  if (data.length > 0xffff) throw new BadPacket("the data are too long");
  const fixed = [numberBytes(typeCode(type), 2), numberBytes(IN, 2), numberBytes(ttl, 4)];
  return Buffer.concat([nameBytes(name), ...fixed, numberBytes(data.length, 2), data]);
}

export interface Sent {
  readonly id: number;
  readonly opcode?: number;
  readonly rcode?: number;
  readonly isAnswer?: true;
  readonly question: Question | null;
  readonly answers?: readonly Buffer[];
}

export function messageBytes(sent: Sent): Buffer {
  const { id, opcode = OPCODE.query, rcode = RCODE.ok, isAnswer, question, answers = [] } = sent;
  const isOurs = isAnswer === true && rcode === RCODE.ok;
  const flags =
    (isAnswer === true ? IS_ANSWER : 0) |
    (opcode << 11) |
    (isOurs || opcode === OPCODE.notify ? IS_AUTHORITATIVE : 0) |
    rcode;
  const asked =
    question === null ? [] : [nameBytes(question.name), numberBytes(question.type, 2), numberBytes(IN, 2)];
  const counts = [question === null ? 0 : 1, answers.length, 0, 0];
  return Buffer.concat([...[id, flags, ...counts].map((word) => numberBytes(word, 2)), ...asked, ...answers]);
}

/** The serial of a SOA record among others. */
export function serialIn(records: Message["answers"]): number | null {
  const soa = records.find(({ type }) => type === QUERY.soa);
  return soa === undefined || soa.rdata.length < 22 ? null : soa.rdata.readUInt32BE(soa.rdata.length - 20);
}
