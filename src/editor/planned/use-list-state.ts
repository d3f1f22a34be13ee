import { useCallback, useSyncExternalStore } from "react";
import { subscribe } from "valtio";
import { items } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import type { Run } from "#core/txlist/run";
import type { TransactionList } from "../../state/txlist.ts";

/** Whether something is planned that a page which is loaded anew does not find. */
export function isUnkept({ state }: TransactionList): boolean {
  return !state.isKept && items(state.history).length > 0;
}

/** The list and its run as they are, drawn again with every change. Both are replaced as a whole, so their types need no snapshot. */
export function useListState(list: TransactionList): {
  readonly items: readonly Planned[];
  readonly run: Run;
  /** When the run came to its end, in ms. */
  readonly endedAt: number;
  /** Another window applies the list. */
  readonly isAppliedElsewhere: boolean;
  readonly isUnkept: boolean;
} {
  const follow = useCallback((changed: () => void) => subscribe(list.state, changed), [list]);
  const history = useSyncExternalStore(follow, () => list.state.history);
  const run = useSyncExternalStore(follow, () => list.state.run);
  // What may be done depends on it, too: who has closed a form may open another one at once.
  useSyncExternalStore(follow, () => list.state.editing);
  const endedAt = useSyncExternalStore(follow, () => list.state.endedAt);
  const unkept = useSyncExternalStore(follow, () => isUnkept(list));
  const isAppliedElsewhere = history.underWay !== null && run.phase !== "busy";
  return { items: items(history), run, endedAt, isAppliedElsewhere, isUnkept: unkept };
}
