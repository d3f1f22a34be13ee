import type { Change, Token } from "./mutants.sql-tokens.ts";

/** Words and marks at which an expression ends, or begins. */
const BOUNDARIES = new Set(
  `select from where on having when then else group order limit offset returning union intersect except for window set values as using join left
  right full cross inner natural if elsif loop return perform into execute language do begin declare partition rows range with by over filter
  , ;`.split(/\s+/),
);
const CONDITIONS = new Set(["where", "having"]);
/** What opens and closes a part of an expression. */
const OPENING = new Set(["(", "[", "case"]);
const CLOSING = new Set([")", "]", "end"]);
const CONNECTIVES = new Set(["and", "or"]);
/** What follows `or` in `create or replace` and between the events of a trigger. */
const OF_DEFINITION = new Set(["replace", "insert", "update", "delete", "truncate"]);
const LITERALS = new Set(["true", "false"]);

/** An expression without its inner parts: tokens of one depth between two boundaries. */
interface Run {
  /** The boundary before it. */
  readonly after: string;
  /** Indexes of its tokens, the inner parts included. */
  first: number;
  last: number;
  /** Indexes of `and` and `or`. */
  readonly connectives: number[];
  isBetween: boolean;
  /** The token that opened the part of the statement with this run. */
  readonly opened: string;
}

/** Changes of conditions: removes single operands of `and` and `or`, or a whole condition. Swaps `and` and `or`. Reverses the order of rows. */
export function conditionsOf(tokens: readonly Token[], source: string): readonly Change[] {
  return runsOf(tokens).flatMap((run) => [...changesOf(run, tokens, source), ...turned(run, tokens, source)]);
}

function runsOf(tokens: readonly Token[]): readonly Run[] {
  const ended: Run[] = [];
  const stack: Run[] = [newRun("", 0)];
  for (const [at, token] of tokens.entries()) {
    const run = stack.at(-1) ?? newRun("", at);
    if (isOne(token, OPENING)) stack.push(newRun(token.text, at + 1));
    else if (
      isOne(token, CLOSING) &&
      stack.length > 1 &&
      (token.text !== "end") === (run.opened !== "case")
    ) {
      ended.push(...stack.splice(-1));
      extend(stack.at(-1), at);
    } else if (isBoundary(tokens, at)) {
      ended.push(run);
      stack[stack.length - 1] = newRun(token.text, at + 1, run.opened);
    } else take(run, tokens, at);
  }
  return [...ended, ...stack].filter(({ first, last }) => last >= first);
}

function newRun(after: string, first: number, opened = after): Run {
  return { after, first, last: first - 1, connectives: [], isBetween: false, opened };
}

function extend(run: Run | undefined, at: number): void {
  if (run !== undefined) run.last = at;
}

function take(run: Run, tokens: readonly Token[], at: number): void {
  run.last = at;
  const token = tokens[at];
  if (token?.kind !== "word" || OF_DEFINITION.has(tokens[at + 1]?.text ?? "")) return;
  if (token.text === "between") run.isBetween = true;
  else if (token.text === "and" && run.isBetween) run.isBetween = false;
  else if (CONNECTIVES.has(token.text)) run.connectives.push(at);
}

function isOne({ kind, text }: Token, of: ReadonlySet<string>): boolean {
  return (kind === "word" || kind === "mark") && of.has(text);
}

function isBoundary(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined || !isOne(token, BOUNDARIES)) return false;
  return !(
    token.text === "from" &&
    tokens[at - 1]?.text === "distinct" &&
    ["is", "not"].includes(tokens[at - 2]?.text ?? "")
  );
}

function changesOf(run: Run, tokens: readonly Token[], source: string): readonly Change[] {
  const { connectives, first, last, after } = run;
  if (connectives.length === 0)
    return CONDITIONS.has(after) ? without(tokens, { first, last }, "true", source) : [];
  const ors = connectives.filter((at) => tokens[at]?.text === "or");
  const parts = partsOf({ first, last }, ors);
  const away = parts.flatMap((part) => {
    const ands = connectives.filter(
      (at) => tokens[at]?.text === "and" && at >= part.first && at <= part.last,
    );
    const operands = ands.length === 0 ? [] : partsOf(part, ands);
    return [
      ...(ors.length === 0 ? [] : without(tokens, part, "false", source)),
      ...operands.flatMap((operand) => without(tokens, operand, "true", source)),
    ];
  });
  const exchanged = connectives.flatMap((at): readonly Change[] => {
    const token = tokens[at];
    return token === undefined
      ? []
      : [{ ...token, text: token.text === "and" ? "or" : "and", change: "and or or" }];
  });
  return [...away, ...exchanged];
}

interface Part {
  readonly first: number;
  readonly last: number;
}

function partsOf({ first, last }: Part, between: readonly number[]): readonly Part[] {
  const starts = [first, ...between.map((at) => at + 1)];
  return starts.map((start, index) => ({ first: start, last: (between[index] ?? last + 1) - 1 }));
}

function without(
  tokens: readonly Token[],
  { first, last }: Part,
  text: string,
  source: string,
): readonly Change[] {
  const [begin, end] = [tokens[first], tokens[last]];
  if (begin === undefined || end === undefined || last < first) return [];
  return LITERALS.has(source.slice(begin.from, end.to))
    ? []
    : [{ from: begin.from, to: end.to, text, change: "condition" }];
}

/** The first of the values that rows are ordered by. */
function turned({ after, first, last }: Run, tokens: readonly Token[], source: string): readonly Change[] {
  if (after !== "by" || tokens[first - 2]?.text !== "order") return [];
  const end = tokens[last];
  const hasDirection = tokens
    .slice(first, last + 1)
    .some(({ text }) => ["asc", "desc", "nulls"].includes(text));
  if (end === undefined || hasDirection || end.kind === "hole") return [];
  return [{ from: end.from, to: end.to, text: `${source.slice(end.from, end.to)} desc`, change: "order" }];
}
