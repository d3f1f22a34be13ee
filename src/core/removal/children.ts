import type { Fault } from "#contract/wire/fault";
import { isList, isObject, numberIn, objectIn, textIn, type Json, type Row } from "#contract/wire/json";
import type { ReferenceRow } from "#contract/wire/metadata";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { sameJson } from "../form/values.ts";
import type { Graph, Node } from "./graph.ts";

/** Rows of one reference that block a deletion (wire contract 4.4). */
export interface Child {
  readonly object: string;
  readonly attributes: readonly string[];
  readonly reference: string;
  readonly count: number;
  /** Titles of some of them. */
  readonly titles: readonly string[];
}

/** The blocked object and its blockers, from a refusal. */
export interface Kept {
  readonly object: string;
  readonly key: Row;
  readonly children: readonly Child[];
}

/** The blocked object with the rows that were read. */
export interface Found extends Kept {
  readonly lists: Lists;
  readonly parents: Parents;
}

/** What the list `parents` contains: all deleted objects of the type, objects deleted with them, or the blocked object alone. */
export type Parents =
  { readonly kind: "deleted" | "kept" } | { readonly kind: "going"; readonly by: ReferenceRow };

export const PARENTS = "netportal:parents";
const DELETED = "netportal:deleted";
export const childIdx = (at: number): string => `netportal:child:${String(at)}`;

/** The blocked object, if the refusal is about one. */
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
      count: numberIn(child["count"]),
      titles: textsOf(child["title_list"]),
    })),
  };
}

/** Steps that read the blocking rows, and which referred objects they read. */
export interface Reading {
  readonly steps: readonly Step[];
  readonly parents: Parents;
}

/**
 * Ways to read the blocking rows, the widest first: those of all deleted objects of the type, or of objects deleted with them. A way counts if it
 * finds the blocked object.
 */
export function readingsOf(catalogue: Catalogue, graph: Graph, node: Node, kept: Kept): readonly Reading[] {
  const { object, key, children } = kept;
  const alike = deletionsLike(graph, node);
  const gpks = alike.flatMap(({ row }) => (typeof row?.["gpk"] === "string" ? [row["gpk"]] : []));
  const gpk = key["gpk"];
  const read = children.flatMap((child, at) => referringStep(catalogue, child, at));
  const list = (of: string) => ({ idx: PARENTS, name: `${of}.list` }) as const;
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
      { idx: DELETED, name: `${node.type}.list`, old: { gpk_list: gpks } },
      { ...list(object), inner_join_ref: { [DELETED]: by.name } },
      ...read,
    ],
    parents: { kind: "going", by },
  };
  return [going, alone];
}

/** Deletions of the same type as the node; none if it is no deletion. */
export function deletionsLike(graph: Graph, node: Node): readonly Node[] {
  if (node.statement.object_function !== "delete") return [];
  return [graph.root, ...graph.nodes.values()].filter(
    (one) => one.type === node.type && one.statement.object_function === "delete",
  );
}

/** True if the blocked object is among the rows. */
export function isAmong({ key }: Kept, rows: readonly Row[]): boolean {
  return rows.some((row) => Object.entries(key).every(([name, value]) => sameJson(row[name] ?? null, value)));
}

function referringStep(catalogue: Catalogue, child: Child, at: number): readonly Step[] {
  if (catalogue.fn(child.object, "list") === null) return [];
  const joined = isJoined(catalogue, child)
    ? { old: { fetch_limit: MOST_READ }, inner_join_ref: { [PARENTS]: child.reference } }
    : {};
  return [{ idx: childIdx(at), name: `${child.object}.list`, ...joined }];
}

/** The reference from one type to another; null for none or several. */
function soleReference(catalogue: Catalogue, from: string, to: string): ReferenceRow | null {
  const all = catalogue.objectType(from)?.references.filter((one) => one.ref_object_fq_name === to) ?? [];
  const [sole = null, ...others] = from === to ? [] : all;
  return others.length > 0 ? null : sole;
}

/** True if the rows refer to the object; other rows only need it. */
export function isJoined(catalogue: Catalogue, { object, reference }: Child): boolean {
  return catalogue.objectType(object)?.references.some(({ name }) => name === reference) ?? false;
}

/** One row more than a deletion may take, to detect too many. */
const MOST_READ = 1_001;

function textsOf(value: Json | undefined): readonly string[] {
  return isList(value) ? value.map(textIn) : [];
}
