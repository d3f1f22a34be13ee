import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { items } from "#core/txlist/history";
import { readLists } from "../../api/execute.ts";
import { listsQuery } from "../../api/queries.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useShell, useTransactionList } from "../portal/stores.ts";
import type { Overlay } from "./overlay-of.ts";
import { overlayOf } from "./use-overlay.ts";

/** Reads for forms and searches. They leave out rows that are planned to be deleted. */
export interface PlannedReader {
  readonly read: (steps: readonly Step[], signal?: AbortSignal) => Promise<Lists>;
  /** Does the same through the cache of the rows of screens. */
  readonly kept: (steps: readonly Step[]) => Promise<Lists>;
  /** The overlay of the present list, for code that sends its own calls. */
  readonly overlay: () => Promise<Overlay | null>;
}

export function usePlannedReader(): PlannedReader {
  const { execute, viewer } = useCalls();
  const txlist = useTransactionList();
  const catalogue = useCatalogue();
  const shell = useShell();
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
