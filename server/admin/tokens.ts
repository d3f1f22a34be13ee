import { timestampOf } from "#contract/values/timestamp";
import { textIn } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { inTerminal } from "../terminal.ts";
import { accountOf, findAccount, type Account } from "./accounts.ts";
import { rowOf, type Operator } from "./operator.ts";

/** A session or an API token, without its text, which is stored nowhere. */
export interface Token {
  readonly gpk: string;
  readonly login_name: string;
  readonly is_session: boolean;
  readonly description: string | null;
  readonly role_list: readonly string[];
  readonly expiration_date: string | null;
  readonly last_used: string | null;
  readonly last_used_from: string | null;
  readonly device: string | null;
}

/** Maximum number of listed tokens. */
export const MOST_LISTED = 1_000;

const TOKENS = `select 'tok-' || a.id as gpk, coalesce(m.login_name, a.user_name) as login_name, a.is_session,
  a.description,
  array(
    select r.name
    from cntl.wapi_auth2role l join cntl.role r on r.id = l.role_name
    where l.wapi_auth_gfk = a.id
    order by r.name) as role_list,
  to_char(a.expiration_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as expiration_date,
  to_char(a.last_used at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as last_used, a.last_used_from::text,
  a.device
  from cntl.wapi_auth a
    left join cntl.mgr m on m.id = a.login_name
    left join cntl.mgr p on p.id = m.parent_login_name
  where a.is_session = $1 and ($2::text is null or $2 in (m.login_name, p.login_name, a.user_name))
  order by login_name, a.id
  limit ${String(MOST_LISTED)}`;

/** API tokens of all accounts, or of one and its subaccounts. */
export async function apiTokens(operator: Operator, login: string | null): Promise<readonly Token[]> {
  if (login !== null) await accountOf(operator, login);
  return operator.query<Token>(TOKENS, [false, login]);
}

/** Sessions of a login, whether it has an account or not. */
export function sessionsOf(operator: Operator, login: string): Promise<readonly Token[]> {
  return operator.query<Token>(TOKENS, [true, login]);
}

/** Properties of a new token. */
export interface TokenWish {
  /** Roles of the token; empty: all roles that a token of the account can have. */
  readonly roles: readonly string[];
  /** Days until it expires. */
  readonly days: number;
  readonly description: string;
  /** Id of the subaccount that the token of a main account belongs to. It is created if it is missing. */
  readonly sub: string;
}

export interface NewToken {
  readonly token: string;
  readonly gpk: string;
  readonly login_name: string;
  readonly role_list: readonly string[];
  readonly expiration_date: string;
}

const DAY = 24 * 60 * 60 * 1000;

/**
 * Creates an API token. Main accounts have none of their own (wire contract 7.3), so it belongs to a subaccount. Only this answer contains its text.
 */
export async function makeToken(operator: Operator, login: string, wish: TokenWish): Promise<NewToken> {
  const account = await accountOf(operator, login);
  const { holder, steps } = await holderOf(operator, account, wish.sub);
  const roles = account.kind === "svc" ? [] : await carried(operator, account, wish.roles);
  const expiration = timestampOf(Date.now() + wish.days * DAY);
  const { description } = wish;
  const create: Step = {
    idx: "token",
    name: "cntl.wapi_auth.create",
    new: { login_name: holder, description, role_name_list: roles, expiration_date: expiration },
  };
  const row = rowOf(await operator.execute([...steps, create]), "token");
  return {
    token: textIn(row["token"]),
    gpk: textIn(row["gpk"]),
    login_name: holder,
    role_list: roles,
    expiration_date: expiration,
  };
}

async function holderOf(
  operator: Operator,
  { kind, login_name: login }: Account,
  sub: string,
): Promise<{ readonly holder: string; readonly steps: readonly Step[] }> {
  if (kind !== "main") return { holder: login, steps: [] };
  const holder = `${login}-${sub}`;
  if ((await findAccount(operator, holder)) !== null) return { holder, steps: [] };
  const values = { parent_login_name: login, sub_id: sub, description: "npm run admin" };
  return { holder, steps: [{ name: "cntl.mgr.create", new: values }] };
}

/** The wished roles, or all roles that the account can give to a token. */
async function carried(
  operator: Operator,
  { login_name, main }: Account,
  wished: readonly string[],
): Promise<readonly string[]> {
  if (wished.length > 0) return wished;
  const rows = await operator.query<{ name: string }>(
    `select r.name
      from cntl.mgr2role l join cntl.mgr m on m.id = l.login_name join cntl.role r on r.id = l.role_name
      where m.login_name = $1 and r.is_assignable
      order by r.name`,
    [main ?? login_name],
  );
  if (rows.length > 0) return rows.map(({ name }) => name);
  throw new Error(
    inTerminal({
      de: `${login_name} hat keine Rolle, die ein Token tragen darf (is_assignable). Ohne Rolle darf ein Token fast nichts.`,
      en: `${login_name} has no role that a token may carry (is_assignable). Without a role a token may do almost nothing.`,
    }),
  );
}

/** Deletes an API token or a session. Every server refuses it from the next call on. */
export async function deleteToken(operator: Operator, gpk: string): Promise<void> {
  await operator.execute([deletion(gpk)]);
}

function deletion(gpk: string): Step {
  return { name: "cntl.wapi_auth.delete", old: { gpk } };
}

/** Ends all sessions of a login; answers how many. */
export async function endSessions(operator: Operator, login: string): Promise<number> {
  let ended = 0;
  let sessions: readonly Token[];
  do {
    sessions = await sessionsOf(operator, login);
    // One after the other, because the end of a session that its owner ends at the same time must not stop the rest.
    for (const { gpk } of sessions) if (await endSession(operator, gpk)) ended++;
  } while (sessions.length === MOST_LISTED);
  return ended;
}

async function endSession(operator: Operator, gpk: string): Promise<boolean> {
  try {
    await deleteToken(operator, gpk);
    return true;
  } catch (error) {
    const [left] = await operator.query("select from cntl.wapi_auth where 'tok-' || id = $1", [gpk]);
    if (left !== undefined) throw error;
    return false;
  }
}
