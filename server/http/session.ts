import type { SignedIn } from "#contract/wire/system";
import { newToken, tokenHash } from "../access/token.ts";
import { passwordMatches } from "../access/password.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";

/** Life of a session token in hours (wire contract 1.4). */
const HOURS = { short: 12, stayLoggedIn: 30 * 24 } as const;

interface SessionParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
}

/** Whether user and password are right. Unknown users cost the same time as known ones. */
export async function isPassword(
  { db, catalogue }: SessionParts,
  user: string,
  password: string,
): Promise<boolean> {
  const sql = `select password_hash from ${catalogue.accounts.passwords} where login_name = $1`;
  const [row] = await db.query<{ password_hash: string }>(sql, [user]);
  return passwordMatches(password, row?.password_hash ?? null);
}

/** A new session of the user, who need not have an account but is no subaccount and no service account (wire contract 1.4). The text of its token is in this answer and nowhere else. */
export async function startSession(
  { db, catalogue }: SessionParts,
  user: string,
  stayLoggedIn: boolean,
): Promise<SignedIn> {
  const token = newToken();
  const hours = stayLoggedIn ? HOURS.stayLoggedIn : HOURS.short;
  const [row] = await db.query<{ gpk: string }>(catalogue.accounts.session, [user, tokenHash(token), hours]);
  if (row === undefined) throw refuse("login_failed").because("noSessions");
  return { token, gpk: row.gpk };
}
