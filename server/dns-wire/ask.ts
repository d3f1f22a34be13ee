import { createSocket } from "node:dgram";
import { randomInt } from "node:crypto";
import { messageBytes, OPCODE, QUERY, RCODE, readMessage, serialIn, type Message } from "./message.ts";
import { exchange, isOfNetwork, NotFetched, seconds, type Asked } from "./exchange.ts";
import { BadPacket } from "./name.ts";
import { clockOf, isMadeBy, sign, signatureOf, type Key, type Signature } from "./tsig.ts";

/** The answer of a server about a zone. If the server has a key, only data signed by it count. */
export type Shown =
  | { readonly kind: "serial"; readonly serial: number }
  | WrongClock
  | { readonly kind: "unknown" | "no_answer" | "key_refused" };

/** The server has the key, but its clock differs too much for signatures. */
interface WrongClock {
  readonly kind: "wrong_clock";
  /** Seconds. */
  readonly ahead: number;
}

const PATIENCE_MS = 1000;

/** The serial of a zone, as the server itself shows it. Knot shows catalog zones over TCP only. */
export async function askSerial(server: Asked, zone: string): Promise<Shown> {
  const said = await ask(server, { opcode: OPCODE.query, zone });
  if (said === "no_answer") return { kind: said };
  if (typeof said === "object" && "kind" in said) return said;
  return said === "refused" ? await askOverStream(server, zone) : shownBy(said);
}

async function askOverStream(server: Asked, zone: string): Promise<Shown> {
  try {
    for await (const { message, isSigned, clock } of exchange(server, { name: zone, type: QUERY.soa })) {
      if (clock !== null) return { kind: "wrong_clock", ahead: clock };
      return isSigned || message.rcode !== RCODE.notauth ? shownBy(message) : { kind: "key_refused" };
    }
    return { kind: "no_answer" };
  } catch (error) {
    if (error instanceof NotFetched || error instanceof BadPacket || isOfNetwork(error))
      return { kind: "no_answer" };
    throw error;
  }
}

function shownBy({ rcode, answers }: Message): Shown {
  const serial = rcode === RCODE.ok ? serialIn(answers) : null;
  return serial === null ? { kind: "unknown" } : { kind: "serial", serial };
}

/** Tells a server that the zone has changed (RFC 1996); true if the server answered. */
export async function notify(server: Asked, zone: string): Promise<boolean> {
  const said = await ask(server, { opcode: OPCODE.notify, zone });
  return typeof said === "object" && "rcode" in said && said.rcode === RCODE.ok;
}

type Said = Message | WrongClock | "no_answer" | "refused";

/** Sends one packet from a socket of its own and waits for its answer. */
async function ask(server: Asked, sent: { readonly opcode: number; readonly zone: string }): Promise<Said> {
  const id = randomInt(0x1_0000);
  const plain = messageBytes({ id, opcode: sent.opcode, question: { name: sent.zone, type: QUERY.soa } });
  const { message, sender } = prepared(plain, server.key, id);
  const socket = createSocket(server.address.includes(":") ? "udp6" : "udp4");
  try {
    return await new Promise<Said>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS, "no_answer");
      const end = (said: Said): void => {
        clearTimeout(timer);
        resolve(said);
      };
      socket.on("error", () => {
        end("no_answer");
      });
      socket.on("message", (bytes) => {
        const said = believed(bytes, sender);
        if (said !== null) end(said);
      });
      socket.connect(server.port, server.address, () => {
        socket.send(message);
      });
    });
  } finally {
    socket.close();
  }
}

/** Marks of an answer: its id, and if there is a key, the key with the digest of the question. */
interface Sender {
  readonly id: number;
  readonly signed: { readonly key: Key; readonly mac: Buffer } | null;
}

function prepared(
  plain: Buffer,
  key: Key | null,
  id: number,
): { readonly message: Buffer; readonly sender: Sender } {
  if (key === null) return { message: plain, sender: { id, signed: null } };
  const { message, mac } = sign(plain, key, { now: seconds() });
  return { message, sender: { id, signed: { key, mac } } };
}

/** An answer signed by the key, or a refusal; null for anything else, which may come from anybody. */
function believed(bytes: Buffer, { id, signed }: Sender): Said | null {
  try {
    const signature = signatureOf(bytes);
    const message = readMessage(bytes);
    if (!message.isAnswer || message.id !== id) return null;
    const isRefusal = REFUSALS.has(message.rcode);
    if (signed === null) return isRefusal ? "refused" : message;
    const said = signature === null ? null : signedBy(signature, signed, message);
    return said ?? (isRefusal ? "refused" : null);
  } catch (error) {
    if (error instanceof BadPacket) return null;
    throw error;
  }
}

function signedBy(
  signature: Signature,
  { key, mac }: NonNullable<Sender["signed"]>,
  message: Message,
): Message | WrongClock | null {
  const verifying = { prior: mac, now: seconds() };
  if (isMadeBy(signature, key, verifying)) return message;
  const ahead = clockOf(signature, key, verifying);
  return ahead === null ? null : { kind: "wrong_clock", ahead };
}

const REFUSALS: ReadonlySet<number> = new Set([RCODE.notauth, RCODE.refused]);
