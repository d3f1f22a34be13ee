import { getNodeValue, parseTree, type Node, type ParseError } from "jsonc-parser";
import { isObject, type Json } from "../wire/json.ts";
import { lineFinder } from "./line-finder.ts";
import type { Rejected, SourceRow } from "./steps.ts";
import type { Say } from "./texts.ts";

/** A file of answers of the API of NetBox. */
export interface NetboxFile {
  readonly name: string;
  readonly text: string;
}

/** An object as the API of NetBox writes it. */
export interface NetboxObject {
  /** Path of its list: `dcim/sites`. */
  readonly kind: string;
  readonly id: number;
  readonly members: Readonly<Record<string, Json>>;
  readonly row: SourceRow;
}

export interface NetboxObjects {
  readonly objects: readonly NetboxObject[];
  readonly notes: readonly Rejected[];
}

interface Reading {
  readonly file: string | null;
  readonly lineOf: (node: Node) => number;
  readonly objects: NetboxObject[];
  readonly notes: Rejected[];
  readonly say: Say;
}

/** The objects in answers of lists, in any order and nesting: several answers may stand in one file. */
export function readNetbox(files: readonly NetboxFile[], say: Say): NetboxObjects {
  const objects = new Map<string, NetboxObject>();
  const notes: Rejected[] = [];
  for (const { name, text } of files) {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors);
    const lineOf = lineFinder(text);
    const [error] = errors;
    if (root === undefined || error !== undefined) {
      const line = text.slice(0, error?.offset ?? 0).split("\n").length;
      throw new Error(say("badConfig", { line }));
    }
    const reading = { file: files.length > 1 ? name : null, lineOf, objects: [], notes, say };
    readNode(root, reading);
    for (const one of reading.objects as readonly NetboxObject[])
      objects.set(`${one.kind}/${String(one.id)}`, one);
  }
  return { objects: [...objects.values()], notes };
}

function readNode(node: Node, reading: Reading): void {
  const { type, children = [] } = node;
  if (type === "array") for (const item of children) readNode(item, reading);
  if (type !== "object") return;
  // The tree has nothing but JSON.
  const value = getNodeValue(node) as Json;
  if (isObject(value)) readObject(value, node, reading);
}

function readObject(value: Readonly<Record<string, Json>>, node: Node, reading: Reading): void {
  const object = objectOf(value, node, reading);
  if (object !== null) {
    reading.objects.push(object);
    return;
  }
  notePage(value, node, reading);
  for (const { children: [, member] = [] } of node.children ?? [])
    if (member !== undefined) readNode(member, reading);
}

const ADDRESS = /\/api\/([a-z-]+\/[a-z-]+)\/\d+\/$/;

function objectOf(
  members: Readonly<Record<string, Json>>,
  node: Node,
  { file, lineOf }: Reading,
): NetboxObject | null {
  const { id, url } = members;
  const kind = typeof url === "string" ? ADDRESS.exec(url)?.[1] : undefined;
  if (kind === undefined || typeof id !== "number") return null;
  const title = textOf(members, "display") ?? textOf(members, "name") ?? String(id);
  const value = file === null ? title : `${file}: ${title}`;
  return { kind, id, members, row: { line: lineOf(node), value } };
}

/** A list comes in pages of 50 objects unless more are asked for. */
function notePage(value: Readonly<Record<string, Json>>, node: Node, { lineOf, notes, say }: Reading): void {
  const { next, count, results } = value;
  if (typeof next !== "string" || typeof count !== "number" || !Array.isArray(results)) return;
  const reason = say("netboxPage", { found: results.length, count });
  notes.push({ line: lineOf(node), value: next, reason });
}

/** A text that says something; null for any other member. */
export function textOf(members: Readonly<Record<string, Json>>, name: string): string | null {
  const value = members[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** Members of another object that an object names, or of one of its choices. */
export function partOf(
  members: Readonly<Record<string, Json>>,
  name: string,
): Readonly<Record<string, Json>> | null {
  const value = members[name];
  return value !== undefined && isObject(value) ? value : null;
}
