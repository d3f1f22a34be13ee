/** Elements that the documents are made of; what a build meets besides ends it (scripts/documents.ts). */
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

/** Plain text, or an element with what stands in it. */
export type DocNode = string | DocElement;

export interface DocElement {
  readonly tag: DocTag;
  readonly parts: readonly DocNode[];
  /** Of a link: a path of the portal or an address outside. */
  readonly href?: string;
  /** Of a cell: the head of its column. */
  readonly label?: string;
}

/** What stands under a heading; the first part of a document has the title of all of it and level 1. */
export interface DocSection {
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2 | 3;
  readonly parts: readonly DocNode[];
}

/** A document of the instance, as the build reads it from `docs/*.md`. */
export interface DocText {
  readonly sections: readonly DocSection[];
}

/** All that can be read in these parts, elements of their own line apart. */
export function textOfParts(parts: readonly DocNode[]): string {
  return parts.map(textOfNode).join("");
}

const INLINE: ReadonlySet<DocTag> = new Set(["strong", "em", "code", "a"]);

function textOfNode(node: DocNode): string {
  if (typeof node === "string") return node;
  const text = textOfParts(node.parts);
  return INLINE.has(node.tag) ? text : `${text} `;
}
