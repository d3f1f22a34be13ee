import type { Fault } from "#contract/wire/fault";
import { isList, isObject, objectIn, textIn, type Json, type Row } from "#contract/wire/json";
import type { ReferenceRow } from "#contract/wire/metadata";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { sameJson } from "../form/values.ts";
import type { Graph, Node } from "./graph.ts";

/** Rows of one reference that keep an object (wire contract 4.4). */
export interface Child {
  readonly object: string;
  readonly attributes: readonly string[];
  readonly reference: string;
  readonly count: number;
  /** What some of them are called. */
  readonly titles: readonly string[];
}

/** What a refusal names: the object that is kept, and by what. */
export interface Kept {
  readonly object: string;
  readonly key: Row;
  readonly children: readonly Child[];
}

/** The same with the rows that were read. */
export interface Found extends Kept {
  readonly lists: Lists;
  readonly parents: Parents;
}

/** What the rows of the list `parents` are: what is deleted, what goes with it and refers to it so, or the kept object alone. */
export type Parents =
  { readonly kind: "deleted" | "kept" } | { readonly kind: "going"; readonly by: ReferenceRow };

export const PARENTS = "netportal:parents";
const DELETED = "netportal:deleted";
export const childIdx = (at: number): string => `netportal:child:${String(at)}`;

/** What keeps an object, where that is what the refusal says. */
export function childrenIn({ name, details }: Fault): Kept | null {
  const key = objectIn(details["key"]);
  const list = details["child_list"];
  if (name !== "foreign_key_child_found" || key === null || !isList(list)) return null;
  return {
    object: textIn(details["object_fq_name"]),
    key,
    children: list.filter(isObject).map((child) => ({
      object: textIn(child["object_fq_name"]),
      attributes: textsOf(child["attribute_list"]),
      reference: textIn(child["reference_name"]),
      count: typeof child["count"] === "number" ? child["count"] : 0,
      titles: textsOf(child["title_list"]),
    })),
  };
}

/** Steps that read what refers to the kept object, and what they read of the objects that are referred to. */
export interface Reading {
  readonly steps: readonly Step[];
  readonly parents: Parents;
}

/**
 * Ways to read what refers to the kept object, the widest first: to all of its type that are deleted, or that go with what is. A way
 * counts if it finds the kept object.
 */
export function readingsOf(catalogue: Catalogue, graph: Graph, node: Node, kept: Kept): readonly Reading[] {
  const { object, key, children } = kept;
  const alike = deletionsLike(graph, node);
  const gpks = alike.flatMap(({ row }) => (typeof row?.["gpk"] === "string" ? [row["gpk"]] : []));
  const gpk = key["gpk"];
  const read = children.flatMap((child, at) => referringStep(catalogue, child, at));
  const list = (of: string) => ({ idx: PARENTS, name: `${nameOf(of)}.list` }) as const;
  const deleted: Reading = {
    steps: [{ ...list(object), old: { gpk_list: gpks } }, ...read],
    parents: { kind: "deleted" },
  };
  if (node.type === object && node.row !== null && alike.length > 0) return [deleted];
  const alone: Reading = {
    steps: [{ ...list(object), old: typeof gpk === "string" ? { gpk_list: [gpk] } : key }, ...read],
    parents: { kind: "kept" },
  };
  const by = soleReference(catalogue, object, node.type);
  if (by === null || gpks.length === 0) return [alone];
  const going: Reading = {
    steps: [
      { idx: DELETED, name: `${nameOf(node.type)}.list`, old: { gpk_list: gpks } },
      { ...list(object), inner_join_ref: { [DELETED]: by.name } },
      ...read,
    ],
    parents: { kind: "going", by },
  };
  return [going, alone];
}

/** Deletions of objects of the same type as that of the node; none where it is no deletion. */
export function deletionsLike(graph: Graph, node: Node): readonly Node[] {
  if (node.statement.object_function !== "delete") return [];
  return [graph.root, ...graph.nodes.values()].filter(
    (one) => one.type === node.type && one.statement.object_function === "delete",
  );
}

/** Whether the kept object is among the rows. */
export function isAmong({ key }: Kept, rows: readonly Row[]): boolean {
  return rows.some((row) => Object.entries(key).every(([name, value]) => sameJson(row[name] ?? null, value)));
}

function referringStep(catalogue: Catalogue, child: Child, at: number): readonly Step[] {
  if (catalogue.fn(child.object, "list") === null) return [];
  const joined = isJoined(catalogue, child)
    ? { old: { fetch_limit: MOST_READ }, inner_join_ref: { [PARENTS]: child.reference } }
    : {};
  return [{ idx: childIdx(at), name: `${nameOf(child.object)}.list`, ...joined }];
}

/** The reference by which objects of one type name another; null where there are none or several. */
function soleReference(catalogue: Catalogue, from: string, to: string): ReferenceRow | null {
  const all = catalogue.objectType(from)?.references.filter((one) => one.ref_object_fq_name === to) ?? [];
  const [sole = null, ...others] = from === to ? [] : all;
  return others.length > 0 ? null : sole;
}

/** Whether the rows refer to what they keep; others only need it. */
export function isJoined(catalogue: Catalogue, { object, reference }: Child): boolean {
  return catalogue.objectType(object)?.references.some(({ name }) => name === reference) ?? false;
}

/** One more than a deletion takes, so that too many are seen. */
const MOST_READ = 1_001;

function nameOf(object: string): `${string}.${string}` {
  const [system = "", name = ""] = object.split(".");
  return `${system}.${name}`;
}

function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.map(textIn) : [];
}
