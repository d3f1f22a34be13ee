import type { Database } from "../../db/database.ts";
import { NotBySteps, secondariesOf, secondaryAt, soaFor, transferTo, type Secondary } from "./content.ts";
import {
  headOf,
  isCountedAsRequest,
  messageBytes,
  OPCODE,
  QUERY,
  RCODE,
  readMessage,
  serialIn,
  type Message,
  type Question,
} from "../../dns-wire/message.ts";
import { BadPacket } from "../../dns-wire/name.ts";
import { numberBytes } from "../../dns-wire/numbers.ts";
import type { Clocks } from "./clocks.ts";
import type { Replays } from "./replays.ts";
import type { Transfers } from "./transfers.ts";
import {
  clockOf,
  errorOf,
  sign,
  signatureOf,
  TSIG_ERROR,
  unsignedError,
  type Key,
  type Signature,
} from "../../dns-wire/tsig.ts";

/** Space for records in one message; the rest is for header, question and signature. */
const ROOM = 60_000;

export interface Answering {
  readonly db: Database;
  readonly replays: Replays;
  readonly transfers: Transfers;
  readonly clocks: Clocks;
  /** Seconds since 1970. */
  readonly now: () => number;
}

/** Sends one message, and waits until the reader accepts it. */
export type Give = (answer: Buffer) => Promise<void>;

interface Asked {
  readonly message: Message;
  readonly question: Question;
  readonly server: string;
}

/** Where a packet came from. */
export interface Sent {
  readonly bytes: Buffer;
  /** Address of a known server. */
  readonly from: string;
  readonly isStream: boolean;
}

/** Answers a packet, unless it is itself an answer. Throws `BadPacket`. */
export async function answerTo(
  { bytes, from, isStream }: Sent,
  answering: Answering,
  give: Give,
): Promise<void> {
  const head = headOf(bytes);
  if (head.isAnswer) return;
  if (!isCountedAsRequest(head)) return await give(refusal({ ...head, questions: [] }, RCODE.formerr));
  const signature = signatureOf(bytes);
  // The message is read with its own id, which the answer repeats; the signature covers the original id.
  const message = readMessage(bytes);
  const [question] = message.questions;
  if (question === undefined) throw new BadPacket("the message has no question");
  if (signature === null) {
    const server = await secondaryAt(answering.db, from, question.name);
    if (server === null) return await give(refusal(message, RCODE.refused));
    return await answerAsked(
      { message, question, server },
      isStream,
      answering,
      plainly(message, question, give),
    );
  }
  const now = answering.now();
  const believed = await believe(answering, { message, signature, now });
  if ("answer" in believed) return await give(believed.answer);
  if (isStream && !answering.replays.isNew(signature.mac, now))
    return await give(refusal(message, RCODE.refused));
  const asked = { message, question, server: believed.id };
  const signing = { ...asked, signature, key: believed.key };
  await answerAsked(asked, isStream, answering, signed(signing, now, give));
}

interface Doubted {
  readonly message: Message;
  readonly signature: Signature;
  readonly now: number;
}

/** The name server whose key signed the message, or the answer that says why the signature is refused. */
async function believe(
  { db, clocks }: Answering,
  doubted: Doubted,
): Promise<Secondary | { readonly answer: Buffer }> {
  const { signature, now } = doubted;
  const { keyName: name, algorithm } = signature;
  const judged = (await secondariesOf(db, name)).map((one) => ({
    one,
    error: errorOf(signature, one.key, { now }),
  }));
  const made = judged.find(({ error }) => error === TSIG_ERROR.none);
  if (made !== undefined) {
    await clocks.noteRight(made.one.id);
    return made.one;
  }
  const right = judged.find(({ error }) => error === TSIG_ERROR.badTime) ?? judged[0];
  if (right === undefined)
    return { answer: disbelief(doubted, { name, algorithm, secret: "" }, TSIG_ERROR.badKey) };
  const ahead = clockOf(signature, right.one.key, { now });
  if (ahead !== null) await clocks.noteWrong(right.one.id, ahead);
  return { answer: disbelief(doubted, right.one.key, right.error) };
}

