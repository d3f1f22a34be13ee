/** A token of a SQL text. */
export interface Token {
  readonly kind: "word" | "text" | "body" | "comment" | "sign";
  readonly text: string;
  /** Whether white space stands before it. */
  readonly isSpaced: boolean;
}

/** Around the number of an inserted `${…}` in a text that is read. */
export const HOLE = ["\uE000", "\uE001"] as const;
const HOLES = HOLE.join(String.raw`\d+`);

const KINDS: readonly (readonly [Token["kind"], string])[] = [
  ["comment", String.raw`--[^\n]*|/\*[^]*?\*/`],
  ["body", String.raw`\$(?<tag>[a-z_]*)\$[^]*?\$\k<tag>\$`],
  ["text", String.raw`(?:\b[ebxn]|u&)?'(?:[^']|'')*'`],
  ["word", String.raw`(?:"(?:[^"]|"")*"|[\w$]|${HOLES})+`],
  ["sign", String.raw`::|:=|=>|[-+*/<>=~!@#%^&|]+|[().,;:[\]?{}]`],
];
const TOKEN = new RegExp(
  String.raw`(?<space>\s*)(?:${KINDS.map(([kind, form]) => `(?<${kind}>${form})`).join("|")})`,
  "giy",
);

/** The tokens of a text; null if it has something that SQL does not have. */
export function tokensOf(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const groups = match.groups ?? {};
    const kind = KINDS.map(([name]) => name).find((name) => groups[name] !== undefined) ?? "sign";
    tokens.push({ kind, text: groups[kind] ?? "", isSpaced: groups["space"] !== "" });
    end = match.index + match[0].length;
  }
  return end === text.trimEnd().length ? tokens : null;
}

/** Whether a `${…}` stands in the token. */
export function hasHole({ text }: Token): boolean {
  return text.includes(HOLE[0]);
}

/** The word in lower case; empty for other tokens and quoted names. */
export function wordOf(token: Token | undefined): string {
  return token?.kind === "word" && !token.text.includes('"') ? token.text.toLowerCase() : "";
}
