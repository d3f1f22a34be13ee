import { hashKey, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "#core/catalogue/catalogue";
import { creatingStep } from "#core/catalogue/planned-gpk";
import { aboveHref } from "#core/route/above";
import { launchHref, launchSteps } from "#core/route/launch";
import { deletedRow } from "#core/txlist/results";
import type { Run, RunMode } from "#core/txlist/run";
import { launchVariant, tookEffect, wasReverted } from "#core/txlist/run-end";
import { listsQuery, ROW_KEYS } from "../../api/queries.ts";
import type { CurrentObject, ShellStore } from "../../state/shell.ts";
import { isOpen } from "../open-address.ts";
import { useCalls } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useFrame, type PageFrame } from "../portal/frame.ts";
import { useNotices, useShell, useTransactionList } from "../portal/stores.ts";
import { useListState } from "./use-list-state.ts";

/** Tests or applies the list. An apply makes all rows stale and then follows the launch link of the current object (TA-59, TA-60). */
export function useRun(): (mode: RunMode, asLogin?: string) => Promise<Run> {
  const txlist = useTransactionList();
  const shell = useShell();
  const notices = useNotices();
  const catalogue = useCatalogue();
  const { above: levelAbove } = useFrame();
  const { execute, viewer } = useCalls();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { run: last } = useListState(txlist);
  // True if the page was reloaded during an apply and has learned how the apply ended. No button on this page started that apply.
  const isFound = last.phase === "success" && last.isLost === true && tookEffect(last);
  useEffect(() => {
    if (isFound) void client.invalidateQueries({ queryKey: ROW_KEYS });
  }, [client, isFound]);
  return useCallback(
    async (mode, asLogin) => {
      const begun = shownIn(shell);
      const run = await txlist.run(mode, asLogin);
      if (wasReverted(run)) notices.show(REVERTED);
      if (tookEffect(run) && run.phase === "success") {
        // A reader who has opened another page in the meantime stays there.
        const current = begun !== null && isOpen(begun.shownAt) ? afterRun(begun, run.results) : null;
        const gone = goneWith(run, current, { catalogue, above: levelAbove });
        if (gone !== null) {
          // This comes before the page would request deleted rows again.
          await navigate(gone.above);
          const text = { key: "editor.run.deletedHere", values: { title: gone.title } } as const;
          notices.show({ tone: "info", title: null, text });
        }
        if (current === null || gone !== null) await client.invalidateQueries({ queryKey: ROW_KEYS });
        else {
          // The page stays until its new address is known. So a renamed object does not seem to be missing, and nothing blinks.
          const launch = listsQuery(execute, viewer, launchSteps(catalogue, current.type, current.gpk));
          await client.prefetchQuery({ ...launch, staleTime: 0 });
          if (isOpen(current.shownAt)) {
            const variant = launchVariant(run.sent, run.results, current);
            await navigate(launchHref(current.type, current.gpk, variant));
          }
          await client.invalidateQueries({
            queryKey: ROW_KEYS,
            predicate: ({ queryHash }) => queryHash !== hashKey(launch.queryKey),
          });
        }
      }
      return run;
    },
    [txlist, shell, notices, client, navigate, catalogue, levelAbove, execute, viewer],
  );
}

/** The object with the gpk that the apply gave to a planned one. Null if the answer does not have it. */
function afterRun(current: CurrentObject, results: Lists): CurrentObject | null {
  const idx = creatingStep(current.gpk);
  if (idx === null) return current;
  const gpk = results[idx]?.[0]?.["gpk"];
  return typeof gpk === "string" ? { ...current, gpk } : null;
}

/** The object of the page at this moment. */
function shownIn({ state }: ShellStore): CurrentObject | null {
  return state.current;
}

const REVERTED = {
  tone: "warning",
  title: { key: "editor.run.revertedTitle" },
  text: { key: "editor.run.reverted" },
} as const;

/** The title of the page's object and the address one level above it, if the run deleted it. */
function goneWith(
  run: Run,
  current: CurrentObject | null,
  { catalogue, above: levelAbove }: Pick<PageFrame, "above"> & { readonly catalogue: Catalogue },
): { readonly above: string; readonly title: string } | null {
  if (current === null) return null;
  const row = deletedRow(run, current);
  const type = catalogue.objectType(current.type);
  if (row === null || type === null) return null;
  return { above: aboveHref(catalogue, type, row, levelAbove), title: current.title };
}
