import type { AccountsSpec } from "../catalogue/define-accounts.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database, Query } from "../db/database.ts";
import { refuse } from "../faults.ts";
import { NOBODY, type Actor } from "./actor.ts";
import { suAccessDetails } from "./explain.ts";
import { isLoginName } from "./login-name.ts";
import { readRoles, readSets, type Moment, type Roles, type Sets } from "./rights.ts";
import { SU_ACCESS } from "./rules.ts";
import { tokenHash } from "./token.ts";

/** The sender and the account in effect, as `accounts.caller` reads them. */
interface Caller {
  readonly token: string;
  readonly is_session: boolean;
  /** The same for all calls of one person, under all accounts. */
  readonly person: string;
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

/** What must be known about the sender before the body is read. */
export interface Sender {
  /** The same for a main account, all its subaccounts and the tokens of service accounts that this person generated. */
  readonly person: string;
  /** The account exists and is allowed to write at all. */
  readonly mayWrite: boolean;
}

/** Where a token is used. People read it when they check their tokens, so it is only as exact as the operator allows. */
export interface Visit {
  /** Network of the client; null if addresses are not stored. */
  readonly from: string | null;
  readonly device: string | null;
}

const NOWHERE: Visit = { from: null, device: null };

export interface ActorResolver {
  /**
   * The actor of a call (wire contract 1.4, 1.5). Refuses a missing or invalid token, a locked account and a forbidden `su_login_name`, in the order
   * of 1.7. Several calls may share what one `query` reads. So `query` must not be a transaction, which could wait for another of these calls.
   */
  actorOf(
    query: Query,
    tokenText: string | null,
    suLogin: string | null,
    dryRun: boolean,
    visit?: Visit,
  ): Promise<Actor>;
  /** The same actor with new sets and permissions, after a step that changed rights. */
  renewed(query: Query, actor: Actor): Promise<Actor>;
}

/** Sets of accounts and roles of tokens are cached between calls as long as `rights_epoch` is the one at which they were read. */
interface KeptRights {
  readonly accounts: AccountsSpec;
  readonly sets: Keep<Sets>;
  readonly roles: Keep<Roles>;
}

export function createActorResolver(
  db: Database,
  { accounts }: Pick<Catalogue, "accounts">,
  onError: (error: unknown) => void,
): ActorResolver {
  const kept: KeptRights = { accounts, sets: createKeep(), roles: createKeep() };
  const touching = new Set<string>();

  /** Records the use of a token outside the call. Of many parallel calls only one records it, so that they do not use up connections. */
  function touch(token: string, { from, device }: Visit): void {
    if (db.isReplica || touching.has(token)) return;
    touching.add(token);
    db.reserved
      .query(accounts.noteUse, [token, from, device])
      .catch(onError)
      .finally(() => touching.delete(token));
  }

  return {
    async actorOf(query, tokenText, suLogin, dryRun, visit = NOWHERE) {
      if (tokenText === null) throw refuse("token_missing");
      const caller = await callerOf(query, accounts, tokenText, suLogin);
      if (caller === undefined) throw refuse("token_invalid");
      if (caller.is_touch_due) touch(caller.token, visit);
      const own = caller.account;
      if (own?.is_locked === true) throw refuse("user_locked", { login_name: own.login, is_su: false });
      const call = { query, kept, caller, epochs: new Set([caller.epoch]) };
      if (own === null) return unknownActor(call, suLogin);
      const account = suLogin === null ? own : await effectiveAccount(call, own, suLogin, dryRun);
      return actorWith(call, own, account);
    },
    async renewed(query, actor) {
      if (actor.account === null) return actor;
      const apiToken = actor.isSessionToken || actor.isImpersonating ? null : actor.token;
      const { roles, permissions } = await readRoles(query, accounts, actor.account, apiToken);
      const { sets } = await readSets(query, accounts, actor.account);
      return { ...actor, roles, permissions: new Set(permissions), sets };
    },
  };
}

/** How often rights are read again until nothing changed meanwhile. */
const MOST_TRIES = 5;

/** Reads an actor until all its rights belong to one moment, or until the attempts are used up. */
export async function ofOneMoment(read: () => Promise<Actor>): Promise<Actor> {
  for (let left = MOST_TRIES; ; left--) {
    const actor = await read();
    if (actor.standing !== "" || left === 1) return actor;
  }
}

/** The facts of a call from which its rights follow. */
interface CallRights {
  readonly query: Query;
  readonly kept: KeptRights;
  readonly caller: Caller;
  /** Moments at which the rights were read. */
  readonly epochs: Set<string | null>;
}

async function effectiveAccount(
  call: CallRights,
  own: AccountRow,
  suLogin: string,
  dryRun: boolean,
): Promise<AccountRow> {
  const { su } = call.caller;
  if (su === null) throw refuse("su_login_name_not_found", { su_login_name: suLogin });
  const isOwnTest = dryRun && su.parent === own.id;
  if (!isOwnTest && su.id !== own.id) {
    const { permissions } = await rolesOf(call, own);
    if (!permissions.includes(SU_ACCESS)) throw await suAccessMissing(call, suLogin);
  }
  if (su.is_locked) throw refuse("user_locked", { login_name: su.login, is_su: true });
  return su;
}

async function suAccessMissing({ query, kept }: CallRights, suLogin: string): Promise<Error> {
  return refuse("su_access_missing", await suAccessDetails(query, kept.accounts, suLogin));
}

/** Only an API token restricts the roles of its account. */
async function rolesOf({ query, kept, caller, epochs }: CallRights, of: AccountRow): Promise<Roles> {
  const apiToken = caller.is_session || of.id !== caller.account?.id ? null : caller.token;
  const roles = await kept.roles.get(`${of.id}/${apiToken ?? ""}`, caller.epoch, () =>
    readRoles(query, kept.accounts, of.id, apiToken),
  );
  epochs.add(roles.epoch);
  return roles;
}

async function actorWith(call: CallRights, own: AccountRow, account: AccountRow): Promise<Actor> {
  const { query, kept, caller, epochs } = call;
  const { id, login } = account;
  const { sets, epoch } = await kept.sets.get(id, caller.epoch, () => readSets(query, kept.accounts, id));
  epochs.add(epoch);
  const { roles, permissions } = await rolesOf(call, account);
  return {
    ...common(caller),
    standing: epochs.size === 1 ? standingOf(caller.epoch, account.may_write) : "",
    login,
    account: id,
    kind: kindOf(account),
    isImpersonating: id !== own.id,
    hidesSecrets: id !== own.id && account.parent !== own.id,
    allowsWriting: account.may_write,
    roles,
    permissions: new Set(permissions),
    sets,
  };
}

/** The sender behind a token; null for an invalid one. It only determines how much of a body is read. */
export async function senderOf(
  query: Query,
  { accounts }: Pick<Catalogue, "accounts">,
  tokenText: string,
): Promise<Sender | null> {
  const caller = await callerOf(query, accounts, tokenText, null);
  if (caller === undefined) return null;
  const { person, account: own } = caller;
  return { person, mayWrite: own !== null && own.may_write && !own.is_locked };
}

async function callerOf(
  query: Query,
  accounts: AccountsSpec,
  tokenText: string,
  suLogin: string | null,
): Promise<Caller | undefined> {
  // Other texts are not sent to the database, because it refuses some of them.
  const su = suLogin !== null && isLoginName(suLogin) ? suLogin : null;
  const [caller] = await query.query<Caller>(accounts.caller, [tokenHash(tokenText), su], "access-caller");
  return caller;
}

function common(caller: Caller): Pick<Actor, "token" | "isSessionToken" | "person" | "actorLogin"> {
  const { token, is_session: isSessionToken, person, login: actorLogin } = caller;
  return { token, isSessionToken, person, actorLogin };
}

/** The text that `standing` of `AccountsSpec` gives as long as nothing changed. */
function standingOf(epoch: string, mayWrite: boolean): string {
  return mayWrite ? epoch : `${epoch} reads`;
}

/** A user without a row in `cntl.mgr` can read class meta only, and can neither write nor impersonate (wire contract 1.5). */
async function unknownActor(call: CallRights, suLogin: string | null): Promise<Actor> {
  const { caller } = call;
  if (suLogin !== null && caller.su === null)
    throw refuse("su_login_name_not_found", { su_login_name: suLogin });
  if (suLogin !== null) throw await suAccessMissing(call, suLogin);
  return { ...NOBODY, ...common(caller), standing: standingOf(caller.epoch, false), login: caller.login };
}

function kindOf(account: AccountRow): Actor["kind"] {
  if (account.is_svc) return "svc";
  return account.parent === null ? "main" : "sub";
}

const KEPT_AT_MOST = 5_000;

interface Keep<T extends Moment> {
  get(key: string, epoch: string, make: () => Promise<T>): Promise<T>;
}

/**
 * Parallel calls that need the same value compute it once. The value is cached with the moment at which it was read. This moment may be later
 * than that of the call.
 */
function createKeep<T extends Moment>(): Keep<T> {
  const kept = new Map<string, T>();
  const making = new Map<string, Promise<T>>();

  async function made(key: string, make: () => Promise<T>): Promise<T> {
    const value = await make();
    kept.delete(key);
    if (value.epoch !== null) kept.set(key, value);
    const oldest = kept.size > KEPT_AT_MOST ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return value;
  }

  return {
    async get(key, epoch, make) {
      const known = kept.get(key);
      if (known?.epoch === epoch) return known;
      const name = `${epoch} ${key}`;
      const value = making.get(name) ?? made(key, make).finally(() => making.delete(name));
      making.set(name, value);
      return value;
    },
  };
}
