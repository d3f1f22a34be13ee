import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { items } from "#core/txlist/history";
import type { Overlaid } from "#core/txlist/overlay/overlay";
import { readLists } from "../../api/execute.ts";
import { listsQuery } from "../../api/queries.ts";
import { laterCall } from "../../ui/layout/later.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { useLists, usePortal } from "../portal.ts";
import { NO_MARKS } from "./marks.ts";
import type { Overlay } from "./overlay-of.ts";

const overlayOf = laterCall("overlay", async () => (await import("./overlay-of.ts")).overlayOf);

/** What the list plans, for everything that is read; null without a list, and while pages show the state as it is. */
export function useOverlay(): Overlay | null {
  return useOverlayState().overlay;
}

function useOverlayState(): { readonly overlay: Overlay | null; readonly isLoading: boolean } {
  const { txlist, catalogue, shell } = usePortal();
  const { items: planned, run } = useListState(txlist);
  const { isAsPlanned } = useSnapshot(shell.state);
  const isWanted = isAsPlanned && planned.length > 0;
  const make = useLoaded(isWanted);
  return useMemo(
    () => ({
      overlay: isWanted && make !== null ? make(planned, run, catalogue) : null,
      isLoading: isWanted && make === null,
    }),
    [isWanted, make, planned, run, catalogue],
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
  lists: Lists | null,
): Overlaid | null {
  return useMemo(() => {
    if (lists === null) return null;
    return overlay === null ? { lists, staying: lists, marks: NO_MARKS } : overlay.lists(steps, lists);
  }, [overlay, steps, lists]);
}

/** The lists of these steps as planned, by one call that is not repeated; nothing is asked that cannot exist. */
export function usePlannedLists(
  steps: readonly Step[],
  canExist: (sent: readonly Step[]) => boolean = () => true,
) {
  const { overlay, isLoading } = useOverlayState();
  const sent = useMemo(() => overlay?.steps(steps) ?? steps, [overlay, steps]);
  const isPossible = useMemo(() => isLoading || canExist(sent), [canExist, sent, isLoading]);
  const query = useLists(sent, isPossible);
  // Rows are asked meanwhile; they are not shown before it is known what is planned for them.
  const rows = isLoading ? null : (query.data ?? null);
  return { query, isPossible, overlaid: useOverlaid(overlay, steps, rows) };
}

/** Reads of forms and searches: without rows that are planned to go. */
export interface PlannedReader {
  readonly read: (steps: readonly Step[], signal?: AbortSignal) => Promise<Lists>;
  /** The same by the cache of the rows of screens. */
  readonly kept: (steps: readonly Step[]) => Promise<Lists>;
  /** The overlay of the list as it is now, for what is asked by other means. */
  readonly overlay: () => Promise<Overlay | null>;
}

export function usePlannedReader(): PlannedReader {
  const { execute, viewer, txlist, catalogue, shell } = usePortal();
  const client = useQueryClient();
  return useMemo((): PlannedReader => {
    const now = async (): Promise<Overlay | null> => {
      const planned = items(txlist.state.history);
      if (!shell.state.isAsPlanned || planned.length === 0) return null;
      return (await overlayOf.fetch())(planned, txlist.state.run, catalogue);
    };
    const asPlanned = async (
      steps: readonly Step[],
      ask: (sent: readonly Step[]) => Promise<Lists>,
    ): Promise<Lists> => {
      const overlay = await now();
      const lists = await ask(overlay?.steps(steps) ?? steps);
      return overlay?.lists(steps, lists).staying ?? lists;
    };
    return {
      overlay: now,
      read: (steps, signal) => asPlanned(steps, (sent) => readLists(execute, sent, signal)),
      kept: (steps) => asPlanned(steps, (sent) => client.fetchQuery(listsQuery(execute, viewer, sent))),
    };
  }, [execute, viewer, txlist, catalogue, shell, client]);
}
