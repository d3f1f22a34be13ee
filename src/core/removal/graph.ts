import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import type { PlannedStatement } from "../txlist/planned.ts";

/** Something to be done, and what has to be done before it. */
export interface Node {
  readonly id: string;
  /** Names the object that goes; null for one that only lets go. */
  readonly goes: string | null;
  readonly statement: PlannedStatement;
  /** The object that stands in the way; null where the element brought the statement. */
  readonly row: Row | null;
  readonly type: string;
  readonly before: Set<string>;
}

export interface Graph {
  readonly root: Node & { readonly row: Row; readonly idx: string };
  readonly nodes: Map<string, Node>;
  /** Ids of the nodes that the element had from the start. */
  readonly given: ReadonlySet<string>;
}

/** Names an object by its natural key. */
export function idOf(type: ObjectTypeMeta, row: Row): string {
  return idFor(type.name, keyOf(type, row));
}

export function idFor(object: string, key: Row): string {
  return `${object} ${JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

/** The deletion of an object, with the statements that it was planned with. */
export function startGraph(
  uuid: string,
  type: ObjectTypeMeta,
  row: Row,
  given: readonly PlannedStatement[],
): Graph {
  const nodes = given.map((statement, at): Node => {
    const object = idFor(statement.object_fq_name, statement.parameters.old);
    const goes = statement.object_function === "delete" ? object : null;
    return {
      // Two updates of one object are two statements.
      id: goes ?? `${object} ${String(at)}`,
      goes,
      statement,
      row: null,
      type: statement.object_fq_name,
      before: new Set(),
    };
  });
  const root = {
    id: idOf(type, row),
    goes: idOf(type, row),
    idx: uuid,
    row,
    type: type.name,
    before: new Set(nodes.map((node) => node.id)),
    statement: {
      object_fq_name: type.name,
      object_function: "delete",
      parameters: { old: keyOf(type, row), new: {} },
    },
  } as const;
  return {
    root,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    given: new Set(nodes.map((node) => node.id)),
  };
}

/** Everything but the deletion itself, each behind what has to be done before it. */
export function inOrder({ root, nodes }: Graph): readonly Node[] {
  const done = new Set<string>([root.id]);
  const order: Node[] = [];
  const visit = (ids: ReadonlySet<string>): void => {
    for (const id of ids) {
      const node = nodes.get(id);
      if (node === undefined || done.has(id)) continue;
      done.add(id);
      visit(node.before);
      order.push(node);
    }
  };
  visit(root.before);
  return order;
}
