/** The text of a cell that is null. */
export const NULL_CELL = "__NULL";

/**
 * Places where a spreadsheet begins a cell: at the start, and after each character that separates cells in some language. Blanks and quotation marks
 * before the text of a cell do not count. A formula begins with one of the characters after that place, also in full width.
 */
const GUARDED = /(?<=^|[;,\t\n])[ "]*'*(?=[=+\-@\t\uFF1D\uFF0B\uFF0D\uFF20]|__NULL[\s']*$)/g;

/** The text with an apostrophe before everything that a spreadsheet would run, and before a text that would be read as null. Line ends become `\n`. */
export function guarded(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(GUARDED, (found) => `${found}'`);
}

/** The text without the apostrophes of `guarded`. */
export function unguarded(text: string): string {
  return text.replaceAll(GUARDED, (found) => found.replace(/'$/, ""));
}

/** The texts of a list as one cell. Texts that would not be read as one element are put in quotation marks. */
export function joinedCell(parts: readonly string[]): string {
  return parts
    .map((part) => (/[;,\r\n"]|^\s|\s$/.test(part) ? `"${part.replaceAll('"', '""')}"` : part))
    .join("; ");
}

const PART = /\s*(?:"((?:[^"]|"")*)"\s*|([^;,\n]*))(?:[;,\n]|$)/y;

/** The elements of a list: lines, or parts between semicolons or commas. Empty parts count only in quotation marks. */
export function partsOfCell(text: string): readonly string[] {
  const plain = text.replaceAll("\r\n", "\n");
  const parts: string[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < plain.length) {
    const [, quoted, bare = ""] = PART.exec(plain) ?? [];
    if (quoted !== undefined) parts.push(quoted.replaceAll('""', '"'));
    else if (bare.trim() !== "") parts.push(bare.trim());
  }
  return parts;
}
