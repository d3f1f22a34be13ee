import { patternOf } from "#contract/data-type";
import type { ToAscii } from "#contract/values/fqdn";
import { isList, type Json } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { DataTypeMeta } from "../catalogue/catalogue.ts";
import type { Text } from "../text.ts";
import { drawnType, isWhole } from "./data-type.ts";

export type Converted =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly text: Text };

/** All values converted, or the first one that cannot be. */
export function convertEach(values: readonly Json[], convert: (value: Json) => Converted): Converted {
  const all: Json[] = [];
  for (const value of values) {
    const converted = convert(value);
    if (!converted.ok) return converted;
    all.push(converted.value);
  }
  return { ok: true, value: all };
}

/** The message about a text that is not of the type; null for a type without its own message. */
export function formProblem(dataType: string, text = ""): Text | null {
  const { invalid } = drawnType(dataType);
  if (invalid === undefined) return null;
  return typeof invalid === "string" ? { key: invalid } : invalid(text);
}

/** Converts a wire value, or each element of a list, to the form that the server stores. For other values the result says what is expected. */
export function normaliseValue(dataType: DataTypeMeta, value: Json, toAscii: ToAscii): Converted {
  const { element } = dataType;
  if (isList(value) && element !== undefined)
    return convertEach(value, (one) => normaliseValue(element, one, toAscii));
  const read = normaliseOne(dataType, value, toAscii);
  const text = read.ok ? narrowProblem(dataType, read.value) : null;
  return text === null ? read : { ok: false, text };
}

function normaliseOne(dataType: DataTypeMeta, value: Json, toAscii: ToAscii): Converted {
  if (typeof value === "string") return normaliseText(dataType, value, toAscii);
  if (typeof value === "number" && dataType.json_name !== "json") return checkNumber(dataType, value);
  return { ok: true, value };
}

/** The problem of a value that breaks the additional limits of its attribute, or null. */
function narrowProblem({ narrowing }: DataTypeMeta, value: Json): Text | null {
  if (narrowing === undefined || value === null) return null;
  const { pattern, values } = narrowing;
  const word = typeof value === "string" ? value : JSON.stringify(value);
  if (values !== null && !values.includes(word)) return { key: "core.form.noChoice" };
  const fits = pattern === null || typeof value !== "string" || patternOf(pattern).test(value);
  return fits ? null : { key: "core.form.badFormat" };
}

function normaliseText({ name, pattern }: DataTypeRow, value: string, toAscii: ToAscii): Converted {
  const { read, isAsSent } = drawnType(name);
  const text = isAsSent === true ? value : value.trim();
  const fits = pattern === null || patternOf(pattern).test(text);
  const found = read === undefined ? (fits ? text : null) : read(text, toAscii);
  if (found !== null) return { ok: true, value: found };
  return { ok: false, text: formProblem(name, value) ?? { key: "core.form.badFormat" } };
}

function checkNumber({ min, max, name }: DataTypeRow, value: number): Converted {
  if (isWhole(name) && !Number.isInteger(value)) return { ok: false, text: { key: "core.form.noInteger" } };
  if ((min === null || value >= min) && (max === null || value <= max)) return { ok: true, value };
  const values = { min: min ?? "−∞", max: max ?? "∞" };
  return { ok: false, text: { key: "core.form.outOfRange", values } };
}
