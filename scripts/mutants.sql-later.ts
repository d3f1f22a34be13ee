import type { Token } from "./mutants.sql-tokens.ts";

/** Words that begin another part of a statement after a join. */
const PARTS = new Set(
  `join left right full cross inner natural where group order having limit offset union intersect except window returning on for set
  loop then`.split(/\s+/),
);
/** Words with which a condition may also be true for null. */
const FOR_NULL = new Set([
  "or",
  "is",
  "not",
  "coalesce",
  "case",
  "exists",
  "select",
  "num_nulls",
  "concat_ws",
]);
/** Words between rows that remove equal ones, unless `all` follows. */
const REMOVING = new Set(["union", "except"]);
const SEPARATORS = new Set([",", ";"]);
const AFTER_ROWS = new Set([...PARTS, "using"]);
const AND = new Set(["and"]);
/** Parts at which a statement ends for its joins. */
const ENDING = new Set(["group", "order", "union", "returning", "set", "loop"]);
const LEFT = new Set(["left", "right", "full", "cross", "natural"]);

/**
 * Whether a later condition of the same statement needs a value of the row that the `join` at this index adds. A left join in its place would have
 * no effect: the condition is not true for the rows without this one.
 */
export function isNeededLater(tokens: readonly Token[], at: number): boolean {
  const alias = aliasOf(tokens, at + 1);
  const [, ...later] = partsFrom(tokens, at + 1);
  const end = later.findIndex(([word]) => word !== undefined && ENDING.has(word.text));
  return (
    alias !== null &&
    conditionsIn(end === -1 ? later : later.slice(0, end))
      .flatMap(operandsOf)
      .some((operand) => needs(operand, alias))
  );
}

/** Whether a later `union` or `except` of the same rows removes equal rows, so that the one at this index need not. */
export function isUnitedLater(tokens: readonly Token[], at: number): boolean {
  const all = deep(tokens.slice(at + 1));
  const end = all.findIndex(({ token, depth }) => depth < 0 || (depth === 0 && SEPARATORS.has(token.text)));
  return (end === -1 ? all : all.slice(0, end)).some(
    ({ token, depth }, index) =>
      depth === 0 && isWordOf(token, REMOVING) && all[index + 1]?.token.text !== "all",
  );
}

/** Conditions that rows have to meet: those after `where`, and those of joins that leave rows out. */
function conditionsIn(parts: readonly (readonly Token[])[]): readonly (readonly Token[])[] {
  let isOfLeftJoin = false;
  return parts.filter(([word]) => {
    if (word === undefined) return false;
    if (LEFT.has(word.text)) isOfLeftJoin = true;
    const isCondition = word.text === "where" || (word.text === "on" && !isOfLeftJoin);
    if (word.text === "on") isOfLeftJoin = false;
    return isCondition;
  });
}

/** The name of the joined rows: what follows the table or the part in brackets, or the table itself. */
function aliasOf(tokens: readonly Token[], from: number): string | null {
  const end = endOfRows(tokens, tokens[from]?.text === "lateral" ? from + 1 : from);
  const next = tokens.slice(end + 1).find(({ text }) => text !== "as");
  const isAlias = next?.kind === "word" && !AFTER_ROWS.has(next.text);
  const named = isAlias ? next : tokens[end];
  return named?.kind === "word" ? named.text : null;
}

/** The last token of the table or of the part in brackets. */
function endOfRows(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.text === "(") return closingOf(tokens, from);
  let at = from;
  while (tokens[at + 1]?.text === ".") at += 2;
  return at;
}

function closingOf(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    depth += depthOf(tokens[at]);
    if (depth === 0) return at;
  }
  return tokens.length;
}

function depthOf(token: Token | undefined): number {
  if (token?.kind !== "mark") return 0;
  return token.text === "(" || token.text === "[" ? 1 : token.text === ")" || token.text === "]" ? -1 : 0;
}

/** The rest of the statement, from the join itself on, cut before each word that begins a part at its depth. */
function partsFrom(tokens: readonly Token[], from: number): readonly (readonly Token[])[] {
  const all = deep(tokens.slice(from));
  const end = all.findIndex(({ token, depth }) => depth < 0 || (depth === 0 && SEPARATORS.has(token.text)));
  const parts: Token[][] = [[]];
  for (const { token, depth } of end === -1 ? all : all.slice(0, end)) {
    if (depth === 0 && isWordOf(token, PARTS)) parts.push([]);
    parts.at(-1)?.push(token);
  }
  const [joined = [], own = [], ...later] = parts;
  return own[0]?.text === "on" ? [[...joined, ...own], ...later] : parts;
}

/** The tokens with the number of brackets around them; a closing one counts as outside. */
function deep(tokens: readonly Token[]): readonly { readonly token: Token; readonly depth: number }[] {
  let depth = 0;
  return tokens.map((token) => {
    depth += depthOf(token);
    return { token, depth };
  });
}

function isWordOf({ kind, text }: Token, words: ReadonlySet<string>): boolean {
  return kind === "word" && words.has(text);
}

/** What `and` connects, the inner parts included. */
function operandsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const operands: Token[][] = [[]];
  for (const { token, depth } of deep(tokens))
    if (depth === 0 && isWordOf(token, AND)) operands.push([]);
    else operands.at(-1)?.push(token);
  return operands;
}

function needs(operand: readonly Token[], alias: string): boolean {
  const isNamed = operand.some(
    (token, at) => token.kind === "word" && token.text === alias && operand[at + 1]?.text === ".",
  );
  return isNamed && !operand.some(({ kind, text }) => kind === "hole" || FOR_NULL.has(text));
}
