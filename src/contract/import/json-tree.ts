import type { Node } from "jsonc-parser";
import { jsonPieces, nextPieces, type JsonPiece } from "./json-pieces.ts";
import { firstBy, rowAt, toldIn, type Place, type Rejected } from "./steps.ts";
import type { Say, TextKey } from "./texts.ts";

export interface JsonText {
  readonly text: string;
  readonly placeOf: (offset: number) => Place;
}

/** What cannot be read in a text, and where. */
export interface JsonProblem {
  readonly offset: number;
  readonly key: TextKey;
}

/** Rows of what cannot be read in a text, one for each line. */
export function brokenRows(
  problems: readonly JsonProblem[],
  { text, placeOf }: JsonText,
  say: Say,
): readonly Rejected[] {
  const rows = problems.map(({ offset, key }): Rejected => {
    const start = text.lastIndexOf("\n", offset - 1) + 1;
    const line = text.slice(start, offset + LONGEST_TOLD).split("\n", 1)[0] ?? "";
    return { ...rowAt(placeOf(offset), line.trim().slice(0, LONGEST_TOLD)), reason: say(key) };
  });
  return [...firstBy(rows, ({ file, line }) => `${file ?? ""} ${String(line)}`).values()];
}

const LONGEST_TOLD = 80;

export interface JsonTree {
  /** The value of the text; a list if several values stand one behind the other. */
  readonly root: Node;
  readonly problems: readonly JsonProblem[];
}

/**
 * The tree of a JSON text, in which comments, numbers like `.5` and commas at the end of a list may stand. A piece that cannot be read costs the
 * member or the element it stands in, and reading goes on behind it. Throws for a text without an object or a list.
 */
export function jsonTree({ text, placeOf }: JsonText, say: Say): JsonTree {
  const reader = new TreeReader(text);
  for (const piece of jsonPieces(text)) reader.take(piece);
  const { roots, problems } = reader.end();
  const [root, ...others] = roots;
  if (root !== undefined)
    return { root: others.length === 0 ? root : { ...nodeOf("array", 0), children: [...roots] }, problems };
  const { offset, key } = problems[0] ?? { offset: 0, key: "badConfig" as const };
  throw new Error(toldIn(placeOf(offset), say(key), say));
}

/** Lists and objects deeper than that are in no configuration, and their readers call themselves for each. */
const DEEPEST = 200;

type Opened = Omit<Node, "children" | "length"> & { length: number; children: Node[] };

/** A list or an object that is not closed yet. */
interface Open {
  readonly node: Opened;
  /** Name of the member whose value comes next. */
  name: Node | null;
  hasColon: boolean;
  /** An element or a member has just ended. */
  needsComma: boolean;
}

class TreeReader {
  private readonly roots: Node[] = [];
  private readonly problems: JsonProblem[] = [];
  private readonly open: Open[] = [];
  /** A piece that was taken as a name, although it is no string. */
  private strange: Node | null = null;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  take(piece: JsonPiece): void {
    const { kind, offset } = piece;
    if (kind === "{" || kind === "[") this.begin(nodeOf(kind === "{" ? "object" : "array", offset));
    else if (kind === "}" || kind === "]") this.close(piece);
    else if (kind === ",") this.comma(offset);
    else if (kind === ":") this.colon(offset);
    else if (kind === "bad") this.bad(piece);
    else this.add({ ...nodeOf(kind, offset), value: piece.value, length: piece.length });
  }

  end(): { readonly roots: readonly Node[]; readonly problems: readonly JsonProblem[] } {
    const last = this.open.at(-1);
    if (last !== undefined) this.problem("openBlock", last.node.offset);
    return { roots: this.roots, problems: this.problems };
  }

  private problem(key: TextKey, offset: number): void {
    this.problems.push({ key, offset });
  }

  private begin(node: Opened): void {
    if (this.open.length >= DEEPEST) return this.problem("tooDeep", node.offset);
    const [above, last] = this.open.slice(-2);
    // An object in the place of a name: the one before it is not closed.
    const isNext = last?.node.type === "object" && last.name === null && node.type === "object";
    if (isNext && above?.node.type === "array") {
      this.leave("openBlock");
      above.needsComma = false;
    }
    this.add(node);
    this.open.push({ node, name: null, hasColon: false, needsComma: false });
  }

  /** Adds a value, or the name of a member. */
  private add(node: Node): void {
    const last = this.open.at(-1) ?? this.again(node);
    if (last === null) {
      if (isContainer(node)) this.roots.push(node);
      else this.problem("badConfig", node.offset);
      return;
    }
    const isMember = last.node.type === "object";
    if (last.needsComma) this.problem("noComma", node.offset);
    last.needsComma = false;
    const isStrange = last.name !== null && last.name === this.strange && !last.hasColon;
    if (isMember && (last.name === null || isStrange)) {
      if (node.type === "string") last.name = node;
      else this.problem("badConfig", node.offset);
      return;
    }
    if (isMember && !last.hasColon) this.problem("noColon", node.offset);
    last.node.children.push(isMember ? memberOf(last.name, node) : node);
    last.needsComma = true;
    [last.name, last.hasColon] = [null, false];
  }

