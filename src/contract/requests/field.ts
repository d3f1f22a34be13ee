import type { Choice, Condition, Field, FieldType } from "./form.ts";

/** A field with its labels; `more` are its other members. */
export function field(
  name: string,
  de: string,
  en: string,
  type: FieldType,
  more: Omit<Field, "name" | "label" | "type"> = {},
): Field {
  return { name, label: { de, en }, type, ...more };
}

export function choice(...choices: readonly Choice[]): FieldType {
  return { kind: "choice", choices };
}

export function option(value: string | number, de: string, en: string): Choice {
  return { value, label: { de, en } };
}

/** True while another field of the same object holds one of these values. */
export function holding(value: string, ...values: readonly (string | number | boolean)[]): Condition {
  return { value, in: values };
}

export const TEXT: FieldType = { kind: "text", dataType: "text" };
export const LINE: FieldType = { kind: "text", dataType: "text_line" };
export const BOOLEAN: FieldType = { kind: "boolean" };
export const COUNT: FieldType = { kind: "integer", min: 1, max: 1_000_000 };
export const BCD_NAME: FieldType = { kind: "text", dataType: "bcd_name" };
export const REQUIRED = { required: true } as const;
