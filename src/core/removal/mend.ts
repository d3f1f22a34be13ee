import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { deletionOf } from "../txlist/make-planned.ts";
import { idFor, type Graph, type Node } from "./graph.ts";

/** Replaces a refused action: an object that cannot be detached is deleted, and one that no longer exists is dropped. False if there is no other way. */
export function mend(graph: Graph, node: Node, fault: Fault, catalogue: Catalogue): boolean {
  if (node === graph.root || fault.type.code === FAULT_TYPES.permission_error) return false;
  const { object_fq_name: object, object_function: fn } = node.statement;
  if (fn === "update" && node.row !== null && catalogue.fn(object, "delete") !== null) {
    deleteAlike(graph, node);
    return true;
  }
  return fault.name === "object_not_found" && !graph.given.has(node.id) && graph.nodes.delete(node.id);
}

/** Deletes all objects of the type that should have been detached the same way. */
function deleteAlike(graph: Graph, { statement }: Node): void {
  const way = wayOf(statement);
  for (const node of [...graph.nodes.values()].filter((one) => wayOf(one.statement) === way)) {
    const { object_fq_name: object, parameters } = node.statement;
    const goes = idFor(object, parameters.old);
    graph.nodes.delete(node.id);
    graph.nodes.set(goes, { ...node, id: goes, goes, statement: deletionOf(object, parameters.old) });
    for (const { before } of [graph.root, ...graph.nodes.values()])
      if (before.delete(node.id)) before.add(goes);
  }
}

function wayOf({ object_fq_name: object, object_function: fn, parameters }: Node["statement"]): string {
  return [object, fn, ...Object.keys(parameters.new)].join(" ");
}
