import { doc, type AstPath, type Doc, type Options, type Plugin, type Printer } from "prettier";
import { printers as estree } from "prettier/plugins/estree";
import { isProgram } from "./blocks.ts";
import { programDoc, textDoc, type Draw } from "./layout.ts";
import { isSql } from "./texts.ts";
import { HOLE, tokensOf } from "./tokens.ts";
import { treeOf } from "./tree.ts";

const { lineSuffixBoundary } = doc.builders;
const { replaceEndOfLine } = doc.utils;

/** Members of a node of the source that are read here. */
interface Node {
  readonly type: string;
  readonly range?: readonly [number, number];
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { raw: string } }[];
}

type Drawn = (draw: Draw) => Doc;
type SourceOptions = Options & { readonly originalText?: string };

const printer = estree["estree"] as Printer<Node>;
/** The SQL texts of a source that is printed. */
const texts = new WeakMap<Node, Drawn>();

/** Finds the SQL texts. Without line breaks in the source, Prettier places a template independently of its old form. */
function preprocess(source: Node, options: Options): Node {
  visit(source, (node) => {
    const text = textOf(node, options);
    const drawn = text === null ? null : drawnOf(text);
    if (drawn === null) return;
    texts.set(node, drawn);
    for (const { value } of node.quasis ?? []) value.raw = value.raw.replaceAll("\n", " ");
  });
  return source;
}

function visit(value: unknown, seen: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value && typeof value.type === "string") seen(value as Node);
  for (const [name, member] of Object.entries(value))
    if (name !== "comments" && name !== "tokens") visit(member, seen);
}

/** The text of a literal or template as the source has it, with holes for what is inserted; null for other nodes. */
function textOf({ type, range, value, quasis }: Node, { originalText }: SourceOptions) {
  if (type === "Literal" && typeof value === "string")
    return originalText?.slice(...(range ?? [])).slice(1, -1) ?? null;
  if (type !== "TemplateLiteral" || quasis === undefined) return null;
  return quasis
    .flatMap((one, at) => (at === 0 ? [one.value.raw] : [HOLE.join(String(at - 1)), one.value.raw]))
    .join("");
}

/** The document of a SQL text. White space at both ends stays, as one space. */
function drawnOf(text: string): Drawn | null {
  if (!isSql(text)) return null;
  const tokens = tokensOf(text);
  if (tokens === null || tokens.length === 0) return null;
  const items = treeOf(tokens);
  const [start, end] = [/^\s/, /\s$/].map((edge) => (edge.test(text) ? " " : ""));
  const made = isProgram(items) ? programDoc : textDoc;
  return (draw) => [start ?? "", made(items, draw), end ?? ""];
}

function embed(path: AstPath<Node>, options: Options): ReturnType<NonNullable<Printer["embed"]>> {
  const { node } = path;
  const drawn = texts.get(node);
  if (drawn === undefined) return printer.embed?.(path, options) ?? null;
  if (node.type === "Literal") return quotedDoc(drawn, node, options);
  return (_textToDoc, print, at, given) => {
    const inserted = at.map(print, "expressions").map((one) => insertedDoc(one, given));
    return ["`", drawn((text) => filled(text, inserted)), "`"];
  };
}

/** A text in quotes stays on one line. */
function quotedDoc(drawn: Drawn, { range }: Node, { originalText }: SourceOptions): Doc {
  const text = flat(drawn((part) => part));
  const quote = text.includes('"') ? (originalText?.[range?.[0] ?? 0] ?? '"') : '"';
  return [quote, text, quote];
}

/** An inserted expression stays on one line if it can. */
function insertedDoc(expression: Doc, options: Options): Doc {
  const text = flat(expression, options);
  return text.includes("\n") ? ["${", expression, lineSuffixBoundary, "}"] : ["${", text, "}"];
}

function flat(one: Doc, options: Options = {}): string {
  const wide = { tabWidth: 2, useTabs: false, ...options, printWidth: Number.POSITIVE_INFINITY };
  return doc.printer.printDocToString(one, wide).formatted;
}

function filled(text: string, inserted: readonly Doc[]): Doc {
  const parts = text.split(new RegExp(HOLE.join(String.raw`(\d+)`)));
  return parts.map((part, at) => (at % 2 === 0 ? replaceEndOfLine(part) : (inserted[Number(part)] ?? "")));
}

/** A plugin of Prettier: the printer of JavaScript and TypeScript, which also draws SQL texts. */
export const printers: NonNullable<Plugin<Node>["printers"]> = {
  estree: { ...printer, preprocess, embed },
};
