import { lengthOf, patternOf } from "#contract/data-type";
import { refused, refusedLength, type Refused } from "#contract/values/parsed";
import type { Json, Localised } from "#contract/wire/json";
import type { NarrowSpec } from "./define-narrow.ts";

/** Conditions of an attribute on its values, beyond its data type. */
export interface Narrowing {
  readonly min: number | null;
  readonly max: number | null;
  readonly textLength: number | null;
  readonly pattern: string | null;
  readonly values: readonly string[] | null;
  /** A description of the allowed values; null if the data type has it. */
  readonly form: Localised | null;
  /** All conditions, in words. */
  readonly wanted: Localised;
}

interface Narrowed extends NarrowSpec {
  readonly help?: Localised;
}

/** Null if every value of the data type is allowed. */
export function narrowingOf(spec: Narrowed): Narrowing | null {
  const { min = null, max = null, textLength = null, pattern = null } = spec;
  const choices = spec.hasOtherValues === true ? undefined : spec.values;
  const values = choices === undefined ? null : Object.keys(choices);
  if ([min, max, textLength, pattern, values].every((one) => one === null)) return null;
  const form = formOf(spec, choices);
  const parts = [form, boundsText(min, max), lengthText(textLength)].filter((one) => one !== null);
  return { min, max, textLength, pattern, values, form, wanted: joined(parts) };
}

function formOf({ pattern, help }: Narrowed, choices: Narrowed["values"]): Localised | null {
  if (choices !== undefined) return oneOf(choices);
  return pattern === undefined ? null : (help ?? null);
}

function oneOf(choices: Readonly<Record<string, Localised>>): Localised {
  const told = (language: keyof Localised): string =>
    Object.entries(choices)
      .map(([value, label]) => (label[language] === value ? value : `${value} (${label[language]})`))
      .join(", ");
  return { de: told("de"), en: told("en") };
}

function boundsText(min: number | null, max: number | null): Localised | null {
  if (min !== null && max !== null)
    return { de: `${String(min)} bis ${String(max)}`, en: `${String(min)} to ${String(max)}` };
  if (min !== null) return { de: `mindestens ${String(min)}`, en: `at least ${String(min)}` };
  return max === null ? null : { de: `höchstens ${String(max)}`, en: `at most ${String(max)}` };
}

function lengthText(length: number | null): Localised | null {
  if (length === null) return null;
  return { de: `höchstens ${String(length)} Zeichen`, en: `at most ${String(length)} characters` };
}

function joined(parts: readonly Localised[]): Localised {
  return { de: parts.map(({ de }) => de).join("; "), en: parts.map(({ en }) => en).join("; ") };
}

/** A data type, with the conditions that can narrow it. */
interface Bounded extends Pick<Narrowing, "min" | "max" | "textLength" | "pattern"> {
  readonly narrowing: Narrowing | null;
}

/** The data type of the values that may be written; a list keeps the bounds for its elements. */
export function narrowedType<T extends Bounded>(type: T, narrowing: Narrowing | null): T {
  if (narrowing === null) return type;
  const { min, max, textLength, pattern } = narrowing;
  return {
    ...type,
    narrowing,
    min: min ?? type.min,
    max: max ?? type.max,
    textLength: textLength ?? type.textLength,
    pattern: pattern ?? type.pattern,
  };
}

/** Why a canonical value is not allowed; null if it is. Bounds of numbers are checked by the type. */
export function narrowFault({ textLength, pattern, values }: Narrowing, value: Json): Refused | null {
  if (values !== null && !values.includes(wordOf(value))) return refused("bad_format");
  if (typeof value !== "string") return null;
  const length = lengthOf(value);
  if (textLength !== null && length > textLength) return refusedLength(length);
  return pattern === null || patternOf(pattern).test(value) ? null : refused("bad_format");
}

/** A value in the spelling of its choice. */
export function wordOf(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
