import { connect, type Socket } from "node:net";
import { once } from "node:events";
import { randomInt } from "node:crypto";
import {
  messageBytes,
  QUERY,
  RCODE,
  readMessage,
  type Message,
  type Question,
  type ReadRr,
} from "./message.ts";
import { BadPacket } from "./name.ts";
import { numberBytes } from "./numbers.ts";
import { clockOf, isMadeBy, sign, signatureOf, type Key, type Signature } from "./tsig.ts";

/** A name server that is notified and asked. */
export interface Asked {
  readonly address: string;
  readonly port: number;
  /** Null: messages are not signed, and every answer from the address is accepted. */
  readonly key: Key | null;
}

/** Why a server gave no complete, signed answer: its error code, or that it did not know the key. */
type Unfetched = "no_answer" | "key_refused" | "broken" | { readonly rcode: number };

/** The name server gave no complete, signed answer. */
export class NotFetched extends Error {
  readonly #why: Unfetched;

  constructor(message: string, why: Unfetched = "broken") {
    super(message);
    this.#why = why;
  }

  get why(): Unfetched {
    return this.#why;
  }
}

/** It counts up, because a server refuses a repeated message (RFC 8945, 5.2.3). Two messages for one zone in one second differ only in this number. */
let lastId = randomInt(0x1_0000);

/** Time in ms of a whole transfer. */
export const TRANSFER_MS = 600_000;

const CONNECT_MS = 2000;
const SILENCE_MS = 10_000;
/** Messages without signature between two with one (RFC 8945, 5.3.1). */
const MOST_UNSIGNED = 99;

/**
 * All records of a zone in the form of the name server itself, by AXFR with its key. The first and the last record are its SOA. If a server sends
 * more than `most` records, or takes too long, the transfer fails.
 */
export async function fetchZone(server: Asked, zone: string, most = Infinity): Promise<readonly ReadRr[]> {
  const records: ReadRr[] = [];
  const ends = performance.now() + TRANSFER_MS;
  for await (const received of exchange(server, { name: zone, type: QUERY.axfr })) {
    refuseFailed(received);
    const { message, isSigned } = received;
    records.push(...message.answers);
    if (records.length > most) throw new NotFetched(`more than ${String(most)} records`);
    if (performance.now() > ends) throw new NotFetched("the transfer takes too long");
    if (records.length < 2 || records.at(-1)?.type !== QUERY.soa) continue;
    if (!isSigned) throw new NotFetched("the end is not signed");
    return records;
  }
  throw new NotFetched("the connection ended");
}

function refuseFailed({ message: { rcode }, isSigned, clock }: Received): void {
  if (clock !== null) throw new NotFetched(`its clock is wrong by ${clockText(clock)}`, "key_refused");
  if (rcode === RCODE.ok) return;
  const why = rcode === RCODE.notauth && !isSigned ? "key_refused" : { rcode };
  throw new NotFetched(`refused with code ${String(rcode)}`, why);
}

interface Received {
  readonly message: Message;
  /** Signed by the key, or from a server without a key. */
  readonly isSigned: boolean;
  /** Seconds by which the clock of the server is ahead, if the difference is too large for signatures; otherwise null. */
  readonly clock: number | null;
}

/** Asks over TCP and gives the messages of the answer. A message without signature is followed by one whose signature covers it. */
export async function* exchange(server: Asked, question: Question): AsyncGenerator<Received> {
  lastId = (lastId + 1) % 0x1_0000;
  const plain = messageBytes({ id: lastId, question });
  const socket = await connected(server);
  try {
    if (server.key === null) {
      socket.write(framed(plain));
      yield* believedAll(socket);
    } else {
      const { message, mac } = sign(plain, server.key, { now: seconds() });
      socket.write(framed(message));
      yield* verified(socket, server.key, mac);
    }
  } finally {
    socket.destroy();
  }
}

async function connected({ port, address }: Asked): Promise<Socket> {
  const socket = connect(port, address);
  socket.setTimeout(CONNECT_MS, () => socket.destroy(new NotFetched("no answer", "no_answer")));
  await once(socket, "connect");
  socket.setTimeout(SILENCE_MS);
  return socket;
}

async function* believedAll(socket: Socket): AsyncGenerator<Received> {
  for await (const bytes of messagesOf(socket))
    yield { message: readMessage(bytes), isSigned: true, clock: null };
}

/** Bytes that the next signature of an answer covers. */
interface Chain {
  prior: Buffer;
  unsigned: Buffer;
  count: number;
  isLater: boolean;
}

async function* verified(socket: Socket, key: Key, asked: Buffer): AsyncGenerator<Received> {
  const chain: Chain = { prior: asked, unsigned: Buffer.alloc(0), count: 0, isLater: false };
  for await (const bytes of messagesOf(socket)) {
    const signature = signatureOf(bytes);
    const message = readMessage(bytes);
    const verifying = { ...chain, now: seconds() };
    const isSigned = signature !== null && isMadeBy(signature, key, verifying);
    // A refusal is accepted without a signature, because it contains no data.
    const clock = signature === null ? null : clockOf(signature, key, verifying);
    if (message.rcode === RCODE.ok && !isSigned && clock === null && !mayBeUnsigned(signature, chain))
      throw new NotFetched("not signed by the key", "key_refused");
    yield { message, isSigned, clock };
    if (signature === null) chain.unsigned = Buffer.concat([chain.unsigned, bytes]);
    else Object.assign(chain, { prior: signature.mac, unsigned: Buffer.alloc(0), count: 0, isLater: true });
  }
}

function mayBeUnsigned(signature: Signature | null, chain: Chain): boolean {
  return signature === null && chain.isLater && ++chain.count <= MOST_UNSIGNED;
}

/** A message in the form of TCP, with its length. */
export function framed(message: Buffer): Buffer {
  return Buffer.concat([numberBytes(message.length, 2), message]);
}

/** The messages that arrive over TCP; throws `BadPacket` for one that is too long. */
export async function* messagesOf(socket: Socket, longest = 0xffff): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of socket) {
    // A socket without encoding gives buffers.
    held = Buffer.concat([held, chunk as Buffer]);
    while (held.length >= 2) {
      const end = 2 + held.readUInt16BE(0);
      if (end > 2 + longest) throw new BadPacket("the message is too long");
      if (held.length < end) break;
      yield held.subarray(2, end);
      held = held.subarray(end);
    }
  }
}

/** A difference of clocks in seconds, with its sign. */
export function clockText(ahead: number): string {
  return `${ahead > 0 ? "+" : ""}${String(ahead)} s`;
}

/** Whether an error comes from the connection. */
export function isOfNetwork(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error;
}

export function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