  /** Behind the root only another root can stand. Anything else shows that the root was closed too early. */
  private again(next: Node | null): Open | null {
    const root = this.roots.at(-1);
    if (root === undefined || (next !== null && isContainer(next))) return null;
    return this.reopen(root);
  }

  /** Takes the bracket back that closed a list or an object, because what follows stands in it. */
  private reopen(node: Node): Open | null {
    if (!isContainer(node)) return null;
    this.problem("strayBrace", node.offset + node.length - 1);
    const opened = { node, name: null, hasColon: false, needsComma: true };
    this.open.push(opened);
    return opened;
  }

  private comma(offset: number): void {
    const last = this.open.at(-1) ?? this.again(null);
    if (last === null || !last.needsComma) this.problem("badConfig", offset);
    if (last === null) return;
    [last.name, last.hasColon, last.needsComma] = [null, false, false];
  }

  private colon(offset: number): void {
    const last = this.open.at(-1) ?? null;
    if (last?.node.type === "array") return this.member(last.node, offset);
    if (last?.name == null || last.hasColon) return this.problem("badConfig", offset);
    last.hasColon = true;
  }

  /** A member in a list: the object before it was closed too early. */
  private member({ children }: Opened, offset: number): void {
    const [before, name] = children.slice(-2);
    const opened = name?.type === "string" && before?.type === "object" ? this.reopen(before) : null;
    if (opened === null) return this.problem("badConfig", offset);
    children.pop();
    Object.assign(opened, { name, hasColon: true, needsComma: false });
  }

  private close({ kind, offset }: JsonPiece): void {
    const type = kind === "}" ? "object" : "array";
    const last = this.open.at(-1) ?? this.again(null);
    if (last === null) return this.problem("strayBrace", offset);
    if (last.node.type !== type && this.isMisplaced(last, type, offset)) return;
    while (this.open.at(-1)?.node.type !== type) this.leave("openBlock");
    const closed = this.open.pop();
    if (closed === undefined) return;
    if (closed.name !== null) this.problem("badConfig", offset);
    closed.node.length = offset + 1 - closed.node.offset;
  }

  /** Handles a bracket of the other kind. What stands behind it tells whether it is too much or stands for the right one; false if those within are not closed. */
  private isMisplaced({ node }: Open, type: Node["type"], offset: number): boolean {
    const behind = contextBehind(this.text, offset + 1);
    if (behind === node.type || !this.open.some((one) => one.node.type === type)) {
      this.problem("strayBrace", offset);
      return true;
    }
    const isForOwn = behind !== null && this.open.at(-2)?.node.type === behind;
    if (isForOwn) this.leave("openBlock");
    return isForOwn;
  }

  private leave(key: TextKey): void {
    const left = this.open.pop();
    if (left !== undefined) this.problem(key, left.node.offset);
  }

  /** A piece that stands for nothing costs the member or the element. In the place of a name it is taken as the name. */
  private bad({ offset, length, key }: JsonPiece): void {
    this.problem(key ?? "badConfig", offset);
    const last = this.open.at(-1);
    if (last === undefined) return;
    const { node, name, needsComma } = last;
    if (needsComma) dropLast(node);
    else if (node.type === "array" || name !== null)
      // An open string has swallowed the comma behind it.
      Object.assign(last, { name: null, hasColon: false, needsComma: key !== "openString" });
    else last.name = { ...nodeOf("string", offset), value: this.text.slice(offset, offset + length), length };
    this.strange = last.name;
  }
}

/** Leaves out a value that is followed by something that cannot be read. */
function dropLast({ children }: Opened): void {
  const last = children.at(-1);
  const value = last?.type === "property" ? last.children?.at(-1) : last;
  if (value !== undefined && !isContainer(value)) children.pop();
}

function nodeOf(type: Node["type"], offset: number): Opened {
  return { type, offset, length: 0, children: [] };
}

function isContainer(node: Node): node is Opened {
  return node.type === "object" || node.type === "array";
}

function memberOf(name: Node | null, value: Node): Node {
  const children = name === null ? [value] : [name, value];
  return { type: "property", offset: children[0]?.offset ?? 0, length: 0, children };
}

/** Whether a list or an object goes on behind a place; null if that is not clear. */
function contextBehind(text: string, from: number): "object" | "array" | null {
  const [first, ...more] = nextPieces(text, from, 3).map(({ kind }) => kind);
  if (first === "}" || first === "]") return first === "}" ? "object" : "array";
  const [next, behind] = first === "," ? more : [first, more[0]];
  if (next === "string" && behind === ":") return "object";
  return first === "," && next !== undefined ? "array" : null;
}
