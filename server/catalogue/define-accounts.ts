import type { ObjectName } from "#contract/wire/step";

/** How a token leads to an account and an account to its rights: statements that `server/access` runs. The type that holds the tokens has them. */
export interface AccountsSpec {
  /** The type of accounts. */
  readonly account: ObjectName;
  /** Makes a session of user `$1` with the hash of its token (`$2`) for `$3` hours: its `gpk`, or no row where the user may have none. */
  readonly session: string;
  /** Who sends, by the hash of a token (`$1`) and the login name to act as (`$2`, or null): the row `Caller` of access/resolve.ts. */
  readonly caller: string;
  /** Notes that the token with id `$1` was used. */
  readonly noteUse: string;
  /** Removes the token with id `$1` and hash `$2`, with all that hangs on it. */
  readonly end: string;
  /** Sets of ids that account `$1` has rights by, a column for each `ActorSet` but `scopes`, and `roots`: the names it is linked to. */
  readonly sets: string;
  /** `scopes` of these roots (`$1`). */
  readonly scopes: string;
  /** `roles` (ids) and `permissions` of account `$1`; `$2` is an API token whose own roles narrow them, or null. */
  readonly roles: string;
  /** `name` of the roles that grant all permissions of `$1`; `$2` is their number. */
  readonly rolesGranting: string;
}
