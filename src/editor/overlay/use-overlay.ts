import { useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Known } from "#core/txlist/overlay/list-of";
import type { Overlaid } from "#core/txlist/overlay/overlay";
import { laterCall } from "../../ui/layout/later.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { useLists, usePortal } from "../portal.ts";
import { NO_MARKS } from "./marks.ts";
import type { Overlay } from "./overlay-of.ts";

export const overlayOf = laterCall("overlay", async () => (await import("./overlay-of.ts")).overlayOf);

/** What the list plans, for everything that is read; null without a list, and while pages show the state as it is. */
export function useOverlay(): Overlay | null {
  return useOverlayState().overlay;
}

interface OverlayState {
  readonly overlay: Overlay | null;
  readonly isLoading: boolean;
  readonly isApplying: boolean;
  /** End of the last run in ms. */
  readonly appliedAt: number;
}

function useOverlayState(): OverlayState {
  const { txlist, catalogue, shell } = usePortal();
  const { items, run, endedAt } = useListState(txlist);
  const { isAsPlanned } = useSnapshot(shell.state);
  const isWanted = isAsPlanned && items.length > 0;
  const make = useLoaded(isWanted);
  return useMemo(
    () => ({
      overlay: isWanted && make !== null ? make(items, run, catalogue) : null,
      isLoading: isWanted && make === null,
      isApplying: run.phase === "busy" && run.mode === "apply",
      appliedAt: endedAt,
    }),
    [isWanted, make, items, run, endedAt, catalogue],
  );
}

/** The function that makes overlays. A part that cannot be loaded is told like any other missing part. */
function useLoaded(isWanted: boolean) {
  const [known, keep] = useState(overlayOf.present);
  const [failure, fail] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    if (!isWanted || known !== null) return;
    overlayOf.fetch().then(
      (call) => keep(() => call),
      (error: unknown) => fail({ error }),
    );
  }, [isWanted, known]);
  if (failure !== null) throw failure.error;
  return known;
}

/** The lists of these steps as the list plans them. */
export function useOverlaid(
  overlay: Overlay | null,
  steps: readonly Step[],
  lists: Lists | undefined,
): Overlaid | null {
  const { execute, viewer } = usePortal();
  const asking = useMemo(
    () => overlay?.known({ steps, lists, execute, viewer }) ?? NOTHING_ASKED,
    [overlay, steps, lists, execute, viewer],
  );
  const { data: known } = useQuery(asking);
  return useMemo(() => {
    if (lists === undefined) return null;
    return overlay?.lists(steps, lists, known) ?? { ...AS_IS, lists, staying: lists };
  }, [overlay, steps, lists, known]);
}

const NOTHING_ASKED: UseQueryOptions<Known> = { queryKey: [], enabled: false };

const AS_IS = { marks: NO_MARKS, untold: new Map(), wanted: [], isTested: false } as const;

/** The lists of these steps as planned, by one call that is not repeated; nothing is asked that cannot exist. */
export function usePlannedLists(
  steps: readonly Step[],
  canExist: (sent: readonly Step[]) => boolean = () => true,
) {
  const { overlay, isLoading, isApplying, appliedAt } = useOverlayState();
  const sent = useMemo(() => overlay?.steps(steps) ?? steps, [overlay, steps]);
  const isPossible = useMemo(() => isLoading || canExist(sent), [canExist, sent, isLoading]);
  const query = useLists(sent, isPossible);
  const overlaid = useOverlaid(overlay, steps, query.data);
  // Rows from before an apply do not know what it has made.
  const isUnsure = isLoading || isApplying || query.dataUpdatedAt < appliedAt;
  return { query, isPossible, isUnsure, overlaid };
}
