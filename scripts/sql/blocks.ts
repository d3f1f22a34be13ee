import { itemWord, type Item } from "./tree.ts";

/** Whether a body is a block of PL/pgSQL, and not statements of SQL. */
export function isBlock(items: readonly Item[]): boolean {
  return /^(?:begin|declare)$/.test(itemWord(items[0])) && itemWord(items.at(-1)) === "end";
}

/** Whether a text is a part of the body of a function. */
export function isProgram(items: readonly Item[]): boolean {
  return items.some((item) => (item.kind === "sign" && item.text === ";") || itemWord(item) === "loop");
}

/** A statement, or a line that opens or closes a block, and the number of blocks around it. */
export interface Piece {
  readonly items: readonly Item[];
  readonly depth: number;
}

const OPENS = /^(?:then|else|loop|begin|declare)$/;
const CLOSES = /^(?:end|elsif|else|exception|when)$/;

/** The statements of a body, and the lines that open or close a block. */
export function piecesOf(items: readonly Item[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  let isDeclaring = false;
  for (const piece of cut(items)) {
    const [first, last] = [itemWord(piece[0]), itemWord(piece.at(-1))];
    const isBegin: boolean = isDeclaring && first === "begin";
    if (isBegin || CLOSES.test(first)) depth = Math.max(0, depth - 1);
    pieces.push({ items: piece, depth });
    if (OPENS.test(last)) depth++;
    isDeclaring = first === "declare" || (isDeclaring && !isBegin);
  }
  return pieces;
}

function cut(items: readonly Item[]): readonly (readonly Item[])[] {
  const pieces: Item[][] = [[]];
  for (const item of items) {
    const piece = pieces.at(-1) ?? [];
    piece.push(item);
    const word = itemWord(item);
    const isOpening = word === "then" || (word === "loop" && itemWord(piece.at(-2)) !== "end");
    const isEnd = item.kind === "sign" && item.text === ";";
    if (isEnd || isOpening || (piece.length === 1 && OPENS.test(word))) pieces.push([]);
  }
  return pieces.filter((piece) => piece.length > 0);
}
