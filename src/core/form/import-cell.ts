import { lengthOf } from "#contract/data-type";
import { cellForm, readCell, type CellForm, type CellProblem } from "#contract/table/cell";
import type { Params } from "#contract/wire/json";
import type { Text, TextKey } from "../text.ts";
import { drawnType } from "./data-type.ts";
import type { FieldModel } from "./field-plan.ts";
import type { Converted } from "./grammar.ts";
import { toFormValue, toWireValue } from "./values.ts";

/** The value of a table cell in the form that the form keeps. '__NULL' is null if the field may be null. */
export function valueOfCell(field: FieldModel, cell: string, separator?: string): Converted {
  const read = readCell(cellFormOf(field), cell, separator);
  if (!read.ok) return { ok: false, text: textOf(read.problem) };
  if (typeof read.value === "string") return shortValue(field, read.value);
  return { ok: true, value: toFormValue(field.widget, read.value) ?? null };
}

/**
 * Reads values of fields from texts by field name, as in an address. An empty text is left out like an empty cell, and so is a text that is not a
 * valid value of its field.
 */
export function typedValues(fields: readonly FieldModel[], texts: Texts): Params {
  return Object.fromEntries(
    readTexts(fields, texts).flatMap(({ name, read }) => (read.ok ? [[name, read.value]] : [])),
  );
}

type Texts = Iterable<readonly [string, string]>;

/** Texts that are not valid values of their field, with the reason. */
export function untypedTexts(
  fields: readonly FieldModel[],
  texts: Texts,
): readonly { readonly entry: string; readonly text: string; readonly why: Text }[] {
  return readTexts(fields, texts).flatMap(({ name, text, read }) =>
    read.ok ? [] : [{ entry: name, text, why: read.text }],
  );
}

function readTexts(fields: readonly FieldModel[], texts: Texts) {
  const known = new Map(fields.map((field) => [field.name, field]));
  return [...texts].flatMap(([name, text]) => {
    const field = known.get(name);
    if (field === undefined || text.trim() === "") return [];
    const held = valueOfCell(field, text);
    return [{ name, text, read: held.ok ? toWireValue(field.widget, held.value, field.options) : held }];
  });
}

function cellFormOf({ dataType, options, widget, isNullable }: FieldModel): CellForm {
  const { choices, values } = options;
  if (choices !== undefined) {
    const listed = choices.map(({ value, label }) => ({ value, labels: [label] }));
    return { dataType: dataType.name, kind: dataType.json_name, choices: listed, isChoice: true, isNullable };
  }
  const isOpen = widget !== "choice" && widget !== "checks";
  return cellForm({
    type: dataType,
    isNullable,
    has_other_values: isOpen,
    ...(values === undefined ? {} : { value_language_dict: values }),
  });
}

const PROBLEMS = {
  noNumber: "core.form.noNumber",
  noInteger: "core.form.noInteger",
  noBoolean: "core.form.noBoolean",
  noChoice: "core.form.noChoice",
  noJson: "core.form.noJson",
  decimalComma: "core.form.decimalComma",
  noSuchTime: "core.form.noSuchTime",
  timeTwice: "core.form.timeTwice",
} as const satisfies Readonly<Record<CellProblem["key"], TextKey>>;

function textOf(problem: CellProblem): Text {
  const key = PROBLEMS[problem.key];
  return "values" in problem ? { key, values: problem.values } : { key };
}

function shortValue({ options: { maxLength }, dataType }: FieldModel, text: string): Converted {
  const counted = drawnType(dataType.name).isAsSent === true ? text : text.trim();
  return maxLength !== undefined && lengthOf(counted) > maxLength
    ? { ok: false, text: { key: "ui.form.tooLong", values: { count: maxLength } } }
    : { ok: true, value: text };
}
