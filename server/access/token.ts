import { createHash, randomBytes } from "node:crypto";

const BYTES = 48;

/** A new token of 64 characters (wire contract 1.4). It is shown once and never stored. */
export function newToken(): string {
  return randomBytes(BYTES).toString("base64url");
}

/** Stored form of a token: the name of the method and a hash. Tokens are random, so they need no salt and no slow hash. */
export function tokenHash(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}
