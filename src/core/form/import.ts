import { LIMITS } from "#contract/limits";
import { columnsByHead, headOf } from "#contract/table/heads";
import { readTable, type QuoteFault, type TableLine } from "#contract/values/table-text";
import type { Json } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { DATA_LANGUAGES, type DataLanguage } from "../locales.ts";
import type { Text } from "../text.ts";
import { NULL_TEXT, type Planned } from "../txlist/planned.ts";
import type { FieldModel } from "./field-plan.ts";
import { valueOfCell } from "./import-cell.ts";
import { planChange } from "./plan-change.ts";
import type { Use } from "./plan-many.ts";
import { planForm, type FormModel } from "./plan-form.ts";
import type { FormPrefs, FormTarget } from "./target.ts";

/** What is wrong with a line; without a field it concerns the whole line. */
export interface LineProblem {
  readonly field: FieldModel | null;
  readonly text: Text;
}

export interface ImportedLine {
  readonly line: number;
  readonly cells: readonly string[];
  readonly problems: readonly LineProblem[];
  /** The planned action; null for a faulty line. */
  readonly item: Planned | null;
  /** Why the line could not be read. */
  readonly fault?: QuoteFault;
}

/** A table of text as planned actions, with all its faults. */
export interface Import {
  /** The title of each column and its field; a column without a field (null) is left out. */
  readonly columns: readonly { readonly title: string; readonly field: FieldModel | null }[];
  readonly lines: readonly ImportedLine[];
  /** Why the table cannot be planned at all. */
  readonly refused: Text | null;
  /** Notes that do not prevent planning. */
  readonly notes: readonly Text[];
  readonly separator: string;
}

/** The context for reading a line: the form, and its fields by the possible names of a column. */
export interface ImportReader {
  readonly form: FormModel;
  readonly byName: ReadonlyMap<string, FieldModel>;
}

/** Catalogues by the language of their texts. */
export type Labelled = ReadonlyMap<DataLanguage, Catalogue>;

/** Columns may have the name of the parameter or its label in either language. Null if there is no such form. */
export function importReader(
  catalogue: Catalogue,
  target: FormTarget,
  prefs: FormPrefs,
  labelled: Labelled = new Map(),
): ImportReader | null {
  const planned = planForm(catalogue, target, prefs);
  if (planned === null) return null;
  // Each line creates one object. Lists that a form requires with a flag have a table of their own.
  const form = { ...planned, fields: planned.fields.filter(({ along }) => along === undefined) };
  const labels = DATA_LANGUAGES.toReversed().map((locale) => {
    const fields = planForm(labelled.get(locale) ?? catalogue, target, { ...prefs, locale })?.fields ?? [];
    return new Map(fields.map(({ name, label }) => [name, label]));
  });
  const heads = columnsByHead(
    form.fields.map(({ name }) => ({ name, labels: labels.flatMap((by) => by.get(name) ?? []) })),
  );
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const byName = [...heads].flatMap(([head, name]): [string, FieldModel][] => {
    const field = fields.get(name);
    return field === undefined ? [] : [[head, field]];
  });
  return { form, byName: new Map(byName) };
}

const NOTHING: Import = { columns: [], lines: [], refused: null, notes: [], separator: "\t" };

/** Reads the whole table and reports every fault of every line. The planned list does not change. */
export function readImport(plan: ImportReader, text: string, use: Use): Import {
  const { lines: all, separator } = readTable(text);
  const [head, ...lines] = all;
  if (head === undefined) return NOTHING;
  if (head.fault !== undefined) return refused(quoteText(head.fault));
  const columns = head.cells.map((title) => ({
    title: title.trim(),
    field: plan.byName.get(headOf(title)) ?? null,
  }));
  const reason = refusalOf(columns, lines.length);
  if (reason !== null) return { ...refused(reason), columns };
  const notes = columns
    .filter(({ title, field }) => field === null && title !== "")
    .map(({ title }): Text => ({ key: "core.import.unknownColumn", values: { column: title } }));
  const read = lines.map((line) => readLine({ form: plan.form, columns, separator, use }, line));
  return { columns, lines: withoutTwins(plan.form, read), refused: null, notes, separator };
}

