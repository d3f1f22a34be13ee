import type { ObjectName } from "#contract/wire/step";

/** Statements from a token to its account and rights, run by `server/access`. The type of tokens declares them. */
export interface AccountsSpec {
  /** The type of accounts. */
  readonly account: ObjectName;
  /**
   * Table with the passwords for sign-in without an identity provider: `login_name`, `password_hash`. An instance that becomes a copy of another
   * database keeps its own rows there.
   */
  readonly passwords: string;
  /**
   * Makes a session of user `$1` with the hash of its token (`$2`) for `$3` hours; `$4` and `$5` are subject and session at the identity provider, or null. Answers its `gpk`, or no
   * row if the user may have no session.
   */
  readonly session: string;
  /**
   * Sender and account in effect, from a token hash (`$1`) and the login name to impersonate (`$2`, or null): the row `Caller` of access/resolve.ts.
   */
  readonly caller: string;
  /**
   * The state that the rights of a call depend on, as the text `standing`: `rights_epoch`, followed by ` reads` if the account in effect
   * (`{account}`) may not write; null if the token (`{token}`) has ended or one of the two accounts is locked. One row, whose `e` can be locked.
   */
  readonly standing: string;
  /** Number of sessions that have not ended, as `sessions`. */
  readonly countSessions: string;
  /** Whether an account has the login name `$1`: one row, or none. */
  readonly exists: string;
  /** Removes all sessions of the user whose session has the token hash `$1`. Answers their number as `ended`. */
  readonly endSessions: string;
  /** Removes the sessions that began with subject `$1` (or null: any) and session `$2` (or null: all) at the identity provider, until `$3` (Unix time in s). */
  readonly endAtProvider: string;
  /** Records that the token with id `$1` was used from the network `$2` with the device `$3`. */
  readonly noteUse: string;
  /** Removes the token with id `$1` and hash `$2` and everything that depends on it. */
  readonly end: string;
  /** Sets of ids that account `$1` has rights to: a column for each `ActorSet` except `scopes`, `roots`, the names that it is linked to, and `epoch`, the rights_epoch of the same moment. */
  readonly sets: string;
  /** `scopes` of these roots (`$1`), and `epoch` of the same moment. */
  readonly scopes: string;
  /** `roles` (ids), `permissions` and `epoch` of account `$1`; `$2` is an API token whose own roles narrow them, or null. */
  readonly roles: string;
  /** `name` of the roles that grant all permissions in `$1`; `$2` is their number. */
  readonly rolesGranting: string;
  /**
   * Gives the new permissions `$2` to the roles that grant all others (`$1`). Answers `name`, `is_given` and `made` (ids of the new rows of `grants`)
   * of roles with some of the other permissions, roles with most of them first.
   */
  readonly grantNew: string;
  /** The type whose rows are permissions of roles, and its attributes for both. */
  readonly grants: { readonly type: ObjectName; readonly role: string; readonly permission: string };
}
