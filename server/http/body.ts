import type { IncomingMessage } from "node:http";
import { refuse } from "../faults.ts";

/**
 * The whole body of a request. One that is longer than the limit is refused as soon as that is known. With `keep` false the bytes are counted
 * and let go: a request without token is refused for its size first (wire contract 1.7), but fills no memory.
 */
export async function readBody(request: IncomingMessage, limit: number, keep: boolean): Promise<Buffer> {
  const declared = Number(request.headers["content-length"] ?? 0);
  if (declared > limit) throw refuse("body_too_large", { limit });
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection has to outlive the refusal, or nobody could read it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    // An IncomingMessage without encoding yields buffers.
    const bytes = chunk as Buffer;
    length += bytes.length;
    if (length > limit) {
      request.resume();
      throw refuse("body_too_large", { limit });
    }
    if (keep) chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Whether the request says that its body is JSON in UTF-8 and not packed in any way (wire contract 1.3). */
export function isJson(request: IncomingMessage): boolean {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").toLowerCase().split(";");
  const encoding = request.headers["content-encoding"] ?? "identity";
  const charset = parameters.map((part) => /^\s*charset="?([\w-]+)"?\s*$/.exec(part)?.[1]).find(Boolean);
  return type.trim() === "application/json" && encoding === "identity" && (charset ?? "utf-8") === "utf-8";
}