const QUOTE_FAULTS = {
  openQuote: "core.import.openQuote",
  behindQuote: "core.import.behindQuote",
} as const;

function quoteText({ kind, line }: QuoteFault): Text {
  return { key: QUOTE_FAULTS[kind], values: { line } };
}

function refused(text: Text): Import {
  return { ...NOTHING, refused: text };
}

function refusalOf(columns: Import["columns"], count: number): Text | null {
  const fields = columns.flatMap(({ field }) => (field === null ? [] : [field]));
  if (fields.length === 0) return { key: "core.import.noColumn" };
  const twice = fields.find((field, at) => fields.indexOf(field) !== at);
  if (twice !== undefined) return { key: "core.import.twice", values: { field: twice.label } };
  const most = LIMITS.listElements;
  return count > most ? { key: "core.import.tooManyRows", values: { count: most } } : null;
}

interface Reading {
  readonly form: FormModel;
  readonly columns: Import["columns"];
  readonly separator: string;
  readonly use: Use;
}

function readLine({ form, columns, separator, use }: Reading, line: TableLine): ImportedLine {
  if (line.fault !== undefined)
    return { ...line, problems: [{ field: null, text: quoteText(line.fault) }], item: null };
  const problems: LineProblem[] = [];
  const values: Record<string, Json | undefined> = { ...form.initial };
  if (line.cells.slice(columns.length).some((cell) => cell.trim() !== "")) {
    problems.push({ field: null, text: { key: "core.import.tooManyCells" } });
  }
  columns.forEach(({ field }, at) => {
    const cell = line.cells[at] ?? "";
    // An empty cell counts as a field that nobody touched.
    if (field === null || cell.trim() === "") return;
    const read = valueOfCell(field, cell, separator);
    if (read.ok) values[field.name] = read.value;
    else problems.push({ field, text: read.text });
  });
  const change = planChange(form, values, { uuid: use.uuid(), toAscii: use.toAscii });
  const named = new Set(problems.map(({ field }) => field?.name));
  for (const { name, text } of change.kind === "invalid" ? change.problems : [])
    if (!named.has(name))
      problems.push({ field: form.fields.find((one) => one.name === name) ?? null, text });
  const item = problems.length === 0 && change.kind === "planned" ? change.item : null;
  return { ...line, problems: inColumns(problems, columns), item };
}

/** Problems in the order of the columns: first those of the whole line, last those of fields without a column. */
function inColumns(problems: readonly LineProblem[], columns: Import["columns"]): readonly LineProblem[] {
  const places = new Map(columns.map(({ field }, at) => [field, at]));
  const placeOf = ({ field }: LineProblem): number => (field === null ? -1 : (places.get(field) ?? Infinity));
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
}

/** Refuses the later of two lines with the same key, because both cannot be created. */
function withoutTwins(form: FormModel, lines: readonly ImportedLine[]): readonly ImportedLine[] {
  const first = new Map<string, number>();
  return lines.map((one) => {
    const key = keyText(form, one.item);
    if (key === null) return one;
    const twin = first.get(key);
    if (twin === undefined) {
      first.set(key, one.line);
      return one;
    }
    const text: Text = { key: "core.import.sameKey", values: { line: twin } };
    return { ...one, problems: [{ field: null, text }], item: null };
  });
}

/** The key in the table; null if the server makes a part of it. */
function keyText({ type }: FormModel, item: Planned | null): string | null {
  if (item === null || !("content" in item)) return null;
  const given = item.content.parameters.new;
  const parts = type.key.map((name) => given[name] ?? NULL_TEXT);
  return parts.length === 0 || parts.includes(NULL_TEXT) ? null : JSON.stringify(parts);
}
