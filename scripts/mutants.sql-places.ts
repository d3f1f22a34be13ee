import ts from "typescript";
import { changesOf } from "./mutants.sql-changes.ts";
import { readTokens, type Range } from "./mutants.sql-tokens.ts";

/** One small change of a SQL text. Offsets count in the TypeScript source. */
export interface SqlMutant {
  readonly file: string;
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly change: string;
  readonly old: string;
  readonly new: string;
  /** Text beside the change as statements have it, by which the tests that reach the change are found. */
  readonly sign: string;
}

/** Least and greatest number of characters of a sign. */
const SIGN = { least: 6, most: 90 } as const;
/** What only SQL has. */
const STATEMENT =
  /\b(select|insert into|delete from|create (or replace )?(function|view|trigger)|with \w+ as|(left|cross) join|exists \(|is (not )?null|is (not )?distinct from|case when|order by|group by|union all|coalesce\()|\bupdate [\w."]+( \w+)? set\b/;
/** A condition over the columns of a row. */
const CONDITION = /\b[a-z]\w?\.[a-z_]+ (=|<>|<=?|>=?|in|like|between)/;
const SENTENCE = /^[A-Z][a-z]+ |\w[.:] [A-Z][a-z]+ /;
/** Indexes change only the duration, tables have no conditions to take away, and blocks bring tables of earlier versions to the present ones. */
const WITHOUT_EFFECT = /^\s*(create (unique )?index|create table|alter table|drop |comment on|do \$\$)/;

/** All changes of the SQL texts of a TypeScript source, in the order of the source. */
export function sqlMutantsOf(file: string, source: string): readonly SqlMutant[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  return literalsOf(parsed)
    .filter((literal) => isSql(shownText(source, literal)))
    .flatMap((literal) => mutantsOf(file, source, literal))
    .toSorted((one, other) => one.from - other.from);
}

/** A string or template of the source without its quotes, and the places of its `${}`. */
interface Literal extends Range {
  readonly holes: readonly Range[];
}

function literalsOf(parsed: ts.SourceFile): readonly Literal[] {
  const found: Literal[] = [];
  const visit = (node: ts.Node): void => {
    const range = { from: node.getStart(parsed) + 1, to: node.getEnd() - 1 };
    if (ts.isNoSubstitutionTemplateLiteral(node) || ts.isStringLiteral(node))
      found.push({ ...range, holes: [] });
    if (ts.isTemplateExpression(node)) {
      const holes = node.templateSpans.map(({ expression, literal }) => ({
        from: expression.getFullStart() - 2,
        to: literal.getStart(parsed) + 1,
      }));
      found.push({ ...range, holes });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return found;
}

/** The text with a word for each hole. */
function shownText(source: string, { from, to, holes }: Literal): string {
  let text = "";
  let at = from;
  for (const hole of holes) {
    text += `${source.slice(at, hole.from)}x`;
    at = hole.to;
  }
  return text + source.slice(at, to);
}

function isSql(text: string): boolean {
  if (SENTENCE.test(text) || WITHOUT_EFFECT.test(text)) return false;
  return STATEMENT.test(text) || CONDITION.test(text);
}

function mutantsOf(file: string, source: string, literal: Literal): readonly SqlMutant[] {
  const tokens = readTokens(source, literal, literal.holes);
  const regions = regionsOf(source, literal);
  return changesOf(tokens, source).flatMap(({ from, to, text, change }) => {
    const sign = signOf(source, regions, { from, to });
    if (sign === null) return [];
    const line = source.slice(0, from).split("\n").length;
    return [{ file, line, from, to, change, old: source.slice(from, to), new: text, sign }];
  });
}

/** Parts of a literal that statements have letter by letter: without holes, placeholders and escapes. */
function regionsOf(source: string, { from, to, holes }: Literal): readonly Range[] {
  const breaks = [...holes];
  for (const { index, 0: text } of source.slice(from, to).matchAll(/\\.|\{\w+(:\w+)?\}/g))
    breaks.push({ from: from + index, to: from + index + text.length });
  breaks.sort((one, other) => one.from - other.from);
  const regions: Range[] = [];
  let at = from;
  for (const one of breaks) {
    if (one.from > at) regions.push({ from: at, to: one.from });
    at = Math.max(at, one.to);
  }
  if (to > at) regions.push({ from: at, to });
  return regions;
}

/** The text around the change, or the longest one of the literal if there is none; null if no text is long enough. */
function signOf(source: string, regions: readonly Range[], place: Range): string | null {
  const textOf = ({ from, to }: Range): string => source.slice(from, to).trim();
  const around = regions.find(({ from, to }) => from <= place.from && place.from < to);
  if (around !== undefined) {
    const half = SIGN.most / 2;
    const near = {
      from: Math.max(around.from, place.from - half),
      to: Math.min(around.to, place.from + half),
    };
    if (textOf(near).length >= SIGN.least * 2) return textOf(near);
  }
  const [longest = ""] = regions.map(textOf).toSorted((one, other) => other.length - one.length);
  return longest.length < SIGN.least ? null : longest.slice(0, SIGN.most);
}
