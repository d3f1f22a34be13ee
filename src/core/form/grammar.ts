import type { Json } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import type { Text, TextKey } from "../text.ts";
import type { Converted } from "./values.ts";

/** ASCII form of a name, or null for a name that has none; the browser's `URL` in the portal, tr46 on the server. */
export type ToAscii = (text: string) => string | null;

/** A text in the one form the server keeps, or null for a text that is not of the type. */
type TextForm = (text: string, toAscii: ToAscii) => string | null;

const FORMS: Readonly<Record<string, { readonly form: TextForm; readonly otherwise: TextKey }>> = {};

/** A wire value in the form the server keeps; lists element by element. Not of the type: a text that says what is expected. */
export function normaliseValue(dataType: DataTypeRow, value: Json, toAscii: ToAscii): Converted {
  if (Array.isArray(value) && dataType.element_data_type !== null) {
    return normaliseList(dataType.element_data_type, value, toAscii);
  }
  if (typeof value === "string") return normaliseText(dataType.name, dataType.pattern, value, toAscii);
  if (typeof value === "number") return checkNumber(dataType, value);
  return { ok: true, value };
}

function normaliseList(element: string, values: readonly Json[], toAscii: ToAscii): Converted {
  const normal: Json[] = [];
  for (const value of values) {
    const result =
      typeof value === "string"
        ? normaliseText(element, null, value, toAscii)
        : ({ ok: true, value } as const);
    if (!result.ok) return result;
    normal.push(result.value);
  }
  return { ok: true, value: normal };
}

function normaliseText(type: string, pattern: string | null, value: string, toAscii: ToAscii): Converted {
  const known = FORMS[type];
  if (known !== undefined) {
    const form = known.form(value, toAscii);
    return form === null ? { ok: false, text: { key: known.otherwise } } : { ok: true, value: form };
  }
  // Free text and secrets are stored as sent; names lose blanks at either end (wire contract 5.5).
  const text = type === "text" || pattern === null ? value : value.trim();
  if (pattern !== null && !new RegExp(pattern, "u").test(text)) {
    return { ok: false, text: { key: "core.form.badFormat", values: { pattern } } };
  }
  return { ok: true, value: text };
}

function checkNumber(dataType: DataTypeRow, value: number): Converted {
  const text = boundsText(dataType, value);
  return text === null ? { ok: true, value } : { ok: false, text };
}

function boundsText({ min, max, name }: DataTypeRow, value: number): Text | null {
  if (name !== "decimal" && !Number.isInteger(value)) return { key: "core.form.noNumber" };
  if ((min === null || value >= min) && (max === null || value <= max)) return null;
  return { key: "core.form.outOfRange", values: { min: min ?? "−∞", max: max ?? "∞" } };
}

/** Whether a text may be typed on: longer ones are refused at once and the refusal is logged (spec 5, TAFORM-17). */
export function acceptsTyping(
  dataType: Pick<DataTypeRow, "name" | "text_length">,
  text: string,
  log: (message: string) => void,
): boolean {
  if (dataType.text_length === null || text.length <= dataType.text_length) return true;
  log(`value of ${dataType.name} is longer than ${dataType.text_length} characters`);
  return false;
}
