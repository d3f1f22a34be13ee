import { createScanner, parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { toldIn, type Place } from "./steps.ts";
import type { Say, TextKey } from "./texts.ts";

export interface JsonText {
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
  readonly allowTrailingComma: boolean;
}

/** The tree of a JSON text. Throws for any other text, with the place and the problem there. */
export function jsonTree({ text, placeOf, allowTrailingComma }: JsonText, say: Say): Node {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma });
  const [error] = errors;
  if (root !== undefined && error === undefined) return root;
  const { offset, key } = causeOf(text, error);
  throw new Error(toldIn(placeOf(offset), say(key), say));
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

function causeOf(
  text: string,
  error: ParseError | undefined,
): { readonly offset: number; readonly key: TextKey } {
  const offset = error?.offset ?? 0;
  const open = openAt(text, offset);
  const sign = text.slice(offset, offset + 1);
  const isEnd = ["", "}", "]"].includes(sign);
  if (isEnd && open !== null && CLOSING[text.charAt(open)] !== sign)
    return { offset: open, key: "openBlock" };
  const isComma = error !== undefined && printParseErrorCode(error.error) === "CommaExpected";
  return { offset, key: isComma ? "noComma" : "badConfig" };
}

/** Offset of the beginning of the block around a place; null if there is no such block. */
function openAt(text: string, end: number): number | null {
  const scanner = createScanner(text, true);
  const opened: number[] = [];
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    if (offset >= Math.min(end, text.length)) return opened.at(-1) ?? null;
    const sign = text[offset] ?? "";
    if (CLOSING[sign] !== undefined) opened.push(offset);
    else if (sign === "}" || sign === "]") opened.pop();
  }
}
