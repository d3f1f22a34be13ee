import { queryOptions } from "@tanstack/react-query";
import { lookAtRemoval } from "#core/removal/removal";
import type { Planned } from "#core/txlist/planned";
import { ROW_KEYS } from "../../api/queries.ts";
import type { Portal } from "../portal.ts";

export const REMOVAL_KEYS = [...ROW_KEYS, "removal"] as const;

/** What a deletion behind these elements takes along and what blocks it. */
export function removalQuery(
  { execute, viewer, catalogue }: Portal,
  item: Planned,
  earlier: readonly Planned[],
) {
  return queryOptions({
    queryKey: [...REMOVAL_KEYS, viewer, item, earlier],
    queryFn: ({ signal }) =>
      inTurn(signal, () =>
        lookAtRemoval(item, earlier, {
          catalogue,
          execute: (steps, options) => execute(steps, { ...options, signal }),
        }),
      ),
    structuralSharing: false,
    retry: false,
  });
}

let lastTurn: Promise<unknown> = Promise.resolve();

/** Tests at the same time lock the same rows and refuse each other, so one element is looked up after the other. */
function inTurn<Result>(signal: AbortSignal, look: () => Promise<Result>): Promise<Result> {
  const turn = lastTurn.then(() => {
    signal.throwIfAborted();
    return look();
  });
  lastTurn = turn.catch(() => null);
  return turn;
}
