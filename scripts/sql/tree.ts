import { wordOf, type Token } from "./tokens.ts";

/** A token, or what stands between parentheses, brackets, or `case` and `end`. */
export type Item = Token | Nested;

export interface Nested {
  readonly kind: "nested";
  readonly open: Token;
  readonly items: readonly Item[];
  /** Null where the text ends before. */
  readonly close: Token | null;
}

const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", case: "end" };

/** The tokens as a tree. A closing token without an opening one is a token like any other. */
export function treeOf(tokens: readonly Token[]): readonly Item[] {
  let at = 0;
  const until = (closing: string | null): Item[] => {
    const items: Item[] = [];
    for (let token = tokens[at]; token !== undefined; token = tokens[at]) {
      if (symbolOf(token) === closing) break;
      at++;
      const closes = CLOSING[symbolOf(token)];
      items.push(closes === undefined ? token : nested(token, until(closes), tokens[at++] ?? null));
    }
    return items;
  };
  return until(null);
}

function nested(open: Token, items: readonly Item[], close: Token | null): Nested {
  return { kind: "nested", open, items, close };
}

function symbolOf(token: Token): string {
  return token.kind === "sign" ? token.text : wordOf(token);
}

export function firstOf(item: Item): Token {
  return item.kind === "nested" ? item.open : item;
}

export function lastOf(item: Item): Token {
  if (item.kind !== "nested") return item;
  const last = item.items.at(-1);
  return item.close ?? (last === undefined ? item.open : lastOf(last));
}

/** The word of an item in lower case; empty for anything else. */
export function itemWord(item: Item | undefined): string {
  return item === undefined || item.kind === "nested" ? "" : wordOf(item);
}
