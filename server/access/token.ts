import { createHash, randomBytes } from "node:crypto";

const BYTES = 48;

/** A new token text: 64 characters of wire contract 1.4. It is shown once and never kept. */
export function newToken(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** What is kept of a token: a hash, with the name of the method before it. Tokens are random, so no salt and no slow hash are needed. */
export function tokenHash(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