type Contents = { readonly rcode: number } | { readonly answers: readonly Buffer[] };
type GiveSigned = (contents: Contents) => Promise<void>;

const TRANSFERS: ReadonlySet<number> = new Set([QUERY.axfr, QUERY.ixfr]);
const REFUSED = { rcode: RCODE.refused };

async function answerAsked(
  asked: Asked,
  isStream: boolean,
  { db, transfers }: Answering,
  give: GiveSigned,
): Promise<void> {
  const { opcode } = asked.message;
  const { name: zone, type } = asked.question;
  const { server } = asked;
  if (opcode !== OPCODE.query) return await give({ rcode: RCODE.notimp });
  // Over UDP a step from one version to the next is announced by its SOA only (RFC 1995).
  if (type === QUERY.soa || (type === QUERY.ixfr && !isStream)) {
    const soa = await soaFor(db, zone, server);
    return await give(soa === null ? REFUSED : { answers: [soa] });
  }
  if (!isStream || !TRANSFERS.has(type)) return await give(REFUSED);
  await sendTransfer(asked, { db, transfers }, give);
}

async function sendTransfer(
  { question, message, server }: Asked,
  { db, transfers }: Pick<Answering, "db" | "transfers">,
  give: GiveSigned,
): Promise<void> {
  const { name: zone, type } = question;
  const place = `${server} ${zone}`;
  const isBySteps = type === QUERY.ixfr && !transfers.wholes.has(place);
  const since = isBySteps ? serialIn(message.authorities) : null;
  try {
    await transfers.inTurn(server, () =>
      transferTo(db, { zone, server, since }, async (records) => {
        if (records === null) await give(REFUSED);
        else for await (const answers of filled(records)) await give({ answers });
      }),
    );
    transfers.wholes.delete(place);
  } catch (error) {
    if (error instanceof NotBySteps) transfers.wholes.add(place);
    throw error;
  }
}

/** Gives the messages of an answer to a server that has no key. */
function plainly(message: Message, question: Question, give: Give): GiveSigned {
  const head = { id: message.id, opcode: message.opcode, isAnswer: true, question } as const;
  return async (contents) => {
    await give(messageBytes({ ...head, ...contents }));
  };
}

type Signing = Omit<Asked, "server"> & { readonly signature: Signature; readonly key: Key };

/** Gives the messages of an answer, each signed with the digest of the one before. */
function signed({ message, question, signature, key }: Signing, now: number, give: Give): GiveSigned {
  const head = { id: message.id, opcode: message.opcode, isAnswer: true, question } as const;
  let prior = signature.mac;
  let isLater = false;
  return async (contents) => {
    const made = sign(messageBytes({ ...head, ...contents }), key, { prior, isLater, now });
    prior = made.mac;
    isLater = true;
    await give(made.message);
  };
}

/** The records, in groups that fit into one message. */
async function* filled(records: AsyncIterable<Buffer>): AsyncGenerator<readonly Buffer[]> {
  let message: Buffer[] = [];
  let room = ROOM;
  for await (const record of records) {
    if (record.length > room && message.length > 0) {
      yield message;
      message = [];
      room = ROOM;
    }
    message.push(record);
    room -= record.length;
  }
  yield message;
}

function refusal(
  { id, opcode, questions }: Pick<Message, "id" | "opcode" | "questions">,
  rcode: number,
): Buffer {
  return messageBytes({ id, opcode, isAnswer: true, rcode, question: questions[0] ?? null });
}

/** The answer that says why a signature is refused. It is signed only for a wrong clock, because only then both sides have the key. */
function disbelief({ message, signature, now }: Doubted, key: Key, error: number): Buffer {
  const plain = refusal(message, RCODE.notauth);
  if (error !== TSIG_ERROR.badTime) {
    const { keyName: name, algorithm } = signature;
    return unsignedError(plain, { name, algorithm }, error, now);
  }
  const other = numberBytes(now, 6);
  return sign(plain, key, { prior: signature.mac, now: signature.time, error, other }).message;
}
