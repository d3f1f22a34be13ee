/** A `like` comparison that finds the same texts as a regular expression. */
export interface LiteralPattern {
  readonly sign: "like" | "ilike";
  readonly pattern: string;
}

/** Characters without a special meaning, or with a backslash that removes it, and an anchor at either end. */
const LITERAL = /^(\(\?i\))?(\^)?((?:\\[^\p{L}\p{N}]|[^\\^$.|?*+()[\]{}])+)(\$)?$/u;
const SIGN = /\\?(.)/gsu;

/**
 * The comparison for an expression that is a plain text, which PostgreSQL executes in a fraction of the time; null for other expressions. If case is
 * ignored, only ASCII letters and characters without case are accepted, because `ilike` knows no other cases in the collation of the columns.
 */
export function literalPattern(expression: string, ignoresCase: boolean): LiteralPattern | null {
  const [, option, start, text, end] = LITERAL.exec(expression) ?? [];
  const isInAnyCase = ignoresCase || option !== undefined;
  if (text === undefined || (isInAnyCase && hasOtherCases(text))) return null;
  const inner = text.replaceAll(SIGN, (_, sign: string) => (/[\\%_]/.test(sign) ? `\\${sign}` : sign));
  const pattern = `${anyUnless(start)}${inner}${anyUnless(end)}`;
  return { sign: isInAnyCase && /[a-z]/i.test(text) ? "ilike" : "like", pattern };
}

function anyUnless(anchor: string | undefined): string {
  return anchor === undefined ? "%" : "";
}

function hasOtherCases(text: string): boolean {
  const others = text.replaceAll(/[\0-\x7f]/g, "");
  return others.toLowerCase() !== others || others.toUpperCase() !== others;
}
