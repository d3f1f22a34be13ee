import ts from "typescript";
import { isSql } from "./texts.ts";
import { HOLE } from "./tokens.ts";

/** A SQL text of a source file. */
export interface SourceText {
  /** The text as the source has it, with a hole for each `${…}`. */
  readonly text: string;
  /** The inserted expressions, as the source has them. */
  readonly inserted: readonly string[];
  /** Where the literal begins and ends in the source. */
  readonly from: number;
  readonly to: number;
  /** From 1. */
  readonly line: number;
}

/** The SQL texts of a TypeScript file, in their order. */
export function sqlTextsOf(file: string, content: string): readonly SourceText[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    const made = readNode(node, content);
    if (made !== null && isSql(made.text)) {
      const [from, to] = [node.getStart(), node.end];
      found.push({ ...made, from, to, line: source.getLineAndCharacterOfPosition(from).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function readNode(node: ts.Node, content: string): Pick<SourceText, "text" | "inserted"> | null {
  if (ts.isStringLiteralLike(node))
    return { text: content.slice(node.getStart() + 1, node.end - 1), inserted: [] };
  if (!ts.isTemplateExpression(node)) return null;
  const rest = node.templateSpans.map(({ literal }, at) => {
    const ends = ts.isTemplateTail(literal) ? 1 : 2;
    return HOLE.join(String(at)) + content.slice(literal.getStart() + 1, literal.end - ends);
  });
  return {
    text: content.slice(node.head.getStart() + 1, node.head.end - 2) + rest.join(""),
    inserted: node.templateSpans.map(({ expression }) => expression.getText()),
  };
}
