/** A row of a table with the line of the file it begins in, counted from 1. */
export interface TableRow {
  readonly line: number;
  readonly cells: readonly string[];
}

const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

/** Rows of a CSV text: cells in quotation marks may hold commas, line breaks and doubled quotation marks (RFC 4180). Blank lines are skipped. */
export function parseCsv(text: string): readonly TableRow[] {
  const rows: TableRow[] = [];
  const cells: string[] = [];
  let line = 1;
  let start = 1;
  const finish = (): void => {
    if (cells.length > 1 || cells[0] !== "") rows.push({ line: start, cells: [...cells] });
    cells.length = 0;
    start = line;
  };
  for (const { whole, content, end } of cellsOf(text.replace(/^\uFEFF/, ""))) {
    cells.push(content);
    line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end !== ",") finish();
  }
  return rows;
}

interface Cell {
  readonly whole: string;
  readonly content: string;
  readonly end: string;
}

function* cellsOf(text: string): Generator<Cell> {
  const pattern = new RegExp(CELL);
  let end = ",";
  // A comma at the very end still has an empty cell behind it.
  while (pattern.lastIndex < text.length || end === ",") {
    const found = pattern.exec(text);
    if (found === null) throw new Error("CSV: a quotation mark stands in the wrong place.");
    const [whole, quoted, plain = ""] = found;
    end = found[3] ?? "";
    yield { whole, end, content: quoted === undefined ? plain : quoted.replaceAll('""', '"') };
  }
}

/** Rows of a text whose cells are separated by tabs and never quoted. */
export function parseTsv(text: string): readonly TableRow[] {
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\n/)
    .map((content, index) => ({ line: index + 1, cells: content.split("\t") }))
    .filter(({ cells }) => cells.length > 1 || cells[0] !== "");
}
