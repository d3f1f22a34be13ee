import type { AccountsSpec } from "../catalogue/define-accounts.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Query } from "../db/database.ts";
import { refuse } from "../faults.ts";
import { NOBODY, type Actor } from "./actor.ts";
import { suAccessDetails } from "./explain.ts";
import { isLoginName } from "./login-name.ts";
import { readRoles, readSets, type RightsSets, type Roles } from "./rights.ts";
import { SU_ACCESS } from "./rules.ts";
import { tokenHash } from "./token.ts";

/** Who sends a call and who is in effect, before anything is decided (the row of `accounts.caller`). */
interface Caller {
  readonly token: string;
  readonly is_session: boolean;
  readonly login: string;
  readonly account: AccountRow | null;
  readonly su: AccountRow | null;
  readonly epoch: string;
  readonly is_touch_due: boolean;
}

interface AccountRow {
  readonly id: string;
  readonly login: string;
  readonly is_svc: boolean;
  readonly parent: string | null;
  readonly is_locked: boolean;
  readonly may_write: boolean;
}

/** Whose call it is, as far as it has to be known before its body is read. */
export interface Sender {
  /** One for a main account and all its subaccounts. */
  readonly person: string;
  /** Whether the account exists and is one that may write at all. */
  readonly mayWrite: boolean;
}

export interface ActorResolver {
  /**
   * The actor of a call (wire contract 1.4, 1.5). Refuses a missing or invalid token, a locked account, and a `su_login_name` that may not be
   * taken, in the order of 1.7. `query` is the connection of the call, so that sets are checked against its own snapshot.
   */
  actorOf(query: Query, tokenText: string | null, suLogin: string | null, dryRun: boolean): Promise<Actor>;
  /** The same actor with sets and permissions computed anew: after a step of this transaction that gives or takes rights. */
  renewed(query: Query, actor: Actor): Promise<Actor>;
}

/** What may be a login name; no account has any other, and the database does not take every text. */
function loginName(text: string | null): string | null {
  return text !== null && isLoginName(text) ? text : null;
}

interface Kept<T> {
  readonly epoch: string;
  readonly value: T;
}

/** Keeps sets by account and roles by token between calls; both are used only while `rights_epoch` is the same. */
export function createActorResolver(
  db: Database,
  { accounts }: Pick<Catalogue, "accounts">,
  onError: (error: unknown) => void,
): ActorResolver {
  const sets = createKeep<RightsSets>();
  const roles = createKeep<Roles>();
  const touching = new Set<string>();

  /** Notes the use of a token beside the call. Of many calls at once one does it, so that they take no connections from each other. */
  function touch(token: string): void {
    if (db.isReplica || touching.has(token)) return;
    touching.add(token);
    db.query(accounts.noteUse, [token])
      .catch(onError)
      .finally(() => touching.delete(token));
  }

  async function rolesOf(
    query: Query,
    of: AccountRow,
    apiToken: string | null,
    epoch: string,
  ): Promise<Roles> {
    return roles.get(`${of.id}/${apiToken ?? ""}`, epoch, () => readRoles(query, accounts, of.id, apiToken));
  }

  async function effectiveAccount(
    query: Query,
    caller: Caller,
    own: AccountRow,
    suLogin: string,
    dryRun: boolean,
  ): Promise<AccountRow> {
    const { su } = caller;
    if (su === null) throw refuse("su_login_name_not_found", { su_login_name: suLogin });
    const isOwnTest = dryRun && su.parent === own.id;
    if (!isOwnTest && su.id !== own.id) {
      const { permissions } = await rolesOf(
        query,
        own,
        caller.is_session ? null : caller.token,
        caller.epoch,
      );
      if (!permissions.includes(SU_ACCESS))
        throw refuse("su_access_missing", await suAccessDetails(query, accounts, suLogin));
    }
    if (su.is_locked) throw refuse("user_locked", { login_name: su.login, is_su: true });
    return su;
  }

  return {
    async actorOf(query, tokenText, suLogin, dryRun) {
      if (tokenText === null) throw refuse("token_missing");
      const caller = await callerOf(query, accounts, tokenText, suLogin);
      if (caller === undefined) throw refuse("token_invalid");
      if (caller.is_touch_due) touch(caller.token);
      const own = caller.account;
      if (own?.is_locked === true) throw refuse("user_locked", { login_name: own.login, is_su: false });
      if (own === null) return unknownActor(query, accounts, caller, suLogin);
      const account = suLogin === null ? own : await effectiveAccount(query, caller, own, suLogin, dryRun);
      const isOther = account.id !== own.id;
      const apiToken = caller.is_session || isOther ? null : caller.token;
      const [ownSets, ownRoles] = [
        await sets.get(account.id, caller.epoch, () => readSets(query, accounts, account.id)),
        await rolesOf(query, account, apiToken, caller.epoch),
      ];
      return {
        ...common(caller),
        login: account.login,
        account: account.id,
        kind: kindOf(account),
        isImpersonating: isOther,
        hidesSecrets: isSomebodyElse(account, own),
        allowsWriting: account.may_write,
        roles: ownRoles.roles,
        permissions: new Set(ownRoles.permissions),
        sets: ownSets,
      };
    },
    async renewed(query, actor) {
      if (actor.account === null) return actor;
      const apiToken = actor.isSessionToken || actor.isImpersonating ? null : actor.token;
      const { roles: direct, permissions } = await readRoles(query, accounts, actor.account, apiToken);
      return {
        ...actor,
        roles: direct,
        permissions: new Set(permissions),
        sets: await readSets(query, accounts, actor.account),
      };
    },
  };
}

