import { isGiven } from "#contract/condition";
import { lengthOf } from "#contract/data-type";
import { isList, type Json } from "#contract/wire/json";
import type { DataTypeRow } from "#contract/wire/metadata";
import { parsedJson } from "#contract/values/json-text";
import { numberOf, type NumberForm } from "#contract/values/number-text";
import type { TextKey } from "../text.ts";
import { drawnType } from "./data-type.ts";
import { convertEach, type Converted } from "./grammar.ts";
import type { Widget, WidgetOptions } from "./widget.ts";

/** Values of an open form. A missing member is an empty field, null is set with the null checkbox. */
export type FormValues = Readonly<Record<string, Json | undefined>>;

/** A wire value in the form of its widget; undefined if the field starts empty. */
export function toFormValue(widget: Widget, value: Json): Json | undefined {
  if (value === null) return undefined;
  return widget === "json" ? JSON.stringify(value, null, 2) : value;
}

/** Converts the value of a widget to a wire value: empty is null, numbers are cast, JSON is read (VAL-17 to VAL-20). */
export function toWireValue(
  widget: Widget,
  value: Json | undefined,
  options: TextForm & Pick<WidgetOptions, "element"> = {},
): Converted {
  if (value === undefined || value === null) return { ok: true, value: null };
  if (typeof value === "string") return convertText(widget, value, options);
  if (!isList(value)) return { ok: true, value };
  if (widget === "list") return convertLines(options.element, value);
  return widget === "checks" ? convertLines({ widget: "choice", options }, value) : { ok: true, value };
}

/** Converts each line to a value; empty lines are left out. */
function convertLines(element: WidgetOptions["element"], lines: readonly Json[]): Converted {
  const { widget, options } = element ?? TEXT_LINE;
  return convertEach(lines.filter(isGiven), (line) => toWireValue(widget, line, options));
}

const TEXT_LINE = { widget: "text", options: {} } as const;

function convertText(widget: Widget, text: string, form: TextForm): Converted {
  if (text.trim() === "") return { ok: true, value: null };
  if (form.hasJsonValues === true) return valueOr(parsedJson(text), "core.form.noChoice");
  if (widget === "boolean") return { ok: true, value: text === "true" };
  if (widget === "number") {
    const key = form.isInteger === true ? "core.form.noInteger" : "core.form.noNumber";
    return valueOr(numberOf(text, form) ?? undefined, key);
  }
  return widget === "json" ? valueOr(parsedJson(text), "core.form.noJson") : { ok: true, value: text };
}

/** The value, or the message with this key if there is none. */
export function valueOr(value: Json | undefined, key: TextKey): Converted {
  return value === undefined ? { ok: false, text: { key } } : { ok: true, value };
}

/** Meaning of a text in a field. */
type TextForm = NumberForm & Pick<WidgetOptions, "hasJsonValues">;

/** Equal as wire values: objects by members, lists by order. */
export function sameJson(one: Json, other: Json): boolean {
  if (one === other) return true;
  if (one === null || other === null || typeof one !== "object" || typeof other !== "object") return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const mine = Object.entries(one);
  const theirs = new Map<string, Json>(Object.entries(other));
  return (
    mine.length === theirs.size &&
    mine.every(([name, value]) => {
      const found = theirs.get(name);
      return found !== undefined && sameJson(value, found);
    })
  );
}

/** Equal as values of their type: the same moment in another zone is no change. */
export function sameValue({ name }: DataTypeRow, one: Json, other: Json): boolean {
  const { comparable } = drawnType(name);
  const formOf = (value: Json): Json =>
    comparable !== undefined && typeof value === "string" ? (comparable(value) ?? value) : value;
  return sameJson(formOf(one), formOf(other));
}

/** True if a typed text is short enough. Longer ones are refused at once, and the refusal is logged (spec 5, TAFORM-17). */
export function acceptsTyping(
  dataType: Pick<DataTypeRow, "name" | "text_length">,
  text: string,
  log: (message: string) => void,
): boolean {
  if (dataType.text_length === null || lengthOf(text) <= dataType.text_length) return true;
  log(`value of ${dataType.name} is longer than ${dataType.text_length} characters`);
  return false;
}
