import { connect } from "node:net";

/** Accounts of the demo campus that attack. `nora` is in no row of `cntl.mgr`, `lars` may not write, `ada` administers everything. */
export const ATTACKERS = ["ada", "greta", "lars", "nora"] as const;
export type Attacker = (typeof ATTACKERS)[number];

/** The target of an attack. */
export interface Target {
  readonly address: string;
  /** Port of the hidden primary on 127.0.0.1. */
  readonly dnsPort: number;
  /** Session of each account. */
  readonly tokens: Readonly<Record<Attacker, string>>;
}

/** The calls by which one person tries to delay others: a row of the tests and of the bench (P23). */
export interface Attack {
  readonly name: string;
  /** Sends until the signal or until everything is answered. Resolves with the codes of the answers, such as `200` or `-20910/2`. */
  readonly send: (target: Target, signal: AbortSignal) => Promise<readonly string[]>;
}

export const EXECUTE = "/api/4.2/wapi/transaction/execute";

/** Reads the answer to its end. `by` null sends no token. The code is `cut` if the connection ends before. */
export async function post(
  { address, tokens }: Target,
  by: Attacker | null,
  body: string | Buffer<ArrayBuffer>,
  signal: AbortSignal,
  path = EXECUTE,
): Promise<string> {
  const token = by === null ? {} : { authorization: `Bearer ${tokens[by]}` };
  const headers = { ...token, "content-type": "application/json" };
  return answerOf(() => fetch(`${address}${path}`, { method: "POST", headers, body, signal }));
}

async function answerOf(ask: () => Promise<Response>): Promise<string> {
  try {
    const answer = await ask();
    let start = "";
    for await (const chunk of answer.body ?? []) if (start === "") start = Buffer.from(chunk).toString();
    const [, type = "", code = ""] = /"code":(-\d+).*?"code":(\d+)/.exec(start.slice(0, 1000)) ?? [];
    return answer.ok ? "200" : type === "" ? String(answer.status) : `${type}/${code}`;
  } catch {
    // The server stops reading a body that it refuses.
    return "cut";
  }
}

/** Sends again and again, `atOnce` at a time. */
export async function again(
  atOnce: number,
  signal: AbortSignal,
  send: (at: number) => Promise<string>,
): Promise<readonly string[]> {
  const codes: string[] = [];
  const one = async (_: unknown, at: number): Promise<void> => {
    while (!signal.aborted) codes.push(await send(at));
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return codes;
}

/** Sends bytes on `count` connections and reads nothing. Answers for each connection whether it is `open` or `cut` at the end. */
export async function unread(
  { address }: Target,
  count: number,
  signal: AbortSignal,
  bytes: (at: number) => string,
): Promise<readonly string[]> {
  const { port, hostname } = new URL(address);
  const sockets = Array.from({ length: count }, (_, at) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => undefined);
    socket.write(bytes(at));
    return socket.pause();
  });
  await aborted(signal);
  return sockets.map((socket) => {
    const code = socket.destroyed ? "cut" : "open";
    socket.destroy();
    return code;
  });
}

/** A request as bytes, with a session. */
export function requestOf({ tokens }: Target, by: Attacker, line: string, body = ""): string {
  const head = [line, "host: x", `authorization: Bearer ${tokens[by]}`, "content-type: application/json"];
  return [...head, `content-length: ${String(body.length)}`, "", body].join("\r\n");
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  signal.addEventListener("abort", () => {
    resolve(undefined);
  });
  await promise;
}
