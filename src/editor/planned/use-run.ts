import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { aboveHref } from "#core/route/above";
import { launchHref } from "#core/route/launch";
import { deletedRow, launchVariant, tookEffect, wasReverted, type Run, type RunMode } from "#core/txlist/run";
import { ROW_KEYS } from "../../api/queries.ts";
import type { CurrentObject } from "../../state/shell.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { usePortal, type Portal } from "../portal.ts";
import { useListState } from "./use-list-state.ts";

/** Tests or applies the list. After an apply all rows are stale; with a current object its launch link leads on (TA-59, TA-60). */
export function useRun(): (mode: RunMode, asLogin?: string) => Promise<Run> {
  const { txlist, shell, notices, catalogue, above: levelAbove } = usePortal();
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useLatest(useLocation().pathname);
  const { run: last } = useListState(txlist);
  // Of an apply that a page loaded anew found the end of, no press of a button knows.
  const isFound = last.phase === "success" && last.isLost === true && tookEffect(last);
  useEffect(() => {
    if (isFound) void client.invalidateQueries({ queryKey: ROW_KEYS });
  }, [client, isFound]);
  return useCallback(
    async (mode, asLogin) => {
      const run = await txlist.run(mode, asLogin);
      if (wasReverted(run)) notices.show(REVERTED);
      if (tookEffect(run) && run.phase === "success") {
        const path = open.current;
        const current = shell.state.current;
        const above = current === null ? null : aboveGone(run, current, { catalogue, above: levelAbove });
        if (current !== null && above !== null) {
          // Before the page asks again for what is no more.
          await navigate(above);
          const text = { key: "editor.run.deletedHere", values: { title: current.title } } as const;
          notices.show({ tone: "info", title: null, text });
        }
        await client.invalidateQueries({ queryKey: ROW_KEYS });
        // Who has gone to another page meanwhile is not taken back.
        if (current !== null && above === null && open.current === path) {
          await navigate(launchHref(current.type, current.gpk, launchVariant(run.sent, current)));
        }
      }
      return run;
    },
    [txlist, shell, notices, client, navigate, catalogue, levelAbove, open],
  );
}

const REVERTED = {
  tone: "warning",
  title: { key: "editor.run.revertedTitle" },
  text: { key: "editor.run.reverted" },
} as const;

/** One level above the object that the page shows, where the run has deleted it. */
function aboveGone(
  run: Run,
  current: CurrentObject,
  { catalogue, above }: Pick<Portal, "catalogue" | "above">,
): string | null {
  const row = deletedRow(run, current);
  const type = catalogue.objectType(current.type);
  return row === null || type === null ? null : aboveHref(type, row, above);
}
