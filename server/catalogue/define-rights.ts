import type { ObjectName } from "#contract/wire/step";

/**
 * Sets of objects that the account in effect has rights to (wire contract 7.1), with the SQL type of their members: ids, or the login name in the
 * log. `full_bcds`: BCDs owned through a unit or an unbound group, with all their addresses; `spaces`: rows of `cntl.group_addr_space` with the owned
 * addresses of the other BCDs.
 */
export const ACTOR_SETS = {
  units: "bigint",
  groups: "bigint",
  bcds: "bigint",
  full_bcds: "bigint",
  spaces: "bigint",
  scopes: "bigint",
  accounts: "bigint",
  login_names: "text",
} as const;

export type ActorSet = keyof typeof ACTOR_SETS;

/** Own rows of an account: a column whose value is in a set, or SQL over `t` with placeholders of the actor. */
export type OwnRule =
  | { readonly column: string; readonly in: ActorSet }
  | { readonly any: readonly OwnRule[] }
  | { readonly all: readonly OwnRule[] }
  | { readonly translated: TranslatedObject; readonly rule: OwnRule }
  | OwnSql;

export interface OwnSql {
  readonly sql: string;
  /** The rule for lists of very many rows. It needs no search for each row, so PostgreSQL can use several processes. */
  readonly long?: string;
}

/** Where a translation names an object of this type: a column with the gpk, beside `object_fq_name`. */
export interface TranslatedObject {
  readonly column: string;
  readonly type: ObjectName;
  readonly gpk: string;
}

/** `meta`: every token; `all`: every account in the database; `own`: own rows. Holders of `ro` see all rows in any case. */
export type ReadRule =
  | "meta"
  | "all"
  | "own"
  | {
      readonly ownOr: OwnRule;
      /** Further permissions to read every row. */ readonly permissions?: readonly string[];
    };

/**
 * Conditions that allow a write without the permission `rw`, as SQL over `t`: the stored row, or for create the new row. `reaches`: the object is
 * owned or administered; `by` names the column of the row (or parameter of create) with its id.
 */
export type Grant =
  | { readonly reaches: Assignable; readonly by: string }
  | { readonly isAccount: string }
  /** The column holds an account other than the one in effect. */
  | { readonly isOtherAccount: string }
  /** The column is true. */
  | { readonly isTrue: string }
  | { readonly all: readonly Grant[] }
  | { readonly any: readonly Grant[] }
  /** Who may update the translated object, by this permission or by `grant`. */
  | { readonly translated: TranslatedObject; readonly permission: string; readonly grant?: Grant }
  /** A rule of this type only: SQL over `t`, and the assignment that its refusal names. */
  | { readonly sql: string; readonly names?: NamedAssignment };

/** A type whose objects are owned or administered through links to groups and OEs. */
export interface Assignable {
  readonly type: ObjectName;
  /** SQL over `{id}`: the account in effect owns or administers the object. */
  readonly isMine: string;
  /** Statement for an id `$1` that answers the natural key of the object as JSON in `key`. */
  readonly key: string;
  /** Statement for an id `$1`: links that give the right, as (link, id of the group, id of the unit); see `linkSql`. */
  readonly links: string;
}

/** SQL of a link in answers: JSON of its type and the parts of its key, each `'name', value`. */
export function linkSql(type: ObjectName, ...parts: readonly string[]): string {
  return `json_build_object('object_fq_name', '${type}', 'key', json_build_object(${parts.join(", ")}))`;
}

/** What an account must reach to satisfy a rule of one type: an object (SQL of its id over `t`), through any of its links to groups and OEs. */
export interface NamedAssignment {
  readonly to: Assignable;
  readonly id: string;
  /** SQL over `t` and the link `l(grp, ou)`: the links that count. Absent: all. */
  readonly links?: string;
}

/** Who may write besides holders of `rw`. `nobody` excludes even these. A function that is not listed is for holders of `rw` only. */
export type WriteRule =
  | "nobody"
  | {
      /** Permission used instead of `rw` (`org.rw_oet`). No other type has it. */
      readonly permission?: string;
      /** Subaccounts and service accounts never write rows of this type, whatever their rights. */
      readonly byMainAccounts?: true;
      /** Update and delete are granted for own rows only. Readers of the metadata rely on it; tests/wapi/rights-oracle.test.ts checks it. */
      readonly ofOwnRows?: true;
      readonly create?: Grant;
      readonly update?: { readonly grant: Grant; readonly attributes: readonly string[] };
      readonly delete?: Grant;
      /** Functions of `functions.more` that have a row, by name. */
      readonly more?: Readonly<Record<string, Grant>>;
      /** The row after create or update must satisfy this rule too. */
      readonly after?: Grant;
    };
