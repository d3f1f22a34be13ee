import type { Row } from "#contract/wire/json";
import type { ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { keyOf } from "../catalogue/key.ts";
import type { PlannedStatement } from "../txlist/planned.ts";
import { deletionOf } from "../txlist/make-planned.ts";

/** An action with the actions that must come before it. */
export interface Node {
  readonly id: string;
  /** Identifies the object that is deleted; null for a change. */
  readonly goes: string | null;
  readonly statement: PlannedStatement;
  /** The blocking object; null if the element had the statement at the beginning. */
  readonly row: Row | null;
  readonly type: string;
  readonly before: Set<string>;
}

export interface Graph {
  readonly root: Node & { readonly row: Row; readonly idx: string };
  readonly nodes: Map<string, Node>;
  /** Ids of nodes that the element had at the beginning. */
  readonly given: ReadonlySet<string>;
}

export function idOf(type: ObjectTypeMeta, row: Row): string {
  return idFor(type.name, keyOf(type, row));
}

export function idFor(object: string, key: Row): string {
  return `${object} ${JSON.stringify(Object.entries(key).toSorted(([a], [b]) => (a < b ? -1 : 1)))}`;
}

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
  const id = idOf(type, row);
  const root = {
    id,
    goes: id,
    idx: uuid,
    row,
    type: type.name,
    before: new Set(nodes.map((node) => node.id)),
    statement: deletionOf(type.name, keyOf(type, row)),
  };
  return {
    root,
    nodes: new Map(nodes.map((node) => [node.id, node])),
    given: new Set(nodes.map((node) => node.id)),
  };
}

/** Everything except the deletion itself, each statement after those that must come before it. */
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
