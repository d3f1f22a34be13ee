import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { Lexer, type MarkedToken, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";
import { textOfParts, type DocNode, type DocSection, type DocText } from "../src/core/docs/document.ts";
import { DOCUMENTS, docHref } from "../src/core/docs/documents.ts";

const DOCUMENT = /\/docs\/(?:[\w-]+\/)?[\w-]+\.md\?document$/;

/** Turns `x.md?document` below `docs` into data that the portal draws. The data contains no HTML; a construct that the portal cannot draw fails the build. */
export function documents(): Plugin {
  return {
    name: "netportal:documents",
    enforce: "pre",
    load(id) {
      if (!DOCUMENT.test(id)) return null;
      const file = id.replace(/\?.*$/, "");
      this.addWatchFile(file);
      const text = readDocument(readFileSync(file, "utf8"), basename(file));
      return { code: `export default ${JSON.stringify(text)};`, moduleType: "js" };
    },
  };
}

/** The sections of a document. An unknown construct throws an error that names the file. */
export function readDocument(source: string, file: string): DocText {
  const sections: { id: string; title: string; level: 1 | 2 | 3; parts: DocNode[] }[] = [];
  const used = new Set<string>();
  for (const token of new Lexer().lex(source)) {
    const known = asKnown(token, file);
    if (known.type === "heading") {
      const title = textOfParts(inline(known.tokens, file)).trim();
      const { depth } = known;
      if (depth !== 1 && depth !== 2 && depth !== 3) throw new Error(`${file}: a heading of level ${depth}`);
      sections.push({ id: freeId(title, used), title, level: depth, parts: [] });
      continue;
    }
    const last = sections.at(-1);
    if (last !== undefined) last.parts.push(...block(known, file));
    else if (known.type !== "space") throw new Error(`${file}: text before the title`);
  }
  return { sections: sections satisfies readonly DocSection[] };
}

const KNOWN = [
  "space",
  "heading",
  "paragraph",
  "list",
  "table",
  "code",
  "text",
  "strong",
  "em",
  "codespan",
  "link",
  "br",
  "escape",
] as const;

type Known = Extract<MarkedToken, { type: (typeof KNOWN)[number] }>;

function asKnown(token: Token, file: string): Known {
  if (!KNOWN.some((type) => type === token.type))
    throw new Error(`${file}: ${token.type} is not drawn: ${token.raw}`);
  // Parse boundary: the name of a token of marked determines its type.
  return token as Known;
}

function block(token: Known, file: string): readonly DocNode[] {
  switch (token.type) {
    case "paragraph":
      return [{ tag: "p", parts: inline(token.tokens, file) }];
    case "list":
      return [
        {
          tag: token.ordered ? "ol" : "ul",
          parts: token.items.map((item) => ({ tag: "li", parts: blocks(item.tokens, file) })),
        },
      ];
    case "code":
      return [{ tag: "pre", parts: [token.text] }];
    case "table":
      return [table(token, file)];
    case "space":
      return [];
    default:
      return inline([token], file);
  }
}

function blocks(tokens: readonly Token[], file: string): readonly DocNode[] {
  return tokens.flatMap((token) => block(asKnown(token, file), file));
}

function table({ header, rows }: Tokens.Table, file: string): DocNode {
  const heads = header.map((cell) => inline(cell.tokens, file));
  const labels = heads.map((parts) => textOfParts(parts).trim());
  return {
    tag: "table",
    parts: [
      { tag: "thead", parts: [{ tag: "tr", parts: heads.map((parts) => ({ tag: "th", parts })) }] },
      {
        tag: "tbody",
        parts: rows.map((row) => ({
          tag: "tr",
          parts: row.map((cell, at) => ({
            tag: "td",
            parts: inline(cell.tokens, file),
            label: labels[at] ?? "",
          })),
        })),
      },
    ],
  };
}

function inline(tokens: readonly Token[] | undefined, file: string): readonly DocNode[] {
  return (tokens ?? []).flatMap((token): readonly DocNode[] => {
    const known = asKnown(token, file);
    switch (known.type) {
      case "text":
        return "tokens" in known && known.tokens !== undefined ? inline(known.tokens, file) : [known.text];
      case "escape":
        return [known.text];
      case "codespan":
        return [{ tag: "code", parts: [known.text] }];
      case "strong":
      case "em":
        return [{ tag: known.type, parts: inline(known.tokens, file) }];
      case "br":
        return [{ tag: "br", parts: [] }];
      case "link":
        return [link(known, file)];
      default:
        throw new Error(`${file}: ${known.type} within a line`);
    }
  });
}

function link({ href, tokens }: Tokens.Link, file: string): DocNode {
  const parts = inline(tokens, file);
  const to = portalHref(href, file);
  // Files that exist only in a checkout get their name as text, without a link.
  return to === null ? { tag: "code", parts: [textOfParts(parts)] } : { tag: "a", href: to, parts };
}

/** The place in the portal to which a link of a document leads; null for files that the portal does not show. */
function portalHref(href: string, file: string): string | null {
  if (/^(https?:|mailto:|\/)/.test(href)) return href;
  if (href.startsWith("#")) return docHref(nameOf(file), href.slice(1));
  const template = /^\.\.\/templates\/([\w-]+\.json)$/.exec(href)?.[1];
  if (template !== undefined) return `/tools/hub?template=${template.replace(/\.json$/, "")}`;
  const [other = "", section] = href.split("#");
  const name = nameOf(other);
  return DOCUMENTS.some((one) => one.name === name) ? docHref(name, section) : null;
}

function nameOf(file: string): string {
  return basename(file, ".md");
}

/** Anchor of a heading. Repository hosts build anchors in the same way, so a link works there and in the portal. */
function freeId(title: string, used: Set<string>): string {
  const plain = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
  let id = plain;
  for (let at = 1; used.has(id); at += 1) id = `${plain}-${at}`;
  used.add(id);
  return id;
}
