/** A part of a source. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** A word, an operator, a number, a text in quotes or `${}` of a SQL text. Comments are left out. */
export interface Token extends Range {
  readonly kind: "word" | "operator" | "number" | "text" | "hole" | "mark";
  readonly text: string;
}

/** Another text for a range of the source. */
export interface Change extends Range {
  readonly text: string;
  readonly change: string;
}

const PATTERN =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<word>[A-Za-z_][\w$]*)|(?<number>\d+(\.\d+)?)|(?<parameter>\$\d+|\$\w*\$|\{[\w:]+\})|(?<operator>[<>=!~@#%^&|?+*/-]+|::?)|(?<mark>[\s\S])/y;

/** Tokens of a SQL text within a source; `holes` are the places of its `${}`. */
export function readTokens(source: string, { from, to }: Range, holes: readonly Range[]): readonly Token[] {
  const tokens: Token[] = [];
  const holeAt = new Map(holes.map((hole) => [hole.from, hole]));
  for (let at = from; at < to;) {
    const token = tokenAt(source, at, to, holeAt);
    if (token.kind !== null) tokens.push({ ...token, kind: token.kind });
    at = token.to;
  }
  return tokens;
}

type Read = Omit<Token, "kind"> & { readonly kind: Token["kind"] | null };

function tokenAt(source: string, at: number, to: number, holeAt: ReadonlyMap<number, Range>): Read {
  const hole = holeAt.get(at);
  if (hole !== undefined) return { ...hole, kind: "hole", text: "" };
  const quote = source[at];
  if (quote === "'" || quote === '"') return quotedAt(source, at, to, holeAt);
  PATTERN.lastIndex = at;
  const { 0: text = "", groups = {} } = PATTERN.exec(source) ?? {};
  const kind = kindOf(groups);
  // An operator never includes the `$` of a hole, and a comment ends before one.
  const end = Math.min(at + text.length, to, firstHole(at, to, holeAt));
  return { kind, from: at, to: end, text: source.slice(at, end) };
}

function kindOf(groups: Readonly<Record<string, string | undefined>>): Token["kind"] | null {
  if (groups["space"] !== undefined) return null;
  if (groups["word"] !== undefined) return "word";
  if (groups["number"] !== undefined) return "number";
  if (groups["parameter"] !== undefined) return "text";
  return groups["operator"] === undefined ? "mark" : "operator";
}

function firstHole(at: number, to: number, holeAt: ReadonlyMap<number, Range>): number {
  return [...holeAt.keys()].find((place) => place > at) ?? to;
}

/** A text in quotes, which may contain holes. It ends with the literal at the latest. */
function quotedAt(source: string, from: number, to: number, holeAt: ReadonlyMap<number, Range>): Read {
  const quote = source[from];
  let at = from + 1;
  while (at < to && source[at] !== quote) at = holeAt.get(at)?.to ?? at + 1;
  const end = Math.min(at + 1, to);
  return { kind: "text", from, to: end, text: source.slice(from, end) };
}
