import { getNodeValue, type Node } from "jsonc-parser";
import { withPlainLines } from "#contract/values/decoded";
import { isList, isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import { brokenRows, jsonTree } from "../shared/json-tree.ts";
import { lineFinder } from "../shared/line-finder.ts";
import { rowAt, type Place, type Rejected, type SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** A file of answers of the API of NetBox, a dump, or a table of one of its lists. */
export interface NetboxFile {
  readonly name: string;
  readonly text: string;
}

/** An object as the API of NetBox writes it. */
export interface NetboxObject {
  /** Path of its list: `dcim/sites`. */
  readonly kind: string;
  readonly id: number;
  readonly members: Row;
  readonly row: SourceRow;
}

/** The handle by which other objects of a run refer to an object. */
export function handleOf({ kind, id }: Pick<NetboxObject, "kind" | "id">): string {
  return `${kind}/${String(id)}`;
}

/** An object as `dumpdata` of Django writes it. */
export interface DumpedObject {
  /** `dcim.site` */
  readonly model: string;
  readonly pk: Json;
  readonly fields: Row;
  readonly row: SourceRow;
}

interface Reading {
  readonly placeOf: (offset: number) => Place;
  readonly objects: Map<string, NetboxObject>;
  readonly dumped: DumpedObject[];
  readonly pages: Page[];
}

/** A page of a list. NetBox sends 50 objects for each page unless the client asks for more. */
interface Page {
  readonly row: SourceRow;
  readonly kind: string;
  /** Objects of the whole list. */
  readonly count: number;
}

/** The objects in answers of lists or in a dump, in any order and nesting, because one file may contain several answers. */
export function readNetbox(files: readonly NetboxFile[], isOneOfMany: boolean, say: Say) {
  const objects = new Map<string, NetboxObject>();
  const dumped: DumpedObject[] = [];
  const pages: Page[] = [];
  const rejected: Rejected[] = [];
  for (const { name, text: given } of files) {
    const text = withPlainLines(given);
    const lineOf = lineFinder(text);
    const file = isOneOfMany ? name : null;
    const placeOf = (offset: number) => ({ file, line: lineOf(offset) });
    const { root, problems } = jsonTree({ text, placeOf }, say);
    readNode(root, { placeOf, objects, dumped, pages });
    rejected.push(...brokenRows(problems, { text, placeOf }, say));
  }
  return { objects: [...objects.values()], dumped, rejected, notes: missingOf(pages, objects, say) };
}

/** Lists whose pages are not all there. */
function missingOf(
  pages: readonly Page[],
  objects: ReadonlyMap<string, NetboxObject>,
  say: Say,
): readonly Rejected[] {
  const found = Map.groupBy(objects.values(), ({ kind }) => kind);
  const byKind = Map.groupBy(pages, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, [first]]) => {
    const there = found.get(kind)?.length ?? 0;
    if (first === undefined || there >= first.count) return [];
    return { ...first.row, reason: say("netboxPage", { found: there, count: first.count }) };
  });
}

function readNode(node: Node, reading: Reading): void {
  const { type, children = [] } = node;
  if (type === "array") for (const item of children) readNode(item, reading);
  if (type !== "object") return;
  // The tree has nothing but JSON.
  const value = getNodeValue(node) as Json;
  if (isObject(value)) readObject(value, node, reading);
}

function readObject(value: Row, node: Node, reading: Reading): void {
  const { id, url, model, pk = null, fields } = value;
  const kind = kindIn(url);
  if (kind !== undefined && typeof id === "number") {
    const object = { kind, id, members: value, row: rowOf(value, id, node, reading) };
    reading.objects.set(handleOf(object), object);
  } else if (typeof model === "string" && isObject(fields))
    reading.dumped.push({ model, pk, fields, row: rowOf(fields, pk, node, reading) });
  else {
    notePage(value, node, reading);
    for (const { children: [, member] = [] } of node.children ?? [])
      if (member !== undefined) readNode(member, reading);
  }
}

const ADDRESS = /\/api\/([a-z-]+\/[a-z-]+)\/\d+\/$/;

function kindIn(url: Json | undefined): string | undefined {
  return typeof url === "string" ? ADDRESS.exec(url)?.[1] : undefined;
}

function rowOf(members: Row, id: Json, { offset }: Node, { placeOf }: Reading): SourceRow {
  const names = ["display", "name", "model", "prefix", "address"];
  const title = names.map((name) => textOf(members, name)).find((text) => text !== null);
  return rowAt(placeOf(offset), title ?? JSON.stringify(id));
}

function notePage(value: Row, { offset }: Node, { placeOf, pages }: Reading): void {
  const { next, previous, count, results } = value;
  if (typeof count !== "number" || !isList(results)) return;
  const kind = kindIn(objectIn(results[0])?.["url"]);
  const at = textOf({ next: next ?? previous ?? null }, "next");
  if (kind !== undefined && at !== null) pages.push({ row: rowAt(placeOf(offset), at), kind, count });
}

/** A member that is a text and not blank; null for any other member. */
export function textOf(members: Row, name: string): string | null {
  const value = members[name];
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

export function numberIn(members: Row, name: string): number | null {
  const value = members[name];
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** A value of a list of choices; the API shows its label too. */
export function choiceOf(members: Row, name: string): string | null {
  return textOf(partOf(members, name), "value") ?? textOf(members, name);
}

/** Members of another object that an object names, or of one of its choices; none if it names none. */
export function partOf(members: Row, name: string): Row {
  return objectIn(members[name]) ?? {};
}
