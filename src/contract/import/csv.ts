import { readTable } from "../values/table-text.ts";
import type { Json } from "../wire/json.ts";
import { withoutBad, type BadValue } from "./bad-values.ts";
import type { ConfigFile } from "./including.ts";
import type { ImportJob } from "./job.ts";
import { planObjects, typeFacts, type TypeFacts, type Wanted } from "./objects.ts";
import { divided, inOrder, ofFile, rowAt, type ImportDraft, type Rejected, type SourceRow } from "./steps.ts";
import type { Say } from "./texts.ts";

/** A table. Its rows have the name of the file, if there is one. */
export type TableFile = Pick<ConfigFile, "text" | "name">;

/** Objects of one type from tables whose columns are parameters of its create. */
export async function planCsv(
  type: string,
  files: readonly TableFile[],
  job: ImportJob,
): Promise<ImportDraft> {
  const { say } = job;
  const facts = await typeFacts(job, type);
  if (!facts.hasCreate) throw new Error(say("noCreate", { type }));
  const read = files.flatMap((file) => readLines(file, facts, job));
  const { good, rejected: bad } = await withoutBad<Wanted | Rejected>(read, job);
  const { kept, rejected: misshaped } = divided<Wanted>(good);
  const draft = await planObjects(kept, job);
  const names = files.flatMap(({ name }) => name ?? []);
  return {
    ...draft,
    rejected: inOrder([...bad, ...misshaped, ...draft.rejected], names),
    files: names,
    notes: keyless(draft, facts, say),
  };
}

type ReadLine = Wanted | Rejected | BadValue;

function readLines({ text, name = null }: TableFile, facts: TypeFacts, job: ImportJob): readonly ReadLine[] {
  const { say } = job;
  const table = readTable(text);
  if (!table.ok) throw new Error(ofFile(name, say("openQuote", { line: table.line })));
  const [header, ...lines] = table.lines;
  if (header === undefined) throw new Error(ofFile(name, say("nothingHere")));
  const { separator } = table;
  // A separator at the end of the line begins no column, neither here nor in the lines below.
  const columns = header.cells
    .slice(0, header.cells.findLastIndex((cell) => cell.trim() !== "") + 1)
    .map((cell) => cell.trim());
  const unknown = columns.filter((one, at) => !facts.parameters.has(one) || columns.indexOf(one) !== at);
  const known = [...facts.parameters.keys()].join(", ");
  if (unknown.length > 0)
    throw new Error(ofFile(name, say("badColumns", { columns: unknown.join(", "), known })));
  return lines.map(({ line, cells }) => {
    const row = rowAt({ file: name, line }, cells.join(" | "));
    return readCells(cells, row, { columns, separator, facts, job });
  });
}

/** If the server makes the key, a changed row cannot be told from a new one. */
function keyless(
  { steps }: ImportDraft,
  { name, key, parameters }: TypeFacts,
  say: Say,
): readonly Rejected[] {
  const isKeyed = key.every((one) => parameters.has(one));
  const first = steps.find((step) => step.name === `${name}.create`)?.row ?? null;
  if (isKeyed || first === null) return [];
  return [{ ...first, reason: say("keyless", { type: name, key: key.join(", ") }) }];
}

interface Reading {
  readonly columns: readonly string[];
  readonly separator: string;
  readonly facts: TypeFacts;
  readonly job: ImportJob;
}

function readCells(cells: readonly string[], row: SourceRow, reading: Reading): ReadLine {
  const { columns, facts, job } = reading;
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell.trim() !== ""))
    return { ...row, reason: job.say("columnCount", { found: cells.length, wanted: columns.length }) };
  const values: Record<string, Json> = {};
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? "";
    if (cell.trim() === "") continue;
    const dataType = facts.parameters.get(name) ?? "text";
    const read = readCell(cell, dataType, reading);
    if ("problem" in read) return { row, name, value: cell.trim(), problem: read.problem, dataType };
    values[name] = read.value;
  }
  return { type: facts.name, values, row };
}

function readCell(
  cell: string,
  dataType: string,
  { separator, job: { valueSpec } }: Reading,
): { readonly value: Json } | Pick<BadValue, "problem"> {
  const isDecimal = valueSpec(dataType)?.jsonName === "number" && DECIMAL_COMMA.test(cell.trim());
  // A comma cannot be a decimal comma if it separates the cells.
  if (isDecimal && separator === ",") return { problem: "decimal_comma" };
  const value = valueOfCell(isDecimal ? cell.replace(",", ".") : cell, dataType, valueSpec);
  return value === undefined ? { problem: "wrong_type" } : { value };
}

const DECIMAL_COMMA = /^[+-]?\d+,\d+$/;

const TRUE = new Set(["true", "yes", "ja", "1", "x"]);
const FALSE = new Set(["false", "no", "nein", "0"]);

/** A cell as a value of the data type; `__NULL` is null, and semicolons, commas or line ends separate the elements of an array. */
function valueOfCell(cell: string, dataType: string, valueSpec: ImportJob["valueSpec"]): Json | undefined {
  const text = cell.trim();
  if (text === "__NULL") return null;
  const element = /^(.+)_array$/.exec(dataType)?.[1];
  if (element !== undefined) return listIn(text, element, valueSpec);
  switch (valueSpec(dataType)?.jsonName) {
    case "number":
      return numberOf(text);
    case "boolean":
      return booleanOf(text.toLowerCase());
    case "object":
    case "json":
      return jsonOf(text);
    default:
      return unguarded(cell);
  }
}

function listIn(text: string, element: string, valueSpec: ImportJob["valueSpec"]): Json | undefined {
  const parts = text.split(/[;,\n]/).filter((part) => part.trim() !== "");
  const values = parts.map((part) => valueOfCell(part.trim(), element, valueSpec));
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

/** The CSV of the portal puts an apostrophe before what a spreadsheet would run. */
function unguarded(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

function numberOf(text: string): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

function booleanOf(text: string): boolean | undefined {
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : undefined;
}

function jsonOf(text: string): Json | undefined {
  try {
    // JSON.parse answers JSON.
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
