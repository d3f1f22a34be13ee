import { createHash } from "node:crypto";
import type { Database } from "../../db/database.ts";

/** What has to be remembered between leaving for the provider and coming back. */
export interface PendingSignIn {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly staysLoggedIn: boolean;
  /** What the browser that began it remembers, and no other knows; null for a client that brings none. */
  readonly binding: string | null;
}

const KEEP = `insert into netportal.sign_in (state_hash, nonce, code_verifier, stays_logged_in, binding_hash, kept_until)
values ($1, $2, $3, $4, $5, now() + interval '10 minutes')`;

/** Taking is deleting: of two who come back with the same state one finds nothing, whichever process they meet. */
const TAKE = `delete from netportal.sign_in where state_hash = $1
returning nonce, code_verifier, stays_logged_in, kept_until > now() and binding_hash is not distinct from $2 is_good`;

interface Row {
  readonly nonce: string;
  readonly code_verifier: string;
  readonly stays_logged_in: boolean;
  readonly is_good: boolean;
}

/** Keeps a sign-in under the hash of its state: who reads the table cannot come back in another's place. */
export async function keepPending(db: Database, state: string, pending: PendingSignIn): Promise<void> {
  const { nonce, codeVerifier, staysLoggedIn, binding } = pending;
  await db.query(KEEP, [hashOf(state), nonce, codeVerifier, staysLoggedIn, binding && hashOf(binding)]);
}

/** The sign-in of a state, once, within 10 minutes, and for the browser that began it; null otherwise. */
export async function takePending(
  db: Database,
  state: string,
  binding: string | null,
): Promise<PendingSignIn | null> {
  const [row] = await db.query<Row>(TAKE, [hashOf(state), binding && hashOf(binding)]);
  if (row?.is_good !== true) return null;
  return { nonce: row.nonce, codeVerifier: row.code_verifier, staysLoggedIn: row.stays_logged_in, binding };
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}
