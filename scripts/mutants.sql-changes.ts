import { conditionsOf } from "./mutants.sql-conditions.ts";
import { isNeededLater, isUnitedLater } from "./mutants.sql-later.ts";
import type { Change, Token } from "./mutants.sql-tokens.ts";

/** A token with its neighbours. */
interface Place {
  readonly token: Token;
  readonly before: Token | undefined;
  readonly next: Token | undefined;
  readonly second: Token | undefined;
}

const SWAPPED: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  asc: "desc",
  desc: "asc",
};
const EXTREMES: Readonly<Record<string, string>> = {
  min: "max",
  max: "min",
  least: "greatest",
  greatest: "least",
};
const COMPARISONS = new Set(["<", "<=", ">", ">="]);
const KINDS_OF_JOIN = new Set(["left", "right", "full", "cross", "inner", "outer", "natural"]);

/** All changes that are made to the tokens of a SQL text, one at a time. */
export function changesOf(tokens: readonly Token[], source: string): readonly Change[] {
  const places = tokens.map((token, at) => ({
    token,
    before: tokens[at - 1],
    next: tokens[at + 1],
    second: tokens[at + 2],
  }));
  const simple = places.flatMap((place, at) =>
    OPERATORS.flatMap((operator) => {
      const change = operator(place, source);
      const hasEffect = operator === union ? !isUnitedLater(tokens, at) : !isKept(change, tokens, at);
      return change === null || !hasEffect ? [] : [change];
    }),
  );
  return [...simple, ...conditionsOf(tokens, source)];
}

/** A left join that keeps no row that the join does not have. */
function isKept(change: Change | null, tokens: readonly Token[], at: number): boolean {
  return change?.text === "left join" && isNeededLater(tokens, at);
}

type Operator = (place: Place, source: string) => Change | null;

const OPERATORS: readonly Operator[] = [
  swapped,
  extreme,
  withoutNot,
  nullOrNot,
  distinctOrNot,
  union,
  join,
  limit,
  interval,
  bound,
];

function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}

function swapped({ token }: Place): Change | null {
  const text = token.kind === "word" || token.kind === "operator" ? SWAPPED[token.text] : undefined;
  if (text === undefined) return null;
  return { ...token, text, change: token.kind === "word" ? "order" : "comparison" };
}

function extreme({ token, next }: Place): Change | null {
  const text = token.kind === "word" && next?.text === "(" ? EXTREMES[token.text] : undefined;
  return text === undefined ? null : { ...token, text, change: "min or max" };
}

function withoutNot({ token, before, next, second }: Place): Change | null {
  if (!isWord(token, "not") || next === undefined || isWord(next, "null", "materialized", "valid"))
    return null;
  const isOfDefinition = isWord(before, "if") && isWord(next, "exists") && second?.kind === "word";
  return isOfDefinition ? null : { from: token.from, to: next.from, text: "", change: "not" };
}

function nullOrNot({ token, next, second }: Place): Change | null {
  if (!isWord(token, "is") || next === undefined) return null;
  if (isWord(next, "null")) return { from: token.from, to: next.to, text: "is not null", change: "null" };
  if (!isWord(next, "not") || !isWord(second, "null") || second === undefined) return null;
  return { from: token.from, to: second.to, text: "is null", change: "null" };
}

function distinctOrNot({ token, before }: Place): Change | null {
  if (!isWord(token, "distinct") || !isWord(before, "is")) return null;
  return { ...token, text: "not distinct", change: "not" };
}

function union({ token, next }: Place): Change | null {
  if (!isWord(token, "union") || next === undefined) return null;
  if (isWord(next, "all")) return { from: token.from, to: next.to, text: "union", change: "union" };
  return { ...token, text: "union all", change: "union" };
}

function join({ token, before, next }: Place): Change | null {
  if (isWord(token, "left") && isWord(next, "join") && next !== undefined)
    return { from: token.from, to: next.to, text: "join", change: "join" };
  const isPlain = isWord(token, "join") && !(before !== undefined && KINDS_OF_JOIN.has(before.text));
  return isPlain ? { ...token, text: "left join", change: "join" } : null;
}

function limit({ token, before }: Place): Change | null {
  if (token.kind !== "number" || !isWord(before, "limit", "offset")) return null;
  return { ...token, text: String(Number(token.text) + 1), change: "number" };
}

function interval({ token, before }: Place): Change | null {
  const [, number] = /^'(\d+) \w+'$/.exec(token.text) ?? [];
  if (number === undefined || !isWord(before, "interval")) return null;
  return { ...token, text: token.text.replace(number, String(Number(number) + 1)), change: "number" };
}

/** A number that something is compared with. */
function bound({ token, before }: Place): Change | null {
  if (token.kind !== "number" || before?.kind !== "operator" || !COMPARISONS.has(before.text)) return null;
  return { ...token, text: String(Number(token.text) + 1), change: "number" };
}
