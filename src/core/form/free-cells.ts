import { parseAddress } from "#contract/values/ip";
import { readTable } from "#contract/values/table-text";
import type { Json } from "#contract/wire/json";
import { familyOf, type Family } from "../addresses/free-family.ts";
import { isSomewhere, joinedScope, scopeOfForm, scopeOfValues } from "../addresses/free-scope.ts";
import type { FreeScope } from "../addresses/free-scope.ts";
import type { Import, ImportedLine, ImportReader } from "./import.ts";

/** An empty cell that takes an address: place of its line and its column, from 0, and where the address is looked for. */
export interface FreeCell {
  readonly line: number;
  readonly column: number;
  readonly scope: FreeScope;
  readonly version: Family;
}

/** Empty cells of address columns whose network is known. A cell of the same line names it or its BCD, or the table was opened on a page that does. */
export function freeCells(
  { form }: ImportReader,
  { columns, lines }: Import,
  around: FreeScope,
): readonly FreeCell[] {
  const { row, set } = form.target;
  const opened = joinedScope(scopeOfValues({ ...row, ...set }), around);
  return lines.flatMap((line, at) => {
    const values = valuesOf(columns, line);
    // Columns without a field of the form count too, because one of them may name the network.
    const told = scopeOfValues(Object.fromEntries(line.cells.map((cell, n) => [String(n), cell.trim()])));
    const scope = joinedScope({ ...told, bcd: scopeOfForm(form.fields, values).bcd }, opened);
    if (!isSomewhere(scope)) return [];
    return columns.flatMap(({ field }, column): readonly FreeCell[] => {
      const isOpen = field !== null && field.widget !== "list" && isEmpty(line, column);
      const version = isOpen ? familyOf(field, values) : "none";
      return version === "none" ? [] : [{ line: at, column, scope, version }];
    });
  });
}

function isEmpty({ cells }: ImportedLine, column: number): boolean {
  return (cells[column] ?? "").trim() === "";
}

function valuesOf(columns: Import["columns"], { cells }: ImportedLine): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    columns.flatMap(({ field }, at) => (field === null ? [] : [[field.name, (cells[at] ?? "").trim()]])),
  );
}

/** Addresses in the table, so that none of them is given a second time. */
export function addressesInTable({ lines }: Import): readonly string[] {
  return lines.flatMap(({ cells }) =>
    cells.map((cell) => cell.trim()).filter((cell) => parseAddress(cell) !== null),
  );
}

/** Cells with the same place and IP version, for which addresses are searched together. */
export function groupsOf(cells: readonly FreeCell[]): readonly (readonly FreeCell[])[] {
  return [...Map.groupBy(cells, ({ scope, version }) => JSON.stringify([scope, version])).values()];
}

/** The table with these cells filled in, as text that can be read like any other table; lines that could not be read stay as they are. `lines` are the lines that were read before. */
export function withCells(
  { columns, lines, separator }: Import,
  filled: readonly { readonly cell: FreeCell; readonly text: string }[],
): string {
  const rows = lines.map(({ cells }) => [...cells]);
  for (const { cell, text } of filled) {
    const row = rows[cell.line];
    if (row === undefined) continue;
    while (row.length <= cell.column) row.push("");
    row[cell.column] = text;
  }
  const textOf = (row: readonly string[]): string =>
    row.map((cell) => quoted(cell, separator)).join(separator);
  const written = rows.map((row, at) => (lines[at]?.fault === undefined ? textOf(row) : row.join()));
  const head = textOf(columns.map(({ title }) => title));
  const told = readTable(head).separator === separator ? [] : [`sep=${separator}`];
  return [...told, head, ...written].join("\n");
}

function quoted(cell: string, separator: string): string {
  return /^"|[\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
