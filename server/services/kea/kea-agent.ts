import { isObject, type Json } from "#contract/wire/json";
import type { KEA_SERVICES } from "./kea-services.ts";

/** A DHCP server of Kea behind its control agent. */
export interface Agent {
  readonly service: keyof typeof KEA_SERVICES;
  readonly address: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string | null;
}

type Members = Readonly<Record<string, Json | undefined>>;

/** Why Kea is not live: values of `output.delivery.error`. */
export type KeaReason = "no_answer" | "key_refused" | "refused" | "other_networks" | "not_kept";

/** Kea did not execute a command. The message is that of Kea, and never contains a secret. */
export class KeaFault extends Error {
  readonly reason: KeaReason;
  constructor(reason: KeaReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

const WITHIN_MS = 20_000;
const MOST_BYTES = 64 * 1024 * 1024;
const NOTHING_FOUND = 3;
const UNAUTHORIZED = 401;

/** Sends a command to the server. Answers its arguments, or null if there is nothing. */
export async function askKea(agent: Agent, command: string, given?: Json): Promise<Members | null> {
  const body = JSON.stringify({
    command,
    service: [agent.service],
    ...(given === undefined ? {} : { arguments: given }),
  });
  const [answer] = answersIn(await post(agent, command, body));
  const { result, text, arguments: found } = answer ?? {};
  if (result === NOTHING_FOUND) return null;
  if (result !== 0)
    throw new KeaFault("refused", `${command}: ${typeof text === "string" ? text : agent.service}`);
  return isObject(found) ? found : {};
}

async function post(
  { address, port, user, password }: Agent,
  command: string,
  body: string,
): Promise<string> {
  const host = address.includes(":") ? `[${address}]` : address;
  const login = Buffer.from(`${user ?? ""}:${password ?? ""}`).toString("base64");
  const headers = {
    "content-type": "application/json",
    ...(password === null ? {} : { authorization: `Basic ${login}` }),
  };
  try {
    const response = await fetch(`http://${host}:${String(port)}/`, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (!response.ok) {
      const reason = response.status === UNAUTHORIZED ? "key_refused" : "refused";
      throw new KeaFault(reason, `${command}: HTTP ${String(response.status)}`);
    }
    return await textOf(response, command);
  } catch (error) {
    if (error instanceof KeaFault) throw error;
    throw new KeaFault("no_answer", `${command}: ${reasonOf(error)}`);
  }
}

/** Reads an answer up to a limit, so that an agent cannot fill the memory. The configuration of a campus has a few MiB. */
async function textOf({ body }: Response, command: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const read: AsyncIterable<Uint8Array> | null = body;
  for await (const part of read ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES)
      throw new KeaFault("refused", `${command}: more than ${String(MOST_BYTES)} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.name : "unknown";
}

function answersIn(text: string): readonly Members[] {
  try {
    const parsed: unknown = JSON.parse(text);
    // Parse boundary: only members that are used are checked.
    return Array.isArray(parsed) ? (parsed as Json[]).filter((one) => isObject(one)) : [];
  } catch {
    return [];
  }
}
