import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyReply } from "fastify";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** A text that does not change while the server runs, ready to be sent in every encoding. */
export interface Prepared {
  readonly etag: string;
  readonly plain: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

/** The bytes in every encoding that the server sends. */
export async function packed(plain: Buffer, quality: number): Promise<Pick<Prepared, "br" | "gzip">> {
  const [br, gz] = await Promise.all([
    brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    gzipped(plain, { level: 9 }),
  ]);
  return { br, gzip: gz };
}

/** It is compressed once, so that all metadata are answered from memory (wire contract 5.7). */
export async function prepare(text: string): Promise<Prepared> {
  const plain = Buffer.from(text, "utf8");
  return { etag: etagOf(plain), plain, ...(await packed(plain, 9)) };
}

/** Strong entity tag: equal exactly if the bytes are equal. */
export function etagOf(content: Buffer | string): string {
  return `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
}

/** Whether `If-None-Match` names the entity tag. A weak form of it is accepted too, because proxies make one when they compress. */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);
}

/** The best encoding of the prepared text that the request accepts. */
export function codingOf(header: string | undefined): "br" | "gzip" | "plain" {
  const taken = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(";")[0]);
  if (taken.includes("br")) return "br";
  return taken.includes("gzip") || taken.includes("*") ? "gzip" : "plain";
}

/** Sends a prepared text, or 304 if the client already has it (wire contract 5.7). */
export function sendPrepared(
  reply: FastifyReply,
  prepared: Prepared,
  cacheControl = "private, no-cache",
): FastifyReply {
  const { headers } = reply.request;
  void reply.headers({ ETag: prepared.etag, "Cache-Control": cacheControl, Vary: "Accept-Encoding" });
  if (isKnown(headers["if-none-match"], prepared.etag)) return reply.code(304).send();
  const coding = codingOf(headers["accept-encoding"]);
  if (coding !== "plain") void reply.header("Content-Encoding", coding);
  return reply.type("application/json").send(prepared[coding]);
}
