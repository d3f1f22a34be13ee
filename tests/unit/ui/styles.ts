import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type AtRule, type Document, type Container } from "postcss";

const SRC = join(import.meta.dirname, "../../../src");

/** One declaration of a stylesheet with its place. */
export interface Style {
  readonly file: string;
  readonly line: number;
  /** On one line; empty for the steps of an animation. */
  readonly selector: string;
  readonly prop: string;
  readonly value: string;
  /** Parameters of the at-rules around it. */
  readonly within: string;
}

/** Files that hold the raw values. */
const RAW = ["ui/tokens.css", "ui/faces.css"];

/** Every declaration of the portal, outside the tokens. */
export const STYLES: readonly Style[] = globSync("**/*.css", { cwd: SRC })
  .filter((file) => !RAW.includes(file))
  .toSorted()
  .flatMap(stylesOf);

/** Text of the file of tokens. */
export const TOKENS = readFileSync(join(SRC, "ui/tokens.css"), "utf8");

function stylesOf(file: string): readonly Style[] {
  const found: Style[] = [];
  parse(readFileSync(join(SRC, file), "utf8")).walkDecls(({ prop, value, parent, source }) => {
    found.push({
      file,
      line: source?.start?.line ?? 0,
      selector: parent?.type === "rule" && "selector" in parent ? oneLine(String(parent.selector)) : "",
      prop,
      value: oneLine(value),
      within: aroundOf(parent).join(" "),
    });
  });
  return found;
}

function aroundOf(node: Container | Document | undefined): readonly string[] {
  if (node === undefined || node.type === "root" || node.type === "document") return [];
  const own = isAtRule(node) ? [`@${node.name} ${node.params}`] : [];
  return [...own, ...aroundOf(node.parent)];
}

function isAtRule(node: Container | Document): node is AtRule {
  return node.type === "atrule";
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Tokens in a value, without their dashes. */
export function tokensIn(value: string): readonly string[] {
  return [...value.matchAll(/var\(--([\w-]+)\)/g)].map(([, name = ""]) => name);
}

/** How a test names a declaration that it refuses. */
export function told({ file, line, prop, value }: Style): string {
  return `${file}:${String(line)} ${prop}: ${value}`;
}
