import type { Node } from "jsonc-parser";
import { contextBehind, isOpenerBehind, isValueBehind, type JsonPiece } from "./json-pieces.ts";
import type { TextKey } from "./texts.ts";

/** An unreadable part of a text, with its place. */
export interface JsonProblem {
  readonly offset: number;
  readonly key: TextKey;
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
  /** Something in it could not be read. */
  isOdd: boolean;
}

/** Reads the pieces of a JSON text into trees, and continues after unreadable pieces. */
export class TreeReader {
  private readonly roots: Node[] = [];
  private readonly problems: JsonProblem[] = [];
  private readonly open: Open[] = [];
  /** A piece that was read as a name although it is not a string. */
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
    if (!this.isPlaced(node)) return;
    this.add(node);
    this.open.push({ node, name: null, hasColon: false, needsComma: false, isOdd: false });
  }

  /** Makes room for a list or an object in the place of a name; false if its bracket is too much. */
  private isPlaced(node: Opened): boolean {
    const last = this.open.at(-1);
    if (last?.node.type !== "object" || last.name !== null) return true;
    const above = this.open.at(-2);
    if (this.isReopened(last) || this.isLeft(node, above)) return true;
    const isStray = last.node.children.length > 0 || above === undefined;
    if (isStray) this.problem("strayBrace", node.offset);
    else this.undo(above);
    return !isStray;
  }

  /** If a member without a comma follows, a list was closed too early and continues. */
  private isReopened({ node, needsComma }: Open): boolean {
    const list = needsComma ? node.children.at(-1)?.children?.[1] : undefined;
    return list?.type === "array" && this.reopen(list) !== null;
  }

  /** In a list of objects the object before this one is not closed. */
  private isLeft(node: Opened, above: Open | undefined): boolean {
    if (node.type !== "object" || above?.node.type !== "array") return false;
    this.leave("openBlock");
    above.needsComma = false;
    return true;
  }

  /** Takes back an object that begins with a value instead of a name. */
  private isUndone(): boolean {
    const [above, last] = this.open.slice(-2);
    const isEmpty =
      last?.node.type === "object" && last.node.children.length === 0 && !last.hasColon && !last.isOdd;
    if (above === undefined || !isEmpty) return false;
    const value = last.name;
    this.undo(above);
    if (value !== null && value !== this.strange) this.add(value);
    return true;
  }

  /** Removes a bracket that is followed by another one instead of a name. */
  private undo(above: Open): void {
    const undone = this.open.pop();
    this.problem("strayBrace", undone?.node.offset ?? 0);
    const last = above.node.children.pop();
    const [name] = last?.type === "property" ? (last.children ?? []) : [];
    Object.assign(above, { name: name ?? null, hasColon: name !== undefined, needsComma: false });
  }

  /** Adds a value, or the name of a member. */
  private add(node: Node): void {
    const last = this.open.at(-1) ?? this.again(node);
    if (last === null) {
      if (isContainer(node)) this.roots.push(node);
      else this.problem("badConfig", node.offset);
      return;
    }
    if (last.needsComma) this.problem("noComma", node.offset);
    last.needsComma = false;
    if (this.isName(last)) this.addName(last, node);
    else this.addValue(last, node);
  }

  /** In an object a name comes first. A faulty piece that was read as a name may be replaced by a real one. */
  private isName({ node, name, hasColon }: Open): boolean {
    return node.type === "object" && (name === null || (name === this.strange && !hasColon));
  }

  private addName(last: Open, node: Node): void {
    if (node.type === "string") last.name = node;
    else if (this.isUndone()) this.add(node);
    else this.problem("badConfig", node.offset);
  }

  private addValue(last: Open, node: Node): void {
    const isMember = last.node.type === "object";
    if (isMember && !last.hasColon) this.problem("noColon", node.offset);
    last.node.children.push(isMember ? memberOf(last.name, node) : node);
    Object.assign(last, { name: null, hasColon: false, needsComma: true });
  }

  /** After the root only another root is possible. Removes the bracket that closed a list or an object, because the following pieces belong inside. */
  private again(next: Node | null): Open | null {
    const root = this.roots.at(-1);
    const isOther = next !== null && isContainer(next) && !(root?.type === "array" && next.type === "object");
    if (root === undefined || isOther) return null;
    return this.reopen(root);
  }

  /** The last piece is a name without a value. */
  private reopen(node: Node): Open | null {
    if (!isContainer(node)) return null;
    this.problem("strayBrace", node.offset + node.length - 1);
    const opened = { node, name: null, hasColon: false, needsComma: true, isOdd: true };
    this.open.push(opened);
    return opened;
  }

  private comma(offset: number): void {
    if (this.hasName()) this.isUndone();
    const last = this.open.at(-1) ?? this.again(null);
    if (last?.needsComma !== true) this.problem("badConfig", offset);
    if (last === null || this.awaits(last, offset + 1)) return;
    last.isOdd ||= !last.needsComma;
    [last.name, last.hasColon, last.needsComma] = [null, false, false];
  }

  /** A name stands at the end, without a value yet. */
  private hasName(): boolean {
    return (this.open.at(-1)?.name ?? null) !== null;
  }

  /** The list or the object after a place is the value of the name before it. */
  private awaits({ hasColon }: Open, from: number): boolean {
    return hasColon && isOpenerBehind(this.text, from);
  }

  private colon(offset: number): void {
    const last = this.open.at(-1) ?? null;
    if (last?.node.type === "array") return this.member(last.node, offset);
    if (last?.name == null || last.hasColon) return this.problem("badConfig", offset);
    last.hasColon = true;
  }

  /** A member in a list: the object before it was closed too early. */
  private member({ children }: Opened, offset: number): void {
    const name = children.at(-1);
    const before = children.at(-2);
    const above = this.open.at(-2);
    if (name?.type !== "string") return this.problem("badConfig", offset);
    // After elements other than objects the list is not closed.
    const isOpenList = before?.type !== "object" && above?.node.type === "object";
    if (isOpenList) this.leave("openBlock");
    const opened = isOpenList ? above : before === undefined ? null : this.reopen(before);
    if (opened === null) return this.problem("badConfig", offset);
    children.pop();
    Object.assign(opened, { name, hasColon: true, needsComma: false });
  }

  private close({ kind, offset }: JsonPiece): void {
    const type = kind === "}" ? "object" : "array";
    if (this.hasName()) this.isUndone();
    const last = this.open.at(-1) ?? this.again(null);
    if (last === null || this.isTooMuch(last, offset)) return this.problem("strayBrace", offset);
    if (last.node.type !== type && this.isMisplaced(last, type, offset)) return;
    while (this.open.at(-1)?.node.type !== type) this.leave("openBlock");
    this.closeLast(offset);
  }

  private isTooMuch({ hasColon }: { readonly hasColon: boolean }, offset: number): boolean {
    return hasColon && isValueBehind(this.text, offset + 1);
  }

  private closeLast(offset: number): void {
    const closed = this.open.pop();
    if (closed === undefined) return;
    if (closed.name !== null) this.problem("badConfig", offset);
    closed.node.length = offset + 1 - closed.node.offset;
  }

  /**
   * Handles a bracket of the other kind. The pieces after it show whether it is superfluous or replaces the right one; false if inner ones are not
   * closed.
   */
  private isMisplaced({ node }: Open, type: Node["type"], offset: number): boolean {
    if (isPlainList(node) && this.open.at(-2)?.node.type === type) {
      this.leave("openBlock");
      return false;
    }
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

  /** A piece without a meaning costs the member or the element. In the place of a name it is taken as the name. */
  private bad({ offset, length, key }: JsonPiece): void {
    this.problem(key ?? "badConfig", offset);
    const last = this.open.at(-1);
    if (last === undefined) return;
    last.isOdd = true;
    const { node, name, needsComma } = last;
    // The value that follows is the one of the name.
    if (this.awaits(last, offset + length)) return;
    if (needsComma) dropLast(node);
    else if (node.type === "array" || name !== null)
      // An open string contains the comma that should follow it.
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

export function nodeOf(type: Node["type"], offset: number): Opened {
  return { type, offset, length: 0, children: [] };
}

function isContainer(node: Node): node is Opened {
  return node.type === "object" || node.type === "array";
}

function isPlainList({ type, children }: Opened): boolean {
  return type === "array" && children.length > 0 && !children.some(isContainer);
}

function memberOf(name: Node | null, value: Node): Node {
  const children = name === null ? [value] : [name, value];
  return { type: "property", offset: children[0]?.offset ?? 0, length: 0, children };
}
