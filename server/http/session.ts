import type { SignedIn } from "#contract/wire/system";
import { newToken, tokenHash } from "../access/token.ts";
import { passwordMatches } from "../access/password.ts";
import type { Database } from "../db/database.ts";
import { refuse } from "../faults.ts";

/** Life of a session token in hours (wire contract 1.4). */
const HOURS = { short: 12, stayLoggedIn: 30 * 24 } as const;

const KEPT_PASSWORD = `select password_hash from cntl.password where login_name = $1`;

const NEW_SESSION = `insert into cntl.wapi_auth
  (login_name, user_name, is_session, token_hash, last_generated, expiration_date, deletion_date)
select (select id from cntl.mgr where login_name = $1), $1, true, $2, t.now, t.now + $3 * interval '1 hour', t.now + $3 * interval '1 hour'
from (select date_trunc('second', now()) now) t
where not exists (select from cntl.mgr m where m.login_name = $1 and (m.is_svc or m.parent_login_name is not null))
returning id::text`;

/** Whether user and password are right. Unknown users cost the same time as known ones. */
export async function isPassword(db: Database, user: string, password: string): Promise<boolean> {
  const [row] = await db.query<{ password_hash: string }>(KEPT_PASSWORD, [user]);
  return passwordMatches(password, row?.password_hash ?? null);
}

const NO_PERSON = {
  de: "Dieses Konto hat keine Sitzungen: Unter- und Service-Konten melden sich mit API-Token an.",
  en: "This account has no sessions: subaccounts and service accounts sign in with API tokens.",
} as const;

/** A new session of the user, who need not be in `cntl.mgr` but is no subaccount and no service account (wire contract 1.4). The text of its token is in this answer and nowhere else. */
export async function startSession(db: Database, user: string, stayLoggedIn: boolean): Promise<SignedIn> {
  const token = newToken();
  const hours = stayLoggedIn ? HOURS.stayLoggedIn : HOURS.short;
  const [row] = await db.query<{ id: string }>(NEW_SESSION, [user, tokenHash(token), hours]);
  if (row === undefined) throw refuse("login_failed").because(NO_PERSON);
  return { token, gpk: `tok-${row.id}` };
}
