import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip as gzipCompress } from "node:zlib";
import type { FastifyReply } from "fastify";

const brotli = promisify(brotliCompress);
const gzip = promisify(gzipCompress);

/** A text that does not change while the server runs, ready to be sent in every encoding. */
export interface Prepared {
  readonly etag: string;
  readonly plain: Buffer;
  /** The bytes in this encoding. They are compressed once, for the first request that accepts it, so that a start is not delayed. */
  readonly packed: (coding: Packing) => Promise<Buffer>;
}

/** Encodings of compressed answers. */
export type Packing = "br" | "gzip";

/** The bytes compressed with this quality of Brotli (0 to 11), or as much as gzip can. */
export async function packedAs(coding: Packing, plain: Buffer, quality: number): Promise<Buffer> {
  return coding === "gzip"
    ? gzip(plain, { level: 9 })
    : brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

/** All metadata are answered from memory (wire contract 5.7). */
export function prepare(text: string): Prepared {
  const plain = Buffer.from(text, "utf8");
  const known = new Map<Packing, Promise<Buffer>>();
  return {
    etag: etagOf(plain),
    plain,
    packed(coding) {
      const made = known.get(coding) ?? packedAs(coding, plain, 9);
      known.set(coding, made);
      // The next request tries again.
      made.catch(() => known.delete(coding));
      return made;
    },
  };
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
export function codingOf(header: string | undefined): Packing | "plain" {
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
export async function sendPrepared(
  reply: FastifyReply,
  prepared: Prepared,
  cacheControl = "private, no-cache",
): Promise<FastifyReply> {
  const { headers } = reply.request;
  const { etag, plain } = prepared;
  void reply.headers({ ETag: etag, "Cache-Control": cacheControl, Vary: "Accept-Encoding" });
  if (isKnown(headers["if-none-match"], etag)) return reply.code(304).send();
  const coding = codingOf(headers["accept-encoding"]);
  if (coding === "plain") return reply.type("application/json").send(plain);
  const bytes = await prepared.packed(coding);
  return reply.header("Content-Encoding", coding).type("application/json").send(bytes);
}
