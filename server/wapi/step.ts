import { LIMITS } from "#contract/limits";
import type { Params } from "#contract/wire/json";
import { dataType, type DataType } from "../catalogue/data-types.ts";
import type { ObjectType } from "../catalogue/object-type.ts";

const TEXT = dataType("text");
const textLength = LIMITS.callIdLength;

/** Name of a call under which its progress is asked for (wire contract 3.1). */
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

/** A step in shape: its function exists, its members are those of the function, its references lead to earlier steps. */
export interface ParsedStep {
  readonly type: ObjectType;
  /** `list`, `metadata`, `create`, `update`, `delete`, or a function that only the type has. */
  readonly fn: string;
  readonly key: string;
  readonly position: number;
  readonly old: Params;
  readonly new: Params;
  readonly joins: readonly ParsedJoin[];
  readonly refs: readonly ParsedRef[];
}

/** How rows of a list have to be related to those of an earlier step. */
export type JoinKind = "inner" | "union" | "anti";

export interface ParsedJoin {
  readonly kind: JoinKind;
  readonly position: number;
  readonly reference: string;
}

/** One entry of `old_ref_params` or `new_ref_params`, in shape (wire contract 3.5). */
export interface ParsedRef {
  readonly scope: "old" | "new";
  /** The earlier step that parameters are taken from. */
  readonly position: number;
  readonly joinType: "cross" | "zip";
  /** Own parameter and the attribute of the earlier row. */
  readonly params: readonly (readonly [string, string])[];
}

/** Parameters of this side that rows of earlier steps give. */
export function byRows({ refs }: Pick<ParsedStep, "refs">, scope: ParsedRef["scope"]): readonly string[] {
  return refs.filter((ref) => ref.scope === scope).flatMap(({ params }) => params.map(([own]) => own));
}

/** Members that hold ref params, by the member they fill, in the order in which their entries make executions. */
export const REF_MEMBERS = { old_ref_params: "old", new_ref_params: "new" } as const;

/** Members that join a list to earlier steps, by what they do. */
export const JOIN_MEMBERS = {
  inner_join_ref: "inner",
  union_join_ref: "union",
  anti_join_ref: "anti",
} as const satisfies Record<string, JoinKind>;
const OLD = ["old", "old_ref_params"];
const NEW = ["new", "new_ref_params"];
const TAKES: Readonly<Record<string, readonly string[]>> = {
  list: [...OLD, ...Object.keys(JOIN_MEMBERS)],
  metadata: OLD,
  create: NEW,
  update: [...OLD, ...NEW],
  delete: OLD,
  bulk_update: [...OLD, ...NEW, ...Object.keys(JOIN_MEMBERS)],
};

const NO_STEPS = new Set(["wapi.transaction.execute", "wapi.transaction.progress"]);

/** Whether the function can be a step of a transaction; two are about calls themselves. */
export function isStep(name: string): boolean {
  return !NO_STEPS.has(name);
}

/** Members besides `name` and `idx` that a step of this function takes (wire contract 3.2). */
export function membersOf(type: ObjectType, fn: string): readonly string[] {
  const more = type.spec.functions.more?.[fn];
  if (more === undefined) return TAKES[fn] ?? [];
  return [...(more.row === true ? OLD : []), ...(more.new === undefined ? [] : NEW)];
}
