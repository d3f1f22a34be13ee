import { doc, type Doc } from "prettier";
import { isBlock, piecesOf } from "./blocks.ts";
import { clausesOf } from "./clauses.ts";
import { afterComma, isColumns, isCommonTable, isStatement, LEVELS, SHARING, split } from "./levels.ts";
import { isApart } from "./spacing.ts";
import { tokensOf, type Token } from "./tokens.ts";
import { firstOf, lastOf, treeOf, type Item, type Nested } from "./tree.ts";

const { align, breakParent, fill, group, hardline, indent, line, softline } = doc.builders;

/** Draws one token; a `${…}` in it is drawn by whoever has it. */
export type Draw = (text: string) => Doc;

/** The layout of a whole text: on one line if it fits, otherwise each clause begins a line. */
export function textDoc(items: readonly Item[], draw: Draw): Doc {
  const [first = "", ...more] = clauseDocs(items, draw);
  return group([first, indent(more)]);
}

/** Each clause, from the second one on with the line before it. */
function clauseDocs(items: readonly Item[], draw: Draw): Doc[] {
  const clauses = clausesOf(items);
  return clauses.map((clause, at) => {
    const made = clauseDoc(clause, draw);
    const before = clauses[at - 1]?.at(-1);
    return before === undefined ? made : [between(before, clause[0]), made];
  });
}

/** The body of a function does not take part in the layout of what stands before it. */
function clauseDoc(clause: readonly Item[], draw: Draw): Doc {
  const last = clause.at(-1);
  if (last?.kind !== "body" || clause.length === 1) return partsDoc(clause, 0, draw);
  return [partsDoc(clause.slice(0, -1), 0, draw), " ", itemDoc(last, draw)];
}

function partsDoc(items: readonly Item[], level: number, draw: Draw): Doc {
  const begins = LEVELS[level];
  if (begins === undefined) return rowDoc(items, draw);
  const parts = begins === "," ? split(items, afterComma) : split(items, begins);
  const docs = parts.map((part) => partsDoc(part, level + 1, draw));
  if (parts.length < 2) return docs[0] ?? "";
  const lines = parts.map((part, at) => {
    const before = parts[at - 1]?.at(-1);
    return before === undefined ? "" : between(before, part[0]);
  });
  if (begins === "," && parts.every(isCommonTable))
    return indent(docs.flatMap((one, at) => [lines[at] ?? "", one]));
  if (SHARING.includes(begins))
    return indent(fill(docs.flatMap((one, at) => (at === 0 ? [one] : [lines[at] ?? "", one]))));
  return group([docs[0] ?? "", indent(docs.slice(1).flatMap((one, at) => [lines[at + 1] ?? "", one]))]);
}

/** Items that nothing divides any more. */
function rowDoc(items: readonly Item[], draw: Draw): Doc {
  return items.flatMap((item, at) => {
    const before = items[at - 1];
    const made = itemDoc(item, draw);
    if (before === undefined) return [made];
    const [last, next] = [lastOf(before), firstOf(item)];
    if (endsLine(last) || endsLine(next)) return [hardline, made];
    return [isApart(last, next) ? " " : "", made];
  });
}

function itemDoc(item: Item, draw: Draw): Doc {
  if (item.kind === "nested") return nestedDoc(item, draw);
  if (item.kind === "body") return bodyDoc(item.text, draw);
  return endsLine(item) ? [draw(item.text.trimEnd()), breakParent] : draw(lowered(item));
}

function nestedDoc({ open, items, close }: Nested, draw: Draw): Doc {
  const [begin, end] = [draw(lowered(open)), close === null ? "" : draw(lowered(close))];
  const first = items[0];
  if (first === undefined) return [begin, end];
  if (open.kind === "word") {
    const inner = partsDoc(items, 0, draw);
    return group([begin, " ", inner, close === null ? "" : line, end]);
  }
  if (!isStatement(items)) {
    const edge = isColumns(items) ? indent(softline) : "";
    return group([begin, edge, partsDoc(items, 0, draw), end]);
  }
  return group([begin, indent([softline, ...clauseDocs(items, draw)]), end]);
}

/** The end of a line, or nothing where the tokens stay together. */
function between(before: Item, after: Item | undefined): Doc {
  if (endsLine(lastOf(before)) || (after !== undefined && endsLine(firstOf(after)))) return hardline;
  return after !== undefined && isApart(lastOf(before), firstOf(after)) ? line : "";
}

function endsLine({ kind, text }: Token): boolean {
  return kind === "comment" && text.startsWith("--");
}

function lowered({ kind, text }: Token): string {
  return kind === "word" && KEYWORD.test(text) ? text.toLowerCase() : text;
}

/** Words in capitals; PostgreSQL reads each unquoted word in lower case. */
const KEYWORD = /^[A-Z_]{2,}$/;

const STEP = 2;

/** The body of a function between its marks (`$body$ … $body$`). */
function bodyDoc(text: string, draw: Draw): Doc {
  const [mark = ""] = /^\$[a-z_]*\$/i.exec(text) ?? [];
  const tokens = tokensOf(text.slice(mark.length, -mark.length));
  if (tokens === null) return draw(text);
  const items = treeOf(tokens);
  if (isBlock(items)) return [mark, hardline, programDoc(items, draw), " ", mark];
  const statements = piecesOf(items).map((piece, at) => [
    at === 0 ? "" : hardline,
    clauseDocs(piece.items, draw),
  ]);
  return group([mark, indent([line, ...statements]), line, mark]);
}

/** A line for each statement, indented by blocks. */
export function programDoc(items: readonly Item[], draw: Draw): Doc {
  return piecesOf(items).map((piece, at) =>
    align(piece.depth * STEP, [at === 0 ? "" : hardline, textDoc(piece.items, draw)]),
  );
}
