import type { ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "./bind.ts";

/** Characters between the words of names and addresses, and rare letters that replace them. */
const SIGNS = ".-:_/";
const LETTERS = "qxjzy";

/**
 * SQL of a text whose words are joined into one. A trigram index contains only letters and digits. So it finds `10.1.10` only by parts that very many
 * addresses have, but `10q1q10` at once.
 */
function joinedSql(sql: string): string {
  return `translate(${sql}, '${SIGNS}', '${LETTERS}') collate "POSIX"`;
}

/** The text after `on <table>` in `create index`, for searching parts of a column. The index has the collation of comparisons. */
export function partsIndex(column: string): string {
  return `using gin ((${joinedSql(quoted(column))}) gin_trgm_ops) where ${quoted(column)} is not null`;
}

/** SQL of the joined text of a column that has such an index, else null; `sql` is a column of the type's row `t`, or of its key `k`. */
export function joinedColumn({ spec }: ObjectType, sql: string): string | null {
  const [, column = ""] = /^[tk]\."?(\w+)"?$/.exec(sql) ?? [];
  return spec.storage?.searched?.includes(column) === true ? joinedSql(sql) : null;
}

/** A character with its meaning: an escaped one, a bracket, or a single one. */
const PIECE = /\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|./gsu;
/** A bracket that contains only letters and digits. */
const WORD_BRACKET = /^\[(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|[a-zA-Z\d](?!-))+\]$/;

/**
 * An expression that matches the joined text of every text that the given one matches, and of some others. For capital letters outside ASCII,
 * PostgreSQL makes trigrams of expressions and of texts differently and then misses rows. So only a plain text keeps them.
 */
export function joinedExpression(expression: string, isPlain: boolean): string {
  return expression.replaceAll(PIECE, (piece) => {
    if (piece.startsWith("[")) return WORD_BRACKET.test(piece) ? piece : ".";
    if (!isPlain && /[^\0-\x7f]/.test(piece)) return ".";
    return piece === "." ? piece : (LETTERS[SIGNS.indexOf(piece.replace(/^\\(?=.)/s, ""))] ?? piece);
  });
}

/** Three letters or digits in a row, or two at the edge of a word, which the trigram index finds. */
const TRIGRAM = /[\p{L}\p{N}]{3}|(?<=[^\p{L}\p{N}\0])[\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}(?=[^\p{L}\p{N}\0])/u;

/** Whether every alternative of a joined expression contains a trigram. A part that may match anything becomes \0, and an escaped character a hyphen. */
export function hasTrigram(joined: string): boolean {
  const fixed = joined
    .replace(/^\(\?i\)/, "")
    .replaceAll(/\\[a-z]/gi, "\0")
    .replaceAll(/\\./gs, "-")
    .replaceAll(/\[[^\]]*\]/g, "\0")
    .replaceAll(/\([^()]*\)/g, "\0")
    .replaceAll(/.(?:[?*]|\{\d+(?:,\d*)?\})/gs, "\0")
    .replaceAll(/[.+()]/g, "\0");
  return fixed.split("|").every((part) => TRIGRAM.test(part));
}
