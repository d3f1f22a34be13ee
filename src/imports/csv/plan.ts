import { readTable, type TableLine } from "#contract/values/table-text";
import type { Json } from "#contract/wire/json";
import { withoutBad, type BadValue } from "../shared/bad-values.ts";
import { readCell } from "#contract/table/cell";
import { columnsByHead, headOf } from "#contract/table/heads";
import type { ConfigFile } from "../shared/including.ts";
import type { ImportJob } from "../shared/job.ts";
import { planObjects, type Wanted } from "../shared/objects.ts";
import { typeFacts, type TypeFacts } from "../shared/type-facts.ts";
import {
  divided,
  inOrder,
  ofFile,
  rowAt,
  type ImportDraft,
  type Rejected,
  type SourceRow,
} from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** A table. Its rows have the name of the file, if there is one. */
export type TableFile = Pick<ConfigFile, "text" | "name">;

/** Objects of one type from tables whose columns are parameters of its create, by their names or labels. Other columns are left out with a note. */
export async function planCsv(
  type: string,
  files: readonly TableFile[],
  job: ImportJob,
): Promise<ImportDraft> {
  const { say } = job;
  const facts = await typeFacts(job, type);
  if (!facts.hasCreate) throw new Error(say("noCreate", { type }));
  const read = files.map((file) => readFile(file, facts, job));
  const lines = read.flatMap((one) => one.lines);
  const { good, rejected: bad } = await withoutBad<Wanted | Rejected>(lines, job);
  const { kept, rejected: misshaped } = divided<Wanted>(good);
  const draft = await planObjects(kept, job);
  const names = files.flatMap(({ name }) => name ?? []);
  return {
    ...draft,
    rows: lines.map((one) => ("row" in one ? one.row : one)),
    rejected: inOrder([...bad, ...misshaped, ...draft.rejected], names),
    files: names,
    notes: [...read.flatMap(({ notes }) => notes), ...keyless(draft, facts, say)],
  };
}

type ReadLine = Wanted | Rejected | BadValue;

interface ReadFile {
  readonly lines: readonly ReadLine[];
  /** Columns that are not parameters. */
  readonly notes: readonly Rejected[];
}

function readFile({ text, name = null }: TableFile, facts: TypeFacts, job: ImportJob): ReadFile {
  const { say } = job;
  const table = readTable(text);
  const [header, ...lines] = table.lines;
  if (header === undefined) throw new Error(ofFile(name, say("nothingHere")));
  if (header.fault !== undefined)
    throw new Error(ofFile(name, say(header.fault.kind, { line: header.fault.line })));
  const columns = columnsOf(header, facts);
  const known = [...facts.parameters.keys()].join(", ");
  const titles = header.cells.map((cell) => cell.trim());
  const place = rowAt({ file: name, line: header.line }, titles.join(" | "));
  if (columns.every((column) => column === null))
    throw new Error(ofFile(name, say("badColumns", { columns: titles.join(", "), known })));
  const twice = columns.find((column, at) => column !== null && columns.indexOf(column) !== at);
  if (twice != null) throw new Error(ofFile(name, say("columnTwice", { column: twice })));
  const unknown = titles.filter((title, at) => title !== "" && columns[at] === null);
  return {
    lines: lines.map((line) => readLine(line, name, { columns, separator: table.separator, facts, job })),
    notes: unknown.map((column) => ({ ...place, reason: say("unknownColumn", { column, known }) })),
  };
}

/** The parameter of each column; null for others. A separator at the end of the line begins no column, neither here nor in the lines below. */
function columnsOf({ cells }: TableLine, facts: TypeFacts): readonly (string | null)[] {
  const byHead = columnsByHead([...facts.parameters].map(([name, { labels }]) => ({ name, labels })));
  return cells
    .slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1)
    .map((cell) => byHead.get(headOf(cell)) ?? null);
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
  readonly columns: readonly (string | null)[];
  readonly separator: string;
  readonly facts: TypeFacts;
  readonly job: ImportJob;
}

function readLine(line: TableLine, file: string | null, reading: Reading): ReadLine {
  const row = rowAt({ file, line: line.line }, line.cells.join(" | "));
  const reason = misshapen(line, reading);
  return reason === null ? readCells(line.cells, row, reading) : { ...row, reason };
}

/** Why the cells of a line cannot be read; null if they can. */
function misshapen({ cells, fault }: TableLine, { columns, job: { say } }: Reading): string | null {
  if (fault !== undefined) return say(fault.kind, { line: fault.line });
  const hasMore = cells.slice(columns.length).some((cell) => cell.trim() !== "");
  return hasMore ? say("columnCount", { found: cells.length, wanted: columns.length }) : null;
}

function readCells(cells: readonly string[], row: SourceRow, reading: Reading): ReadLine {
  const { columns, separator, facts } = reading;
  const values: Record<string, Json> = {};
  for (const [at, name] of columns.entries()) {
    const cell = cells[at] ?? "";
    const form = facts.parameters.get(name ?? "")?.form;
    if (name === null || form === undefined || cell.trim() === "") continue;
    const read = readCell(form, cell, separator);
    if (!read.ok) return { row, name, value: cell.trim(), problem: read.problem, dataType: form.dataType };
    values[name] = read.value;
  }
  return { type: facts.name, values, row };
}
