import type { Fault } from "#contract/wire/fault";
import { isList, isObject, objectIn, type Json, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Catalogue } from "../catalogue/catalogue.ts";
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
  /** The rows of the list `parents` are those that are deleted, not others that go with them. */
  readonly isOwn: boolean;
}

export const PARENTS = "netportal:parents";
export const childIdx = (at: number): string => `netportal:child:${String(at)}`;

/** What keeps an object, where that is what the refusal says. */
export function childrenIn({ name, details }: Fault): Kept | null {
  const key = objectIn(details["key"]);
  const list = details["child_list"];
  if (name !== "foreign_key_child_found" || key === null || !isList(list)) return null;
  return {
    object: textOf(details["object_fq_name"]),
    key,
    children: list.filter(isObject).map((child) => ({
      object: textOf(child["object_fq_name"]),
      attributes: textsOf(child["attribute_list"]),
      reference: textOf(child["reference_name"]),
      count: typeof child["count"] === "number" ? child["count"] : 0,
      titles: textsOf(child["title_list"]),
    })),
  };
}

/** Reads what refers to the kept object; where others of its type are to be deleted as well, to all of them at once. */
export function referringSteps(
  catalogue: Catalogue,
  graph: Graph,
  node: Node,
  { object, key, children }: Kept,
): { readonly steps: readonly Step[]; readonly parents: "own" | "other" } {
  const isOwn = node.type === object && node.row !== null && node.statement.object_function === "delete";
  const alike = [graph.root, ...graph.nodes.values()].filter(
    (one) => one.type === object && one.statement.object_function === "delete",
  );
  const gpks = alike.flatMap(({ row }) => (typeof row?.["gpk"] === "string" ? [row["gpk"]] : []));
  const gpk = key["gpk"];
  const other = typeof gpk === "string" ? { gpk_list: [gpk] } : key;
  const read = children.flatMap((child, at): readonly Step[] =>
    catalogue.fn(child.object, "list") === null
      ? []
      : [
          {
            idx: childIdx(at),
            name: `${nameOf(child.object)}.list`,
            ...(isJoined(catalogue, child)
              ? { old: { fetch_limit: MOST_READ }, inner_join_ref: { [PARENTS]: child.reference } }
              : {}),
          },
        ],
  );
  return {
    steps: [
      { idx: PARENTS, name: `${nameOf(object)}.list`, old: isOwn ? { gpk_list: gpks } : other },
      ...read,
    ],
    parents: isOwn ? "own" : "other",
  };
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
  return isList(value) ? value.map(textOf) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
