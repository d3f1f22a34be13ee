import type { Template } from "#contract/template";
import type { Json, Params } from "#contract/wire/json";
import type { RefParams } from "#contract/wire/step";
import type { ReducerName } from "../form/reducers.ts";
import { languageOf } from "../catalogue/languages.ts";
import { readableName } from "../catalogue/readable-name.ts";
import { pickText, type Locale } from "../text.ts";
import type { Loss } from "./losses.ts";

/** Functions an element of the list can plan. */
export const PLANNED_FUNCTIONS = [
  "create",
  "update",
  "delete",
  "connect",
  "disconnect",
  "bulk_update",
] as const;
export type PlannedFunction = (typeof PLANNED_FUNCTIONS)[number];

/** In planned parameters this text means set to null; the wire carries null. */
export const NULL_TEXT = "__NULL";

/** One statement: what is done to which object with which values. */
export interface PlannedStatement {
  readonly object_fq_name: string;
  readonly object_function: PlannedFunction;
  readonly parameters: { readonly old: Params; readonly new: Params };
  /** Parameters taken from what an earlier step of the list makes, named by its idx (wire contract 3.5). */
  readonly old_ref_params?: readonly RefParams[];
  readonly new_ref_params?: readonly RefParams[];
}

/** Steps of the list whose rows a statement takes parameters from. */
export function stepsTakenFrom({
  old_ref_params: old,
  new_ref_params: now,
}: PlannedStatement): readonly string[] {
  return [...(old ?? []), ...(now ?? [])].map(({ idx }) => idx);
}

export interface PlannedContent extends PlannedStatement {
  /** Parameters shown in the list with old and new values. */
  readonly preview_fields: readonly string[];
  readonly object_title: string;
  /** The title by language, where it is not the same in all of them. */
  readonly title_dict?: Readonly<Record<string, string>>;
  /** Shows the result of the element after apply. */
  readonly show_result: boolean;
  /** Parameters that must be filled although the metadata makes them optional. */
  readonly non_optionals: readonly string[];
  readonly input_reducer: ReducerName | null;
}

interface PlannedBase {
  readonly uuid: string;
  /** Becomes the hash of the launch link after apply. */
  readonly variant: string | null;
  /** What the element does not bring back, where it takes a change back. */
  readonly losses?: readonly Loss[];
}

export interface PlannedSimple extends PlannedBase {
  readonly ta_type: "db_editor_simple";
  readonly content: PlannedContent;
}

/** One element with a main action and further statements that run before (prepend) or after it (append). */
export interface PlannedBundle extends PlannedBase {
  readonly ta_type: "db_editor_bundle_prepend" | "db_editor_bundle_append";
  readonly content: PlannedContent;
  readonly bundle: readonly PlannedStatement[];
}

/** A workflow of the hub with the values it was filled in with; it carries its template, so that it needs the hub no more (TA-37). */
export interface PlannedTemplate extends PlannedBase {
  readonly ta_type: "json_template";
  readonly template: Template;
  /** Values by variable; one that is absent was left empty. */
  readonly variables: Params;
}

/** An element of a type this portal cannot send: it stays as it came and blocks test and apply until it is removed. */
export interface PlannedUnknown extends PlannedBase {
  readonly ta_type: "unknown";
  readonly named: string;
  readonly raw: Json;
}

export type Planned = PlannedSimple | PlannedBundle | PlannedTemplate | PlannedUnknown;

/** The main action of an element; null for one that is no action on one object. */
export function contentOf(item: Planned): PlannedContent | null {
  return "content" in item ? item.content : null;
}

/** What the list shows as name of an element. */
export function plannedTitle(item: Planned, locale: Locale): string {
  switch (item.ta_type) {
    case "unknown":
      return item.named;
    case "json_template":
      return pickText({ ...item.template.name }, locale) ?? "";
    default:
      return readableName(item.content.title_dict?.[languageOf(locale)] ?? item.content.object_title);
  }
}

/** Null for the text that stands for it. */
export function fromNullText(value: Json): Json {
  return value === NULL_TEXT ? null : value;
}

/** The text that stands for null, so that it survives as a planned value. */
export function toNullText(value: Json): Json {
  return value === null ? NULL_TEXT : value;
}
