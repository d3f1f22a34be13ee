import type { ObjectName } from "#contract/wire/step";

/** A relation computed from rows, named `api_func_…` (wire contract 3.4). */
export interface RelationSpec {
  readonly name: string;
  readonly to: ObjectName | "*";
  readonly sql: RelationSql | GpkColumn;
  /** The same relation read from the other side. */
  readonly inverseSql?: RelationSql;
  /** Meant only where it is named, never by `default`. */
  readonly isExplicit?: true;
  /** Finds entries of the log whose object is gone: they may be read by who might read the object as it was last. */
  readonly showsGone?: true;
}

/** The column of this type that holds the gpk of an object of any type; both sides of the relation follow from it. */
export interface GpkColumn {
  readonly gpkIn: string;
}

/**
 * A condition over the later row `t` and the earlier row `e`, or a statement that selects the ids of all later rows at once from
 * `{earlier} e`. Rows are those of the stored tables, with `gpk`.
 */
export type RelationSql = string | { readonly ids: string };
