import { skipToken, useQuery, type UseQueryOptions } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { Known } from "#core/txlist/overlay/list-of";
import type { Overlaid } from "#core/txlist/overlay/overlay";
import { laterCall } from "../../ui/layout/later.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { useCalls, useLists } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import { NO_MARKS } from "./marks.ts";
import type { Overlay } from "./overlay-of.ts";

export const overlayOf = laterCall("overlay", async () => (await import("./overlay-of.ts")).overlayOf);

/** The overlay of the planned list, for all rows that are read. Null without a list, and while pages show the present state. */
export function useOverlay(): Overlay | null {
  return useOverlayState().overlay;
}

function useOverlayState() {
  const txlist = useTransactionList();
  const catalogue = useCatalogue();
  const shell = useShell();
  const { items, run, endedAt } = useListState(txlist);
  const { isAsPlanned } = useSnapshot(shell.state);
  const isWanted = isAsPlanned && items.length > 0;
  const make = useLoaded(isWanted);
  const isLoading = isWanted && make === null;
  return {
    overlay: useMemo(
      () => (isWanted && make !== null ? make(items, run, catalogue) : null),
      [isWanted, make, items, run, catalogue],
    ),
    isLoading,
    /** Rows that were read up to this time (ms) lack the objects that an apply has created. */
    unsureUntil: isLoading || (run.phase === "busy" && run.mode === "apply") ? Infinity : endedAt,
  };
}

/** The function that makes overlays. A part that cannot be loaded is reported like any other missing part. */
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

/** Lists in their planned state. Without a plan these have their rows only. */
export type Shown = Pick<Overlaid, "lists" | "staying" | "marks"> & Partial<Overlaid>;

/** The lists of these steps in their planned state. */
function useOverlaid(
  overlay: Overlay | null,
  steps: readonly Step[],
  lists: Lists | undefined,
): Shown | null {
  const calls = useCalls();
  const { data: known } = useQuery(
    useMemo(
      (): UseQueryOptions<Known> =>
        overlay?.known(steps, lists, calls) ?? { queryKey: [], queryFn: skipToken },
      [overlay, steps, lists, calls],
    ),
  );
  return useMemo(
    () =>
      lists === undefined
        ? null
        : (overlay?.lists(steps, lists, known) ?? { lists, staying: lists, marks: NO_MARKS }),
    [overlay, steps, lists, known],
  );
}

/** The planned lists of these steps, read by one call that is never repeated. No call is sent if the steps cannot find anything. */
export function usePlannedLists(
  steps: readonly Step[],
  canExist: (sent: readonly Step[]) => boolean = () => true,
) {
  const { overlay, isLoading, unsureUntil } = useOverlayState();
  const sent = useMemo(() => overlay?.steps(steps) ?? steps, [overlay, steps]);
  const isPossible = useMemo(() => isLoading || canExist(sent), [canExist, sent, isLoading]);
  const query = useLists(sent, isPossible);
  const overlaid = useOverlaid(overlay, steps, query.data);
  return { query, isPossible, isUnsure: query.dataUpdatedAt < unsureUntil, overlaid };
}
