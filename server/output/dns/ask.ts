import { createSocket } from "node:dgram";
import { randomInt } from "node:crypto";
import { serialIn } from "./answer.ts";
import { messageBytes, OPCODE, QUERY, RCODE, readMessage, type Message } from "./message.ts";
import { exchange, isOfNetwork, NotFetched, seconds, type Asked } from "./exchange.ts";
import { BadPacket } from "./name.ts";
import { isMadeBy, sign, signatureOf, type Key } from "./tsig.ts";

/** What a server said about a zone; nothing that its key did not sign counts. */
export type Shown =
  | { readonly kind: "serial"; readonly serial: number }
  | { readonly kind: "unknown" | "no_answer" | "key_refused" };

const PATIENCE_MS = 1000;

/** The serial of a zone, as the server itself shows it. Knot shows catalog zones over TCP only. */
export async function askSerial(server: Asked, zone: string): Promise<Shown> {
  const said = await ask(server, { opcode: OPCODE.query, zone });
  if (said === "no_answer") return { kind: said };
  return said === "refused" ? await askOverStream(server, zone) : shownBy(said);
}

async function askOverStream(server: Asked, zone: string): Promise<Shown> {
  try {
    for await (const { message, isSigned } of exchange(server, { name: zone, type: QUERY.soa }))
      return isSigned || message.rcode !== RCODE.notauth ? shownBy(message) : { kind: "key_refused" };
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

/** Tells a server that the zone has changed (RFC 1996); true if it heard it. */
export async function notify(server: Asked, zone: string): Promise<boolean> {
  const said = await ask(server, { opcode: OPCODE.notify, zone });
  return typeof said === "object" && said.rcode === RCODE.ok;
}

type Said = Message | "no_answer" | "refused";

/** Sends one packet from a socket of its own and waits for its answer. */
async function ask(server: Asked, sent: { readonly opcode: number; readonly zone: string }): Promise<Said> {
  const id = randomInt(0x1_0000);
  const plain = messageBytes({ id, opcode: sent.opcode, question: { name: sent.zone, type: QUERY.soa } });
  const { message, mac } = sign(plain, server.key, { now: seconds() });
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
        const said = believed(bytes, server.key, { id, mac });
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

/** An answer under the key, or a refusal; null for anything else, which may come from anybody. */
function believed(
  bytes: Buffer,
  key: Key,
  asked: { readonly id: number; readonly mac: Buffer },
): Said | null {
  try {
    const signature = signatureOf(bytes);
    const message = readMessage(bytes);
    if (!message.isAnswer || message.id !== asked.id) return null;
    if (signature !== null && isMadeBy(signature, key, { prior: asked.mac, now: seconds() })) return message;
    return REFUSALS.has(message.rcode) ? "refused" : null;
  } catch (error) {
    if (error instanceof BadPacket) return null;
    throw error;
  }
}

const REFUSALS: ReadonlySet<number> = new Set([RCODE.notauth, RCODE.refused]);
