import { lengthOf } from "#contract/data-type";
import type { Params } from "#contract/wire/json";
import { NULL_TEXT } from "../txlist/planned.ts";
import type { FieldModel } from "./field-plan.ts";
import type { Converted } from "./grammar.ts";
import { joinDateTime } from "./time.ts";
import { toWireValue, valueOr } from "./values.ts";
import type { Widget, WidgetOptions } from "./widget.ts";

const YES = new Set(["true", "yes", "ja", "wahr", "1", "x"]);
const NO = new Set(["false", "no", "nein", "falsch", "0"]);

/** The value of a table cell as the widget of the field would hold it. '__NULL' is null if the field may be null. */
export function valueOfCell(field: FieldModel, cell: string): Converted {
  const text = unguarded(cell);
  if (text.trim() === NULL_TEXT && field.isNullable) return { ok: true, value: null };
  return widgetValue(field.widget, field.options, text);
}

/** Reads values of fields from texts by field name, as in an address. A text that is no value of its field is left out. */
export function typedValues(
  fields: readonly FieldModel[],
  texts: Iterable<readonly [string, string]>,
): Params {
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    [...texts].flatMap(([name, text]) => {
      const field = known.get(name);
      if (field === undefined) return [];
      const held = valueOfCell(field, text);
      const read = held.ok ? toWireValue(field.widget, held.value, field.options) : held;
      return read.ok ? [[name, read.value]] : [];
    }),
  );
}

/** Removes the apostrophe that the portal's CSV puts before a text that a spreadsheet would run. */
function unguarded(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function widgetValue(widget: Widget, options: WidgetOptions, text: string): Converted {
  switch (widget) {
    case "boolean":
      return booleanValue(text.trim().toLowerCase());
    case "list":
    case "choiceList":
    case "checks":
      return { ok: true, value: partsOf(text) };
    case "choice":
      return choiceValue(options, text.trim());
    case "dateTime":
      return { ok: true, value: momentOf(text.trim()) };
    default:
      return shortValue(
        options,
        ["text", "textarea", "secret", "json"].includes(widget) ? text : text.trim(),
      );
  }
}

function booleanValue(text: string): Converted {
  if (YES.has(text)) return { ok: true, value: true };
  return NO.has(text) ? { ok: true, value: false } : { ok: false, text: { key: "core.form.noBoolean" } };
}

function choiceValue({ choices }: WidgetOptions, text: string): Converted {
  if (choices === undefined) return { ok: true, value: text };
  const found = choices.find(
    ({ value, label }) => value === text || JSON.stringify(value) === text || label === text,
  );
  return valueOr(found?.value, "core.form.noChoice");
}

/** Lines, or parts between semicolons or commas. */
function partsOf(text: string): readonly string[] {
  return text
    .split(/\r?\n|[;,]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** `2026-11-21 14:00` is a moment of the local time zone; a text with its own zone stays as it is. */
function momentOf(text: string): string {
  const local = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?$/.exec(text);
  return local === null ? text : (joinDateTime(local[1] ?? "", local[2] ?? "") ?? text);
}

function shortValue({ maxLength }: WidgetOptions, text: string): Converted {
  return maxLength !== undefined && lengthOf(text) > maxLength
    ? { ok: false, text: { key: "ui.form.tooLong", values: { count: maxLength } } }
    : { ok: true, value: text };
}
