import type { PortalSpec } from "../data-type.ts";
import { LANGUAGE_NAMES } from "../types/language-tag.ts";
import * as TYPES from "../types/portal.ts";
import { NULL_CELL, partsOfCell, unguarded } from "../values/cell-text.ts";
import { parsedJson } from "../values/json-text.ts";
import { localProblem, readLocalText, type LocalProblem } from "../values/local-time.ts";
import { numberOf } from "../values/number-text.ts";
import { readDay } from "../values/timestamp.ts";
import type { Json } from "../wire/json.ts";
import type { DataTypeRow, NarrowRow } from "../wire/metadata.ts";

/** Possible contents of a cell in a column. Whether the value itself is valid is decided by its data type later. */
export interface CellForm {
  readonly dataType: string;
  readonly kind: DataTypeRow["json_name"];
  readonly isNullable?: boolean;
  /** Form of the elements of a list. */
  readonly element?: CellForm;
  /** Values that a cell may also name by a label. */
  readonly choices?: readonly Choice[];
  /** Values besides the choices are refused. */
  readonly isChoice?: boolean;
}

interface Choice {
  readonly value: Json;
  readonly labels: readonly string[];
}

/** Metadata of a column. */
export interface CellSource extends Pick<NarrowRow, "value_language_dict" | "has_other_values"> {
  readonly type: Pick<DataTypeRow, "name" | "json_name"> & { readonly element?: CellSource["type"] };
  readonly isNullable: boolean;
}

/** The choices of a list are those of its elements. */
export function cellForm({ type, isNullable, ...values }: CellSource): CellForm {
  return { ...formOf(type, values), isNullable };
}

function formOf(
  { name, json_name: kind, element }: CellSource["type"],
  values: Omit<CellSource, "type" | "isNullable">,
): CellForm {
  if (element !== undefined) return { dataType: name, kind, element: formOf(element, values) };
  const known = Object.entries(values.value_language_dict ?? {}).map(([text, labels]) => ({
    value: kind === "string" ? text : (parsedJson(text) ?? text),
    labels: Object.values(labels),
  }));
  const languages = Object.entries(name === "language_tag" ? LANGUAGE_NAMES : {}).map(([value, label]) => ({
    value,
    labels: [label],
  }));
  const choices = [...known, ...languages];
  return choices.length === 0
    ? { dataType: name, kind }
    : { dataType: name, kind, choices, isChoice: values.has_other_values !== true };
}

/** Why a cell has no value. */
export type CellProblem =
  | { readonly key: "noNumber" | "noInteger" | "noBoolean" | "noChoice" | "noJson" | "decimalComma" }
  | LocalProblem;

export type CellRead =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly problem: CellProblem };

const YES = new Set(["true", "yes", "ja", "wahr", "1", "x"]);
const NO = new Set(["false", "no", "nein", "falsch", "0"]);

/** The only reader of cells: gives the value in the form of the API. `separator` is that of the table, which cannot be a decimal comma. */
export function readCell(form: CellForm, cell: string, separator = ""): CellRead {
  if (form.isNullable === true && cell.trim() === NULL_CELL) return good(null);
  return readText(form, unguarded(cell), separator);
}

function readText(form: CellForm, text: string, separator: string): CellRead {
  if (form.kind === "array") return readList(form, text);
  const chosen = form.choices?.find((choice) => isNamed(choice, text.trim()));
  if (chosen !== undefined) return good(chosen.value);
  if (form.isChoice === true) return bad({ key: "noChoice" });
  switch (form.kind) {
    case "boolean":
      return readBoolean(text.trim().toLowerCase());
    case "number":
      return readNumber(text.trim(), specOf(form), separator);
    case "object":
    case "json":
      return orBad(parsedJson(text), "noJson");
    case "string":
      return readString(form, text);
  }
}

/** Lists are separated by semicolons, commas or line ends. */
function readList({ element }: CellForm, text: string): CellRead {
  const parts = partsOfCell(text);
  if (element === undefined) return good(parts);
  const values: Json[] = [];
  for (const part of parts) {
    const read = readText(element, part, ",");
    if (!read.ok) return read;
    values.push(read.value);
  }
  return good(values);
}

function isNamed({ value, labels }: Choice, text: string): boolean {
  return value === text || JSON.stringify(value) === text || labels.includes(text);
}

function specOf({ dataType }: CellForm): PortalSpec {
  const all: Readonly<Record<string, PortalSpec | undefined>> = TYPES;
  return all[dataType] ?? {};
}

function readBoolean(text: string): CellRead {
  if (YES.has(text)) return good(true);
  return NO.has(text) ? good(false) : bad({ key: "noBoolean" });
}

const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

/** A comma that separates the cells cannot be a decimal comma. */
function readNumber(text: string, { options = {} }: PortalSpec, separator: string): CellRead {
  const isInteger = options.isInteger !== false;
  if (!isInteger && separator === "," && DECIMAL_COMMA.test(text)) return bad({ key: "decimalComma" });
  const number = numberOf(text, { ...options, isInteger });
  return orBad(number ?? undefined, isInteger ? "noInteger" : "noNumber");
}

function readString(form: CellForm, text: string): CellRead {
  const { widget } = specOf(form);
  if (widget === "date") return good(readDay(text) ?? text.trim());
  if (widget === "dateTime") return readMoment(text.trim());
  return good(form.dataType === "gpk" ? keyIn(text.trim()) : text);
}

/** `2026-11-21 14:00` is a moment of the local time zone. Any other text stays as it is. */
function readMoment(text: string): CellRead {
  const read = readLocalText(text);
  const problem = localProblem(read);
  if (problem !== null) return bad(problem);
  return good(read.kind === "one" ? read.moment : text);
}

/** Exported objects are written as `title [gpk]`. */
function keyIn(text: string): string {
  return /\[([A-Za-z0-9_-]+)\]$/.exec(text)?.[1] ?? text;
}

function good(value: Json): CellRead {
  return { ok: true, value };
}

function bad(problem: CellProblem): CellRead {
  return { ok: false, problem };
}

function orBad(value: Json | undefined, key: "noNumber" | "noInteger" | "noJson"): CellRead {
  return value === undefined ? bad({ key }) : good(value);
}
