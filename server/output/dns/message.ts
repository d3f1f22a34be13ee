import { BadPacket, byteAt, nameBytes, readName } from "./name.ts";
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

/** A record as it is published. */
export interface Rr {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  readonly rdata: string;
}

/** A record of a message, its data with all names written out. */
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

/** Reads a message without its additional part; throws `BadPacket`. */
export function readMessage(bytes: Buffer): Message {
  if (bytes.length < HEADER) throw new BadPacket("the message has no header");
  const [id, flags, asked, answered, authority] = [0, 2, 4, 6, 8].map((at) => bytes.readUInt16BE(at));
  let at = HEADER;
  const questions = Array.from({ length: asked ?? 0 }, () => {
    const { name, end } = readName(bytes, at);
    at = end + 4;
    return { name, type: wordAt(bytes, end) };
  });
  const section = (count = 0): readonly ReadRr[] =>
    Array.from({ length: count }, () => {
      const read = readRr(bytes, at);
      at = read.end;
      return read.rr;
    });
  const [answers, authorities] = [section(answered), section(authority)];
  const word = flags ?? 0;
  return {
    id: id ?? 0,
    isAnswer: (word & IS_ANSWER) !== 0,
    isTruncated: (word & 0x0200) !== 0,
    opcode: (word >> 11) & 15,
    rcode: word & 15,
    questions,
    answers,
    authorities,
  };
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
  if (bytes.length < HEADER) throw new BadPacket("the message has no header");
  const [asked = 0, ...counts] = [4, 6, 8, 10].map((at) => bytes.readUInt16BE(at));
  const records = counts.reduce((sum, count) => sum + count, 0);
  if ((counts.at(-1) ?? 0) === 0) return null;
  let at = HEADER;
  for (let n = 0; n < asked; n++) at = readName(bytes, at).end + 4;
  for (let n = 1; n < records; n++) {
    const { end } = readName(bytes, at);
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
