import { LIMITS } from "#contract/limits";
import type { Params } from "#contract/wire/json";
import { dataType, type DataType } from "../catalogue/data-types.ts";
import type { ObjectType, Reference } from "../catalogue/object-type.ts";

const TEXT = dataType("text");
const textLength = LIMITS.callIdLength;

/** Name of a call for requests of its progress (wire contract 3.1). */
export const CALL_ID: DataType = { ...TEXT, textLength, value: { ...TEXT.value, textLength } };

/** Query parameters of the executor (wire contract 3.1). */
export const EXECUTOR_PARAMETERS = {
  dict_mode: dataType("boolean"),
  dry_mode: dataType("boolean"),
  service_mode: dataType("boolean"),
  all_faults: dataType("boolean"),
  su_login_name: dataType("login_name"),
  call_id: CALL_ID,
} as const;

/** Parameters of `wapi.object_type.metadata`. */
export const METADATA_PARAMETERS = { object_fq_name: dataType("fq_name") } as const;
/** The language in the query string of a GET; steps answer all languages. */
export const METADATA_QUERY = { ...METADATA_PARAMETERS, language: dataType("language_tag") } as const;
/** Members of the rows of `wapi.object_type.metadata`. */
export const METADATA_MEMBERS = ["object_fq_name", "definition", "functions", "references"] as const;

/** A step with a checked shape: its function exists, its members belong to the function, its references lead to earlier steps. */
export interface ParsedStep {
  readonly type: ObjectType;
  /** `list`, `metadata`, `create`, `update`, `delete`, or a function that only this type has. */
  readonly fn: string;
  readonly key: string;
  readonly position: number;
  readonly old: Params;
  readonly new: Params;
  readonly joins: readonly ParsedJoin[];
  readonly referred: readonly Referred[];
  readonly refs: readonly ParsedRef[];
}

/** Relation between rows of a list and those of an earlier step. */
export type JoinKind = "inner" | "union" | "anti";

export interface ParsedJoin {
  readonly kind: JoinKind;
  readonly position: number;
  /** Null: it only matters whether the earlier step has a row. */
  readonly reference: string | null;
}

/** Foreign keys by which other objects refer to the rows: by one of `or` and by each of `and` (wire contract 3.4). */
export interface Referred {
  readonly kind: Exclude<JoinKind, "union">;
  readonly or: readonly Reference[];
  readonly and: readonly Reference[];
}

/** One entry of `old_ref_params` or `new_ref_params` with a checked shape (wire contract 3.5). */
export interface ParsedRef {
  readonly scope: "old" | "new";
  /** The earlier step that gives the parameters. */
  readonly position: number;
  readonly joinType: "cross" | "zip";
  /** Its selected rows; null: all. */
  readonly range: RowRange | null;
  /** Own parameter and the attribute of the earlier row. */
  readonly params: readonly (readonly [string, string])[];
  /** `old_ref_idx` or `new_ref_idx`: `params` are the names that both steps have. */
  readonly byEqualNames?: true;
}

/** Rows of a step by their positions from 0, or a slice. Negative ends count from the end of the rows. */
export type RowRange =
  | { readonly positions: readonly number[] }
  | { readonly from: number | undefined; readonly to: number | undefined };

/** Parts of the grammar whose spelling is not decided. */
export interface Grammar {
  /** Member of an entry of ref params with a `RowRange`; null: no such member, so it is refused as unknown. */
  readonly rangeMember: string | null;
}

export const GRAMMAR: Grammar = { rangeMember: null };

/** Parameters of this side that rows of earlier steps give. */
export function byRows({ refs }: Pick<ParsedStep, "refs">, scope: ParsedRef["scope"]): readonly string[] {
  return refs.filter((ref) => ref.scope === scope).flatMap(({ params }) => params.map(([own]) => own));
}

/** Members with ref params, by the member that they fill, in the order in which their entries make executions. */
export const REF_MEMBERS = { old_ref_params: "old", new_ref_params: "new" } as const;

/** Members with one earlier step whose rows give all parameters of equal names, by the member that they fill. */
export const REF_IDX_MEMBERS = { old_ref_idx: "old", new_ref_idx: "new" } as const;

/** Members that join a list to earlier steps, by their effect. */
export const JOIN_MEMBERS = {
  inner_join_ref: "inner",
  union_join_ref: "union",
  anti_join_ref: "anti",
} as const satisfies Record<string, JoinKind>;

/** Members about references of other objects to the rows of a list, by their effect. */
export const NOREF_MEMBERS = {
  inner_join_noref: "inner",
  anti_join_noref: "anti",
} as const satisfies Record<string, Referred["kind"]>;

const OLD = ["old", "old_ref_params", "old_ref_idx"];
const NEW = ["new", "new_ref_params", "new_ref_idx"];
const JOINS = [...Object.keys(JOIN_MEMBERS), ...Object.keys(NOREF_MEMBERS)];
const TAKES: Readonly<Record<string, readonly string[]>> = {
  list: [...OLD, ...JOINS],
  metadata: OLD,
  create: NEW,
  update: [...OLD, ...NEW],
  delete: OLD,
  bulk_update: [...OLD, ...NEW, ...JOINS],
};

const NO_STEPS = new Set(["wapi.transaction.execute", "wapi.transaction.progress"]);

/** Whether the function can be a step of a transaction. Two functions cannot, because they are about calls themselves. */
export function isStep(name: string): boolean {
  return !NO_STEPS.has(name);
}

/** Members besides `name` and `idx` that a step of this function can have (wire contract 3.2). */
export function membersOf(type: ObjectType, fn: string): readonly string[] {
  const more = type.spec.functions.more?.[fn];
  if (more === undefined) return TAKES[fn] ?? [];
  return [...(more.row === true ? OLD : []), ...(more.new === undefined ? [] : NEW)];
}
