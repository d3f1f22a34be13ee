import type { Row } from "#contract/wire/json";
import { toCsv, toReaderCsv, xlsxCell, type FileCell } from "#core/table/list-files";
import { saveFile } from "../action/save-file.ts";
import type { FileKind } from "./table-tools.tsx";
import { shownColumns } from "./shown-columns.ts";
import type { TableColumn, TableProps } from "./table-props.ts";

/** More rows take a browser's memory; they are saved as CSV for spreadsheets. */
const MOST_XLSX_ROWS = 100_000;
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const WIDEST = 60;

/** Saves rows as a file: for spreadsheets as the reader sees them, for programs with stored values under names of attributes (LIST-11). */
export async function saveRows(
  kind: FileKind,
  { columns, fileName, view }: Pick<TableProps, "columns" | "fileName" | "view">,
  rows: readonly Row[],
  language: string,
): Promise<void> {
  const shown = shownColumns(columns, view.cols);
  const csv = (text: string) => saveFile(`${fileName}.csv`, text, "text/csv;charset=utf-8");
  if (kind === "programs") return csv(forPrograms(shown, rows));
  const header = shown.map(({ title }) => title);
  const cells = rows.map((row) => shown.map((column) => readerCell(column, row)));
  if (kind === "csv" || rows.length > MOST_XLSX_ROWS) return csv(toReaderCsv(header, cells, language));
  saveFile(`${fileName}.xlsx`, await xlsxOf(header, cells), XLSX);
}

function forPrograms(shown: readonly TableColumn[], rows: readonly Row[]): string {
  const stored = shown.flatMap(({ inFile }) => inFile ?? []);
  // Rows that are no objects, such as addresses, have no stored values.
  const columns = stored.length === 0 ? shown : stored;
  return toCsv(
    columns.map(({ title }) => title),
    rows.map((row) => columns.map((column) => column.value(row))),
  );
}

/** The rows in displayed form, with numbers and times that a spreadsheet can compute with. */
function readerCell(column: TableColumn, row: Row): FileCell {
  const value = column.value(row);
  if (typeof value === "number") return value;
  if (column.isTime === true && typeof value === "string") {
    const then = new Date(value);
    return Number.isNaN(then.getTime()) ? value : then;
  }
  const shown = column.shownText?.(row) ?? "";
  if (shown !== "") return shown;
  return typeof value === "string" ? value : null;
}

async function xlsxOf(header: readonly string[], cells: readonly (readonly FileCell[])[]): Promise<Blob> {
  const { default: write } = await import("write-excel-file/universal");
  const columns = header.map((title, at) => ({
    width: Math.min(WIDEST, Math.max(...[title, ...cells.slice(0, 100).map((row) => row[at])].map(widthOf))),
  }));
  const head = header.map((value) => ({ value, fontWeight: "bold" as const }));
  const sheet = [head, ...cells.map((row) => row.map(xlsxCell))];
  return write(sheet, { columns, stickyRowsCount: 1, dateFormat: "yyyy-mm-dd hh:mm:ss" }).toBlob();
}

/** Width of a cell in characters. */
function widthOf(cell: FileCell | undefined): number {
  if (cell instanceof Date) return 20;
  return (cell === null || cell === undefined ? 0 : String(cell).length) + 2;
}
