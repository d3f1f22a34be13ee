import { textsIn, type TemplateStep, type TemplateVariable } from "./template.ts";
import { markersOf, partsOf, soleMarker, type TextPart } from "./template-text.ts";
import { isList, isObject, type Json, type Params } from "./wire/json.ts";

/** Values by variable; undefined for an empty variable. */
export type MarkerValues = Readonly<Record<string, Json | undefined>>;

/** Variables of a template, as far as their values depend on them. */
type Variables = Readonly<Record<string, Pick<TemplateVariable, "list" | "nullable">>>;

/**
 * Replaces markers in a value: a marker that is the whole text by the value itself, one within a text by its text (TPL-21). What has no value without
 * an empty variable is left out. Throws for an unknown variable, because templates are checked before.
 */
export function withValues(value: Json, values: MarkerValues): Json {
  return filled(value, { values }) ?? null;
}

/** Parameters of a step with values in place of markers (wire contract 6.3). No empty variable makes a list find more than a filled one. */
export function filledParams(
  step: TemplateStep,
  variables: Variables,
  given: Params,
): Pick<TemplateStep, "old" | "new"> {
  const values = (empty: (value: Json | undefined) => Json | undefined): MarkerValues =>
    Object.fromEntries(
      Object.entries(variables).map(([name, { list }]) => [name, list ? empty(given[name]) : given[name]]),
    );
  const { old, new: now } = step;
  return {
    // A filter by a list cannot be null, and an empty list finds nothing.
    ...(old === undefined
      ? {}
      : {
          old: filters(
            step,
            old,
            values((value) => value ?? []),
          ),
        }),
    ...(now === undefined
      ? {}
      : {
          new: members(settings(step.name, now, variables, given), { values: values((value = []) => value) }),
        }),
  };
}

/** New values without those that an update leaves as they are: lists that stay empty and cannot be null. */
function settings(step: string, now: Params, variables: Variables, given: Params): Params {
  if (!/\.(bulk_)?update$/.test(step)) return now;
  return Object.fromEntries(
    Object.entries(now).filter(([, value]) => {
      const name = typeof value === "string" ? soleMarker(value) : null;
      const { list = false, nullable = false } = variables[name ?? ""] ?? {};
      return name === null || !list || nullable || !isEmpty(given[name]);
    }),
  );
}

/** Conditions that hold for every row if their list is empty, and those that do so when they are negated (wire contract 2.7). */
const HOLD_WHEN_EMPTY: ReadonlySet<string> = new Set(["_and", "contains", "not_in"]);
const FAIL_WHEN_EMPTY: ReadonlySet<string> = new Set(["_or", "in", "overlaps"]);

/** Parameters of a list that are no filters by themselves: the largest part of all rows is still found. */
const NO_FILTERS: ReadonlySet<string> = new Set([
  "fetch_limit",
  "fetch_offset",
  "is_own",
  "sorting_params_list",
]);

/** The filter that finds nothing. */
const NOTHING: Params = { gpk_list: [] };

/** Filled filters; a list that would lose all of them finds nothing instead of everything. */
function filters(step: TemplateStep, old: Params, values: MarkerValues): Params {
  const found = members(old, { values, leftOut: HOLD_WHEN_EMPTY });
  const isLost = findsRows(step) && isFiltered(old, old) && !isNarrowed(step, found, old);
  return isLost ? { ...found, ...NOTHING } : found;
}

/** True for functions whose `old` has filters. */
export function findsRows({ name }: Pick<TemplateStep, "name">): boolean {
  return /\.(list|bulk_update)$/.test(name);
}

/** True if filters or earlier steps narrow the rows of a step; `asked` are its filters with their markers. */
export function isNarrowed(step: TemplateStep, old: Params, asked: Params): boolean {
  const joins = [step.inner_join_ref, step.union_join_ref].some((join) => Object.keys(join ?? {}).length > 0);
  return joins || (step.old_ref_params ?? []).length > 0 || isFiltered(old, asked);
}

function isFiltered(old: Params, asked: Params): boolean {
  return Object.keys(old).some((name) => !NO_FILTERS.has(name) || hasMarker(asked[name] ?? null));
}

function hasMarker(value: Json): boolean {
  return textsIn(value).some((text) => (markersOf(text) ?? []).length > 0);
}

interface Fill {
  readonly values: MarkerValues;
  /** Members that are left out if markers have emptied their list. */
  readonly leftOut?: ReadonlySet<string>;
}

/** Undefined for what has no value without an empty variable. */
function filled(value: Json, fill: Fill): Json | undefined {
  if (typeof value === "string") return textWith(value, fill.values);
  if (isList(value)) return value.map((inner) => filled(inner, fill)).filter((inner) => inner !== undefined);
  if (!isObject(value)) return value;
  const found = members(value, fill);
  return Object.keys(found).length === 0 && Object.keys(value).length > 0 ? undefined : found;
}

function members(value: Params, fill: Fill): Params {
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, asked]): readonly [string, Json][] => {
      const found = filled(asked, member === "_not" ? negated(fill) : fill);
      if (found === undefined) return [];
      const isEmptied = isList(found) && found.length === 0 && hasMarker(asked);
      return isEmptied && fill.leftOut?.has(member) === true ? [] : [[member, found]];
    }),
  );
}

function negated({ values, leftOut }: Fill): Fill {
  if (leftOut === undefined) return { values };
  return { values, leftOut: leftOut === HOLD_WHEN_EMPTY ? FAIL_WHEN_EMPTY : HOLD_WHEN_EMPTY };
}

/** A text has no value if the value of a marker outside of its parts is missing, or if nothing is left of it. */
function textWith(text: string, values: MarkerValues): Json | undefined {
  const parts = partsOf(text) ?? [];
  const name = soleMarker(text);
  if (name !== null) return valueOf(name, values);
  const written = writtenWith(parts, values);
  return written === "" && text !== "" ? undefined : written;
}

/** Undefined if the value of a marker is missing. */
function writtenWith(parts: readonly TextPart[], values: MarkerValues): string | undefined {
  let written = "";
  for (const part of parts) {
    const text = partText(part, values);
    if (text === undefined) return undefined;
    written += text;
  }
  return written;
}

function partText(part: TextPart, values: MarkerValues): string | undefined {
  if (part.kind === "text") return part.text;
  const value = valueOf(part.name, values);
  if (part.kind === "value") return isEmpty(value) ? undefined : inlineText(value);
  return isEmpty(value) || value === false ? "" : writtenWith(part.parts, values);
}

function valueOf(name: string, values: MarkerValues): Json | undefined {
  if (!Object.hasOwn(values, name)) throw new Error(`the marker {{${name}}} has no value`);
  return values[name];
}

/** True for a variable that was left empty. */
export function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "" || (isList(value) && value.length === 0);
}

/** A value inside a longer text: JSON unless it is a text, nothing for null. */
export function inlineText(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
