import type { Database } from "../../db/database.ts";
import { secondaryOf, soaFor, transferOf, type Secondary } from "./content.ts";
import {
  headOf,
  isCountedAsRequest,
  messageBytes,
  OPCODE,
  QUERY,
  RCODE,
  readMessage,
  type Message,
  type Question,
} from "./message.ts";
import { BadPacket } from "./name.ts";
import { numberBytes } from "./numbers.ts";
import type { Replays } from "./replays.ts";
import { errorOf, sign, signatureOf, TSIG_ERROR, unsignedError, type Key, type Signature } from "./tsig.ts";

/** Room for records in one message; the rest is for header, question and signature. */
const ROOM = 60_000;

export interface Answering {
  readonly db: Database;
  readonly replays: Replays;
  /** Seconds since 1970. */
  readonly now: () => number;
}

interface Asked {
  readonly message: Message;
  readonly question: Question;
  readonly signature: Signature;
  readonly key: Key;
  readonly server: string;
}

/** The messages that answer a packet; none if the packet is itself an answer. Throws `BadPacket`. */
export async function answersTo(
  bytes: Buffer,
  isStream: boolean,
  answering: Answering,
): Promise<readonly Buffer[]> {
  const head = headOf(bytes);
  if (head.isAnswer) return [];
  if (!isCountedAsRequest(head)) return [refusal({ ...head, questions: [] }, RCODE.formerr)];
  const signature = signatureOf(bytes);
  // Read with the id of the message, to which the answer belongs; what was signed is the original id.
  const message = readMessage(bytes);
  const [question] = message.questions;
  if (question === undefined) throw new BadPacket("the message has no question");
  if (signature === null) return [refusal(message, RCODE.refused)];
  const now = answering.now();
  const believed = await believe(answering.db, { message, signature, now });
  if ("answer" in believed) return [believed.answer];
  if (isStream && !answering.replays.isNew(signature.mac, now)) return [refusal(message, RCODE.refused)];
  const asked = { message, question, signature, key: believed.key, server: believed.id };
  return signed(await contents(answering.db, asked, isStream), asked, now);
}

type Doubted = Pick<Asked, "message" | "signature"> & { readonly now: number };

/** The name server whose key signed the message, or the answer that says why the signature is refused. */
async function believe(db: Database, doubted: Doubted): Promise<Secondary | { readonly answer: Buffer }> {
  const { signature, now } = doubted;
  const { keyName: name, algorithm } = signature;
  const found = await secondaryOf(db, name);
  if (found === null)
    return { answer: disbelief(doubted, { name, algorithm, secret: "" }, TSIG_ERROR.badKey) };
  const error = errorOf(signature, found.key, { now });
  return error === TSIG_ERROR.none ? found : { answer: disbelief(doubted, found.key, error) };
}

type Contents = { readonly rcode: number } | { readonly records: readonly Buffer[] };

const TRANSFERS: ReadonlySet<number> = new Set([QUERY.axfr, QUERY.ixfr]);

async function contents(db: Database, asked: Asked, isStream: boolean): Promise<Contents> {
  const { opcode, authorities } = asked.message;
  const { name: zone, type } = asked.question;
  if (opcode !== OPCODE.query) return { rcode: RCODE.notimp };
  // Over UDP a step from one version to the next is announced by its SOA alone (RFC 1995).
  if (type === QUERY.soa || (type === QUERY.ixfr && !isStream)) {
    const soa = await soaFor(db, zone, asked.server);
    return soa === null ? { rcode: RCODE.refused } : { records: [soa] };
  }
  const isServed = isStream && TRANSFERS.has(type);
  const since = type === QUERY.ixfr ? serialIn(authorities) : null;
  const records = isServed ? await transferOf(db, { zone, server: asked.server, since }) : null;
  return records === null ? { rcode: RCODE.refused } : { records };
}

/** The serial of a SOA record among others. */
export function serialIn(records: Message["answers"]): number | null {
  const soa = records.find(({ type }) => type === QUERY.soa);
  return soa === undefined || soa.rdata.length < 22 ? null : soa.rdata.readUInt32BE(soa.rdata.length - 20);
}

/** The records in as many messages as they need, each signed with the digest of the one before. */
function signed(
  given: Contents,
  { message, question, signature, key }: Asked,
  now: number,
): readonly Buffer[] {
  const { id } = message;
  const head = { id, opcode: message.opcode, isAnswer: true, question } as const;
  const plain =
    "rcode" in given
      ? [messageBytes({ ...head, rcode: given.rcode })]
      : filled(given.records).map((answers) => messageBytes({ ...head, answers }));
  let prior = signature.mac;
  return plain.map((one, at) => {
    const made = sign(one, key, { prior, isLater: at > 0, now });
    prior = made.mac;
    return made.message;
  });
}

function filled(records: readonly Buffer[]): readonly (readonly Buffer[])[] {
  const messages: Buffer[][] = [];
  let room = 0;
  for (const record of records) {
    if (record.length > room || messages.length === 0) {
      messages.push([]);
      room = ROOM;
    }
    messages.at(-1)?.push(record);
    room -= record.length;
  }
  return messages;
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
