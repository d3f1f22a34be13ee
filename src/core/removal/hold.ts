import { isList, type Json, type Row } from "#contract/wire/json";
import type { ReferenceRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import { titleOf } from "../catalogue/title.ts";
import { linkTypeOf, unlinked } from "../txlist/links.ts";
import { NULL_TEXT, type PlannedStatement } from "../txlist/planned.ts";
import { deletionOf } from "../txlist/make-planned.ts";
import { childIdx, deletionsLike, isJoined, PARENTS, type Child, type Found } from "./children.ts";
import { idOf, type Graph, type Node } from "./graph.ts";

/** A blocking object that can neither be deleted nor detached. */
export type Stuck = Pick<Child, "object" | "attributes" | "count">;

export function stuckOf({ object, attributes, count }: Child): Stuck {
  return { object, attributes, count };
}

/** Puts found rows before the object that they block. Answers whether there was a new one, and the rows that stay blocked. */
export function hold(
  graph: Graph,
  node: Node,
  found: Found,
  catalogue: Catalogue,
): { readonly held: boolean; readonly left: readonly Stuck[] } {
  const parents = found.lists[PARENTS] ?? [];
  const left: Stuck[] = [];
  let held = false;
  found.children.forEach((child, at) => {
    const rows = rowsOf(catalogue, child, found.lists[childIdx(at)] ?? []);
    const ways = staying(rows, child, found).map((row) => {
      const one = { graph, catalogue, child, row, parents };
      const own = parentsOf(one, found.object);
      return { own, way: wayPast({ ...one, parents: own }) };
    });
    if (rows.length === 0 || ways.some(({ way }) => way === null)) {
      left.push(stuckOf(child));
      return;
    }
    for (const { own, way } of ways) {
      if (way === null) continue;
      const isNew = put(graph, way);
      held ||= isNew;
      for (const parent of holders(graph, node, found, own, catalogue)) {
        if (parent.id === way.id || parent.before.has(way.id)) continue;
        parent.before.add(way.id);
        held = true;
      }
    }
  });
  return { held, left };
}

/** Rows that were read without a join are identified by the names in the refusal. */
function rowsOf(catalogue: Catalogue, child: Child, rows: readonly Row[]): readonly Row[] {
  if (isJoined(catalogue, child)) return rows;
  const type = catalogue.objectType(child.object);
  return rows.filter((row) => child.titles.includes(titleOf(type, row)));
}

/** Rows that are not deleted together with the object to which they refer. */
function staying(rows: readonly Row[], { object }: Child, found: Found): readonly Row[] {
  if (found.parents.kind !== "going" || object !== found.object) return rows;
  const going = new Set(found.lists[PARENTS]?.map((row) => row["gpk"]));
  return rows.filter((row) => !going.has(row["gpk"]));
}

/** A referring row, and the rows that it refers to. */
interface Case {
  readonly graph: Graph;
  readonly catalogue: Catalogue;
  readonly child: Child;
  readonly row: Row;
  readonly parents: readonly Row[];
}

function wayPast(one: Case): Node | null {
  const { graph, catalogue, child, row } = one;
  const type = catalogue.objectType(child.object);
  if (type === null) return null;
  const goes = idOf(type, row);
  const shared = { row, type: type.name, before: new Set<string>() };
  const freed = lettingGo(one, type);
  if (freed !== null && (freed.partners !== null || !graph.nodes.has(goes))) {
    const id = `${freed.partners ?? goes} lets go of ${child.attributes.join()}`;
    return { ...shared, id, goes: null, statement: freed.statement };
  }
  const statement = deleted(catalogue, type, row) ?? parted(catalogue, type, row);
  return statement === null ? null : { ...shared, id: goes, goes, statement };
}

function deleted(catalogue: Catalogue, type: ObjectTypeMeta, row: Row): PlannedStatement | null {
  return catalogue.fn(type.name, "delete") === null ? null : deletionOf(type.name, keyOf(type, row));
}

/** The statement that ends a link by a function of the linked objects; null if the type is no link. */
function parted(catalogue: Catalogue, type: ObjectTypeMeta, row: Row): PlannedStatement | null {
  const link = linkTypeOf(catalogue, type);
  if (link === null) return null;
  const { fn, old, new: now } = unlinked(link, row);
  return { object_fq_name: link.object.name, object_function: fn, parameters: { old, new: now } };
}

/** Empties an optional reference; null for parts of a tree, which are deleted with it. `partners` names both objects of a pair that detach at once. */
function lettingGo(one: Case, type: ObjectTypeMeta) {
  const { row, parents } = one;
  const attribute = soleAttribute(one, type);
  if (attribute === null) return null;
  const { name, refersTo, is_nullable: isNullable } = attribute;
  const partner = parents.find((parent) => parent[name] === row["gpk"]);
  const isPart = refersTo?.object === type.name && partner === undefined;
  const rest = without(one, row[name] ?? null);
  if (isPart || (rest === null && !isNullable)) return null;
  const parameters = { old: keyOf(type, row), new: { [name]: rest ?? NULL_TEXT } };
  const statement: PlannedStatement = { object_fq_name: type.name, object_function: "update", parameters };
  return {
    statement,
    partners: partner === undefined ? null : [idOf(type, row), idOf(type, partner)].toSorted().join(" and "),
  };
}

/** The one attribute that refers, if it can be changed. */
function soleAttribute({ catalogue, child }: Case, type: ObjectTypeMeta): AttributeMeta | null {
  const [name = "", ...more] = child.attributes;
  const isOpen = catalogue.fn(type.name, "update")?.parameters[name]?.new !== undefined;
  return isOpen && more.length === 0 && !type.key.includes(name) ? type.attribute(name) : null;
}

/** A list without the deleted objects; null for any other value. */
function without({ catalogue, child, parents }: Case, value: Json): Json | null {
  if (!isList(value)) return null;
  const { ref_attribute_list: [by = "gpk"] = [] } = referenceOf(catalogue, child) ?? {};
  const gone = new Set(parents.map((parent) => parent[by] ?? null));
  return value.filter((one) => !gone.has(one));
}

function referenceOf(catalogue: Catalogue, { object, reference }: Child) {
  return catalogue.objectType(object)?.references.find(({ name }) => name === reference) ?? null;
}

/** The rows to which this one refers; all rows if the metadata do not say. */
function parentsOf({ catalogue, child, row, parents }: Case, object: string): readonly Row[] {
  const reference = referenceOf(catalogue, child);
  if (reference === null || reference.ref_object_fq_name !== object) return parents;
  const found = parents.filter((parent) => refersTo(reference, row, parent));
  return found.length > 0 ? found : parents;
}

/** Adds a node; a known node gets the additional changes. */
function put({ root, nodes }: Graph, node: Node): boolean {
  const known = nodes.get(node.id);
  if (node.id === root.id) return false;
  if (known === undefined) {
    nodes.set(node.id, node);
    return true;
  }
  const isSame = JSON.stringify(known.statement.parameters) === JSON.stringify(node.statement.parameters);
  if (isSame || known.goes !== null) return false;
  if (known.row?.["gpk"] !== node.row?.["gpk"]) return false;
  nodes.set(node.id, { ...known, statement: node.statement });
  return true;
}

/** Nodes that wait for a row: those of the objects that it refers to, or that are deleted with them; otherwise the refused one. */
function holders(
  graph: Graph,
  node: Node,
  { parents: read, object }: Found,
  parents: readonly Row[],
  catalogue: Catalogue,
): readonly Node[] {
  const type = catalogue.objectType(object);
  if (read.kind === "kept" || type === null) return [node];
  if (read.kind === "going")
    return deletionsLike(graph, node).filter(({ row }) =>
      parents.some((parent) => row !== null && refersTo(read.by, parent, row)),
    );
  const ids = new Set(parents.map((parent) => idOf(type, parent)));
  return [graph.root, ...graph.nodes.values()].filter(({ id }) => ids.has(id));
}

/** True if a row refers to another by a reference; in a list one element is enough. */
function refersTo(reference: ReferenceRow, row: Row, target: Row): boolean {
  const { attribute_list: from, ref_attribute_list: to } = reference;
  return from.every((name, at) => {
    const value = row[name] ?? null;
    const wanted = target[to[at] ?? ""] ?? null;
    return Array.isArray(value) ? value.includes(wanted) : value === wanted;
  });
}
