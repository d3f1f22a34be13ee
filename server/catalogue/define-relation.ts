import type { ObjectName } from "#contract/wire/step";

/** A reference of several attributes: `column` holds the id, the attributes show the parts of the target's key. */
export interface CompositeReference {
  readonly name: string;
  readonly column: string;
  readonly attributes: readonly string[];
  readonly to: ObjectName;
}

/** A relation computed from rows, named `api_func_…` (wire contract 3.4). */
export interface RelationSpec {
  readonly name: string;
  readonly to: ObjectName | "*";
  readonly sql: RelationSql | GpkColumn;
  /** The relation as read from its other side. */
  readonly inverseSql?: RelationSql;
  /** The relation is meant only if it is named, never by `default`. */
  readonly isExplicit?: true;
  /** Finds log entries of deleted objects. An account may read them if it could read the object in its last state. */
  readonly showsGone?: true;
}

/** The column of this type that holds the gpk of an object of any type; both sides of the relation follow from it. */
interface GpkColumn {
  readonly gpkIn: string;
}

/** A condition over the later row `t` and the earlier row `e` of the stored tables, or a statement for the ids of all later rows from `{earlier} e`. */
export type RelationSql = string | { readonly ids: string };
