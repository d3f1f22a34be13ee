import type { ObjectName } from "#contract/wire/step";

/**
 * Sets of ids that the account in effect has rights by (wire contract 7.1). `full_bcds`: owned through a unit or an unbound
 * group, so that all their addresses are owned; `spaces`: rows of `cntl.group_addr_space` that hold the owned addresses of the other BCDs.
 */
export type ActorSet = "units" | "groups" | "bcds" | "full_bcds" | "spaces" | "scopes" | "accounts";

/** Which rows are the account's own: a column whose id is in a set, or SQL over `t` with the placeholders of the actor. */
export type OwnRule =
  | { readonly column: string; readonly in: ActorSet }
  | { readonly any: readonly OwnRule[] }
  | { readonly all: readonly OwnRule[] }
  | { readonly translated: TranslatedObject; readonly rule: OwnRule }
  | { readonly sql: string };

/** The object, of this type, whose gpk stands in a column of a translation, with the type in `object_fq_name`. */
export interface TranslatedObject {
  readonly column: string;
  readonly type: ObjectName;
  readonly gpk: string;
}

/** `meta` every token, `all` every account in the database, `own` own rows; holders of `ro` see all rows in any case. */
export type ReadRule =
  | "meta"
  | "all"
  | "own"
  | {
      readonly ownOr: OwnRule;
      /** Further permissions that show every row. */ readonly permissions?: readonly string[];
    };

/**
 * What besides the permission `rw` allows a write. `reaches`: the object is owned or administered; `by` names a column of the row (or a parameter of create) that holds the id.
 * Evaluated in SQL over alias `t`: the stored row, or for create the row as it would be.
 */
export type Grant =
  | { readonly reaches: Assignable; readonly by: string }
  | { readonly isAccount: string }
  /** The column holds another account than the one in effect. */
  | { readonly isOtherAccount: string }
  /** The column is true. */
  | { readonly isTrue: string }
  | { readonly all: readonly Grant[] }
  | { readonly any: readonly Grant[] }
  /** By this permission, or by `grant`, the translated object may be updated. */
  | { readonly translated: TranslatedObject; readonly permission: string; readonly grant?: Grant }
  /** A rule only this type has: SQL over `t`, and what its refusal names. */
  | { readonly sql: string; readonly names?: NamedAssignment };

/** A type whose objects are owned or administered through links to groups and OEs. */
export interface Assignable {
  readonly type: ObjectName;
  /** SQL over `{id}`: the account in effect owns or administers the object. */
  readonly isMine: string;
  /** Statement for an id `$1`: what names the object, JSON as `key`. */
  readonly key: string;
  /** Statement for an id `$1`: the links that give the right, as (link, id of the group, id of the unit); see `linkSql`. */
  readonly links: string;
}

/** SQL of a link as it is told: JSON of its type and the parts of its key, each `'name', value`. */
export function linkSql(type: ObjectName, ...parts: readonly string[]): string {
  return `json_build_object('object_fq_name', '${type}', 'key', json_build_object(${parts.join(", ")}))`;
}

/** What an account has to reach to satisfy a rule of one type: an object (SQL of its id over `t`), through any of its links to groups and OEs. */
export interface NamedAssignment {
  readonly to: Assignable;
  readonly id: string;
  /** SQL over `t` and the link `l(grp, ou)`: which links count; absent: all. */
  readonly links?: string;
}

/** Who may write besides holders of `rw`. `nobody`: not even they. An absent function: holders of `rw` only. */
export type WriteRule =
  | "nobody"
  | {
      /** Permission that takes the place of `rw` (`org.rw_oet`). */
      readonly permission?: string;
      /** Subaccounts and service accounts write nothing of it, whatever their rights. */
      readonly byMainAccounts?: true;
      /** The grants of update and delete hold for own rows alone: said for readers of the metadata, held true by tests/wapi/rights-oracle.test.ts. */
      readonly ofOwnRows?: true;
      readonly create?: Grant;
      readonly update?: { readonly grant: Grant; readonly attributes: readonly string[] };
      readonly delete?: Grant;
      /** Functions of `functions.more` with a row, by name. */
      readonly more?: Readonly<Record<string, Grant>>;
      /** For create and update the row as it will be has to satisfy this as well. */
      readonly after?: Grant;
    };
