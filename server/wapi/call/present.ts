import type { StepResult } from "../list/one-statement.ts";
import { afterOthers, PIECE_MS } from "../pieces.ts";

/** Number of characters in a piece of a long answer. */
const PIECE = 64 * 1024;

/** A long JSON text that is complete. It is joined and encoded only while it is sent, because that alone takes longer than others may wait. */
export class LongText implements AsyncIterable<Buffer> {
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** The whole text at once, for a thread of its own. */
  whole(): string {
    return this.#texts.join("");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, undefined> {
    let ends = performance.now() + PIECE_MS;
    for (const piece of piecesOf(this.#texts)) {
      yield Buffer.from(piece);
      if (performance.now() < ends) continue;
      await afterOthers();
      ends = performance.now() + PIECE_MS;
    }
  }
}

/** A text in pieces of equal length. No piece ends between the two halves of a character. */
function* piecesOf(texts: readonly string[]): Generator<string, undefined> {
  let open = "";
  for (const text of texts) {
    let from = 0;
    while (open.length + text.length - from > PIECE) {
      const to = wholeUntil(text, from + PIECE - open.length);
      yield open + text.slice(from, to);
      open = "";
      from = to;
    }
    open += text.slice(from);
  }
  if (open !== "") yield open;
}

function wholeUntil(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last < 0xdc00 ? end - 1 : end;
}

/** Body of an answer: result lists by key, with translations beside them, or in step order (wire contract 3.7, 3.10). */
export function present(results: readonly StepResult[], dictMode: boolean): string | LongText {
  const text = textOf(results, dictMode);
  return sizeOf(results) > PIECE ? text : text.whole();
}

/** Body of an answer as one text of any length. */
export function presentWhole(results: readonly StepResult[], dictMode: boolean): string {
  return textOf(results, dictMode).whole();
}

function textOf(results: readonly StepResult[], dictMode: boolean): LongText {
  const [open, close] = dictMode ? ["{", "}"] : ["[", "]"];
  const members = results.flatMap((result, at) => [
    ...(at === 0 ? [] : [","]),
    ...presented(result, dictMode),
  ]);
  return new LongText([open, ...members, close]);
}

/** The texts that together are one result in the body. */
export function presented({ key, rows, translations }: StepResult, dictMode: boolean): readonly string[] {
  const name = (of: string): string => (dictMode ? `${JSON.stringify(of)}:` : "");
  const list = [name(key), ...rows];
  return translations === null || !dictMode ? list : [...list, `,${name(`__lang_${key}`)}`, translations];
}

/** Number of characters of the rows and translations. */
export function sizeOf(results: readonly StepResult[]): number {
  return results.reduce(
    (sum, { rows, translations }) => sum + lengthOf(rows) + (translations?.length ?? 0),
    0,
  );
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}
