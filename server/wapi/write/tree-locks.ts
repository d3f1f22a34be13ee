import type { Tx } from "../../db/database.ts";
import { behaviourOf } from "./behaviour.ts";
import type { Hold, Tree, WriteIntent } from "./intent.ts";

/**
 * Locks that steps of the call would need in the end, taken before its first: trees that it moves are changed by one transaction at a time. The
 * triggers of the tables take the same locks, but one that is raised halfway may end in a deadlock.
 */
export async function lockTrees(tx: Tx, intents: readonly WriteIntent[]): Promise<void> {
  const held = new Map<Tree, Hold[]>();
  for (const intent of intents)
    for (const hold of behaviourOf(intent.type).holds?.(intent) ?? []) {
      const others = held.get(hold.tree);
      if (others === undefined) held.set(hold.tree, [hold]);
      else others.push(hold);
    }
  for (const [tree, holds] of [...held].toSorted(([a], [b]) => a.order - b.order)) {
    const added = holds.reduce((sum, { adds = 0 }) => sum + adds, 0);
    if (added > tree.most || holds.some(({ how }) => how === "alone"))
      await tx.query(tree.alone, [], `lock-${tree.name}`);
    else if (holds.some(({ how }) => how === "share")) await tx.query(tree.share, [], `share-${tree.name}`);
  }
}
