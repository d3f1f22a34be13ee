import type { IncomingMessage } from "node:http";
import { refuse } from "../faults.ts";

/** How much of a body is taken. */
export interface Allowance {
  readonly limit: number;
  /** False: the bytes are counted and let go. A request without token is refused for its size first (wire contract 1.7), but fills no memory. */
  readonly keep: boolean;
}

/**
 * The whole body of a request. One that is longer than the limit is refused as soon as that is known; where `grow` is given, it is asked
 * for a new allowance first, and nothing more is read until it answers.
 */
export async function readBody(
  request: IncomingMessage,
  given: Allowance,
  grow?: () => Promise<Allowance>,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let allowed = await allowedFor(Number(request.headers["content-length"] ?? 0), given, grow);
  try {
    // The connection has to outlive the refusal, or nobody could read it.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      // An IncomingMessage without encoding yields buffers.
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > allowed.limit)
        allowed = await allowedFor(length, allowed, allowed === given ? grow : undefined);
      if (allowed.keep) chunks.push(bytes);
    }
  } catch (error) {
    request.resume();
    throw error;
  }
  return joined(chunks);
}

async function allowedFor(
  length: number,
  given: Allowance,
  grow: (() => Promise<Allowance>) | undefined,
): Promise<Allowance> {
  if (length <= given.limit) return given;
  const { limit, keep } = (await grow?.()) ?? given;
  if (length > limit) throw refuse("body_too_large", { limit });
  return { limit, keep };
}

/** In a piece of memory of its own, which can be given to another thread. */
function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Whether the request says that its body is JSON in UTF-8 and not packed in any way (wire contract 1.3). */
export function isJson(request: IncomingMessage): boolean {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const encoding = request.headers["content-encoding"] ?? "identity";
  const charset = parameters.map((part) => /^\s*charset="?([\w-]+)"?\s*$/.exec(part)?.[1]).find(Boolean);
  return type.trim() === "application/json" && encoding === "identity" && (charset ?? "utf-8") === "utf-8";
}
