import { isObject, type Json } from "#contract/wire/json";

/** The control agent of a Kea server. */
export interface Agent {
  readonly address: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string | null;
}

type Members = Readonly<Record<string, Json | undefined>>;

/** Kea did not do what it was asked; the message never has a secret. */
export class KeaFault extends Error {}

const WITHIN_MS = 20_000;
const NOTHING_FOUND = 3;

/** Sends a command to the DHCPv4 server behind the agent. Answers its arguments, or null if there is nothing. */
export async function askKea(agent: Agent, command: string, given?: Json): Promise<Members | null> {
  const body = JSON.stringify({
    command,
    service: ["dhcp4"],
    ...(given === undefined ? {} : { arguments: given }),
  });
  const [answer] = answersIn(await post(agent, command, body));
  const { result, text, arguments: found } = answer ?? {};
  if (result === NOTHING_FOUND) return null;
  if (result !== 0)
    throw new KeaFault(`${command}: ${typeof text === "string" ? text : "no answer of the DHCPv4 server"}`);
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
    if (!response.ok) throw new KeaFault(`${command}: the control agent answers ${String(response.status)}`);
    return await response.text();
  } catch (error) {
    if (error instanceof KeaFault) throw error;
    throw new KeaFault(`${command}: the control agent cannot be reached (${reasonOf(error)})`);
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null;
  if (cause instanceof Error && "code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.name : "unknown";
}

function answersIn(text: string): readonly Members[] {
  try {
    const parsed: unknown = JSON.parse(text);
    // Parse boundary: only the members that are looked at count.
    return Array.isArray(parsed) ? (parsed as Json[]).filter((one) => isObject(one)) : [];
  } catch {
    return [];
  }
}