/** Who sends with a token; null for a token that is not valid. Decides nothing but how much is read. */
export async function senderOf(
  query: Query,
  { accounts }: Pick<Catalogue, "accounts">,
  tokenText: string,
): Promise<Sender | null> {
  const caller = await callerOf(query, accounts, tokenText, null);
  if (caller === undefined) return null;
  const { login, account: own } = caller;
  if (own === null) return { person: login, mayWrite: false };
  return { person: own.parent ?? own.id, mayWrite: own.may_write && !own.is_locked };
}

async function callerOf(
  query: Query,
  accounts: AccountsSpec,
  tokenText: string,
  suLogin: string | null,
): Promise<Caller | undefined> {
  const [caller] = await query.query<Caller>(
    accounts.caller,
    [tokenHash(tokenText), loginName(suLogin)],
    "access-caller",
  );
  return caller;
}

function common(caller: Caller): Pick<Actor, "token" | "isSessionToken" | "actorLogin" | "rightsEpoch"> {
  return {
    token: caller.token,
    isSessionToken: caller.is_session,
    actorLogin: caller.login,
    rightsEpoch: caller.epoch,
  };
}

/** A user without row in `cntl.mgr` reads class meta only, writes nothing and is nobody else (wire contract 1.5). */
async function unknownActor(
  query: Query,
  accounts: AccountsSpec,
  caller: Caller,
  suLogin: string | null,
): Promise<Actor> {
  if (suLogin !== null && caller.su === null)
    throw refuse("su_login_name_not_found", { su_login_name: suLogin });
  if (suLogin !== null) throw refuse("su_access_missing", await suAccessDetails(query, accounts, suLogin));
  return { ...NOBODY, ...common(caller), login: caller.login };
}

/** Neither the account itself nor a subaccount of its own. */
function isSomebodyElse(account: AccountRow, own: AccountRow): boolean {
  return account.id !== own.id && account.parent !== own.id;
}

function kindOf(account: AccountRow): Actor["kind"] {
  if (account.is_svc) return "svc";
  return account.parent === null ? "main" : "sub";
}

const KEPT_AT_MOST = 5_000;

function createKeep<T>(): { get(key: string, epoch: string, make: () => Promise<T>): Promise<T> } {
  const kept = new Map<string, Kept<T>>();
  return {
    async get(key, epoch, make) {
      const known = kept.get(key);
      if (known?.epoch === epoch) return known.value;
      const value = await make();
      kept.delete(key);
      kept.set(key, { epoch, value });
      const oldest = kept.size > KEPT_AT_MOST ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      return value;
    },
  };
}
