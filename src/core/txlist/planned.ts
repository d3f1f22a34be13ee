import { languageOf } from "../catalogue/languages.ts";
import { readableName } from "../catalogue/readable-name.ts";
import { pickText, type Locale } from "../text.ts";
import type { Template } from "#contract/template";
import type { Json, Params } from "#contract/wire/json";
import type { RefParams } from "#contract/wire/step";
import type { ReducerName } from "../form/reducers.ts";
import type { Loss } from "./losses.ts";

/** A writing function of the type: one that many types have, such as `create`, or one of its own, such as `connect`. */
export type PlannedFunction = string;

/** In planned parameters this text means null; the wire carries null. */
export const NULL_TEXT = "__NULL";

export interface PlannedStatement {
  readonly object_fq_name: string;
  readonly object_function: PlannedFunction;
  readonly parameters: { readonly old: Params; readonly new: Params };
  /** Parameters from the result of an earlier step of the list, named by its idx (wire contract 3.5). */
  readonly old_ref_params?: readonly RefParams[];
  readonly new_ref_params?: readonly RefParams[];
}

/** Steps of the list from which a statement takes parameters. */
export function stepsTakenFrom(statement: PlannedStatement | null): readonly string[] {
  return [...(statement?.old_ref_params ?? []), ...(statement?.new_ref_params ?? [])].map(({ idx }) => idx);
}

/** True for a statement or a step that takes values from other steps besides gpks of new objects. */
export function takesMoreThanGpks({
  old_ref_params: old = [],
  new_ref_params: now = [],
}: Pick<PlannedStatement, "old_ref_params" | "new_ref_params">): boolean {
  return old.length > 0 || !now.every(isGpkAlone);
}

/** True for a parameter that is the gpk of an object of another step. */
export function isGpkAlone({ params, ...others }: RefParams): boolean {
  return (
    params !== undefined &&
    Object.values(params).every((name) => name === "gpk") &&
    Object.keys(others).every((name) => name === "idx")
  );
}

export interface PlannedContent extends PlannedStatement {
  /** Parameters that the list shows with old and new values. */
  readonly preview_fields: readonly string[];
  readonly object_title: string;
  /** The title by language, if it differs. */
  readonly title_dict?: Readonly<Record<string, string>>;
  readonly show_result: boolean;
  /** Required parameters that the metadata call optional. */
  readonly non_optionals: readonly string[];
  readonly input_reducer: ReducerName | null;
}

export interface PlannedBase {
  readonly uuid: string;
  /** Hash of the launch link after apply. */
  readonly variant: string | null;
  /** Values that the element does not restore when it reverses a change. */
  readonly losses?: readonly Loss[];
}

export interface PlannedSimple extends PlannedBase {
  readonly ta_type: "db_editor_simple";
  readonly content: PlannedContent;
}

/** One element: a main action, and statements before (prepend) or after it (append). */
export interface PlannedBundle extends PlannedBase {
  readonly ta_type: "db_editor_bundle_prepend" | "db_editor_bundle_append";
  readonly content: PlannedContent;
  readonly bundle: readonly PlannedStatement[];
}

/** A workflow of the hub with its values; it contains its template and does not need the hub any more (TA-37). */
export interface PlannedTemplate extends PlannedBase {
  readonly ta_type: "json_template";
  readonly template: Template;
  /** Values by variable; absent if left empty. */
  readonly variables: Params;
}

/** An element of a type that this portal cannot send: it stays unchanged and blocks test and apply until it is removed. */
export interface PlannedUnknown extends PlannedBase {
  readonly ta_type: "unknown";
  readonly named: string;
  readonly raw: Json;
}

export type Planned = PlannedSimple | PlannedBundle | PlannedTemplate | PlannedUnknown;

/** The main action of an element; null if it is no action on one object. */
export function contentOf(item: Planned): PlannedContent | null {
  return "content" in item ? item.content : null;
}

/** Statements of an element by the names of their steps, in the order in which they are sent. */
export function statementsOf(
  item: Planned,
): readonly (readonly [idx: string, statement: PlannedStatement | PlannedContent])[] {
  if (!("content" in item)) return [];
  const main = [item.uuid, item.content] as const;
  if (item.ta_type === "db_editor_simple") return [main];
  const further = item.bundle.map((one, at) => [`${item.uuid}_${String(at)}`, one] as const);
  return item.ta_type === "db_editor_bundle_prepend" ? [...further, main] : [main, ...further];
}

/** Null for `NULL_TEXT`. */
export function fromNullText<Value extends Json | undefined>(value: Value): Value | null {
  return value === NULL_TEXT ? null : value;
}

/** `NULL_TEXT` for null, so that null is kept as a planned value. */
export function toNullText(value: Json): Json {
  return value === null ? NULL_TEXT : value;
}

export function plannedTitle(item: Planned, locale: Locale): string {
  switch (item.ta_type) {
    case "unknown":
      return item.named;
    case "json_template":
      return pickText(item.template.name, locale) ?? "";
    default:
      return readableName(item.content.title_dict?.[languageOf(locale)] ?? item.content.object_title);
  }
}
