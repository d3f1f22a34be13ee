import { partsOf, soleMarker, type TextPart } from "./template-text.ts";
import { isList, isObject, type Json, type Params } from "./wire/json.ts";

/** Values by variable; undefined for an empty variable. */
export type MarkerValues = Readonly<Record<string, Json | undefined>>;

/**
 * Replaces markers in a value: a marker that is the whole text by the value itself, and one within a text by its text (TPL-21). Parts that have no
 * value because of an empty variable are left out. Throws for an unknown variable, because templates are checked before.
 */
export function withValues(value: Json, values: MarkerValues): Json {
  return filled(value, { values }) ?? null;
}

export interface Fill {
  readonly values: MarkerValues;
  /** True for a filled member that is left out; `asked` is its value with markers. */
  readonly leavesOut?: (member: string, found: Json, asked: Json, isNegated: boolean) => boolean;
  /** Inside `_not`; two of them cancel each other. */
  readonly isNegated?: boolean;
}

/** Undefined if there is no value because of an empty variable. */
function filled(value: Json, fill: Fill): Json | undefined {
  if (typeof value === "string") return textWith(value, fill.values);
  if (isList(value)) return value.map((inner) => filled(inner, fill)).filter((inner) => inner !== undefined);
  if (!isObject(value)) return value;
  const found = membersWith(value, fill);
  return Object.keys(found).length === 0 && Object.keys(value).length > 0 ? undefined : found;
}

/** An object with values in place of markers. */
export function membersWith(value: Params, fill: Fill): Params {
  const { leavesOut, isNegated = false } = fill;
  return Object.fromEntries(
    Object.entries(value).flatMap(([member, asked]): readonly [string, Json][] => {
      const found = filled(asked, member === "_not" ? { ...fill, isNegated: !isNegated } : fill);
      const isOut = found === undefined || leavesOut?.(member, found, asked, isNegated) === true;
      return isOut ? [] : [[member, found]];
    }),
  );
}

/** A text has no value if a marker outside its parts has none, or if nothing is left of it. */
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
