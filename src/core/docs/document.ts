/** Elements in documents; the build fails on any other (scripts/documents.ts). */
export type DocTag =
  | "p"
  | "ul"
  | "ol"
  | "li"
  | "strong"
  | "em"
  | "code"
  | "pre"
  | "a"
  | "br"
  | "table"
  | "thead"
  | "tbody"
  | "tr"
  | "th"
  | "td";

export type DocNode = string | DocElement;

export interface DocElement {
  readonly tag: DocTag;
  readonly parts: readonly DocNode[];
  /** For links: a path of the portal, or an external address. */
  readonly href?: string;
  /** For cells: the head of the column. */
  readonly label?: string;
}

/** The part below a heading; the first part has the title of the document and level 1. */
export interface DocSection {
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2 | 3;
  readonly parts: readonly DocNode[];
}

/** A document of the instance, which the build reads from `docs/*.md`. */
export interface DocText {
  readonly sections: readonly DocSection[];
}

/** All text of these parts; blocks are separated. */
export function textOfParts(parts: readonly DocNode[]): string {
  return parts.map(textOfNode).join("");
}

const INLINE: ReadonlySet<DocTag> = new Set(["strong", "em", "code", "a"]);

function textOfNode(node: DocNode): string {
  if (typeof node === "string") return node;
  const text = textOfParts(node.parts);
  return INLINE.has(node.tag) ? text : `${text} `;
}
