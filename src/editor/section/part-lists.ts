import { isList, type Json, type Row } from "#contract/wire/json";
import { quietIn, type Quiet } from "#core/catalogue/quiet";
import { textOf } from "../cell/text-of.ts";
import type { Part } from "../names/named.ts";

export function listOf(value: Json): readonly Json[] {
  if (value === null) return [];
  return isList(value) ? value : [value];
}

export function textsOf(parts: readonly Part[]): Json {
  const texts = parts.map(({ text }) => text);
  return texts.length > 1 ? texts : (texts[0] ?? null);
}

/** Drops duplicates from several rows. */
export function once(parts: readonly Part[]): readonly Part[] {
  return [...new Map(parts.map((part) => [`${part.text} ${part.href ?? ""}`, part])).values()];
}

/** Enough to see what the values of a column share. */
const LOOKED_AT = 200;

/** The members of a column that its values are read by. */
interface Valued {
  readonly quiet?: Quiet;
  readonly value: (row: Row) => Json;
  readonly parts?: (row: Row) => readonly Part[];
}

/** The column with the beginnings that its values share. */
export function withShared<Column extends Valued>(column: Column, rows: readonly Row[]): Column {
  const { quiet, value, parts } = column;
  if (quiet === undefined || quiet.signs === "") return column;
  const texts = rows
    .slice(0, LOOKED_AT)
    .flatMap((row) =>
      parts === undefined ? listOf(value(row)).map(textOf) : parts(row).map(({ text }) => text),
    );
  return { ...column, quiet: quietIn(quiet, texts) };
}
