import { useCallback, useSyncExternalStore } from "react";
import { subscribe } from "valtio";
import { items } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";
import type { TransactionList } from "../../state/txlist.ts";

/** True if a reload would lose planned changes. */
export function isUnkept({ state }: TransactionList): boolean {
  return !state.isKept && items(state.history).length > 0;
}

/** The present list and run, redrawn with every change. Both are replaced as a whole, so their types need no snapshot. */
export function useListState(list: TransactionList): {
  readonly items: readonly Planned[];
  readonly run: Run;
  /** End of the run in ms. */
  readonly endedAt: number;
  readonly isAppliedElsewhere: boolean;
  readonly isUnkept: boolean;
} {
  const follow = useCallback((changed: () => void) => subscribe(list.state, changed), [list]);
  const history = useSyncExternalStore(follow, () => list.state.history);
  const run = useSyncExternalStore(follow, () => list.state.run);
  // Actions depend on the open form: after it is closed another one can open at once.
  useSyncExternalStore(follow, () => list.state.editing);
  const endedAt = useSyncExternalStore(follow, () => list.state.endedAt);
  const unkept = useSyncExternalStore(follow, () => isUnkept(list));
  const isAppliedElsewhere = history.underWay !== null && run.phase !== "busy";
  return { items: items(history), run, endedAt, isAppliedElsewhere, isUnkept: unkept };
}
