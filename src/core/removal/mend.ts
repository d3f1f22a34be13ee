import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { idFor, type Graph, type Node } from "./graph.ts";

/** Does otherwise what was refused: what may not let go is deleted, what is gone already went with another. False: there is no other way. */
export function mend(graph: Graph, node: Node, fault: Fault, catalogue: Catalogue): boolean {
  if (node === graph.root || fault.type.code === FAULT_TYPES.permission_error) return false;
  const { object_fq_name: object, object_function: fn } = node.statement;
  if (fn === "update" && node.row !== null && catalogue.fn(object, "delete") !== null) {
    deleteAlike(graph, node);
    return true;
  }
  return fault.name === "object_not_found" && !graph.given.has(node.id) && graph.nodes.delete(node.id);
}

/** Deletes all objects of the type that were to let go in the same way. */
function deleteAlike(graph: Graph, { statement }: Node): void {
  const way = wayOf(statement);
  for (const node of [...graph.nodes.values()].filter((one) => wayOf(one.statement) === way)) {
    const { object_fq_name: object, parameters } = node.statement;
    const { old } = parameters;
    const goes = idFor(object, old);
    const deletion = {
      object_fq_name: object,
      object_function: "delete",
      parameters: { old, new: {} },
    } as const;
    graph.nodes.delete(node.id);
    graph.nodes.set(goes, { ...node, id: goes, goes, statement: deletion });
    for (const { before } of [graph.root, ...graph.nodes.values()])
      if (before.delete(node.id)) before.add(goes);
  }
}

function wayOf({ object_fq_name: object, object_function: fn, parameters }: Node["statement"]): string {
  return [object, fn, ...Object.keys(parameters.new)].join(" ");
}
