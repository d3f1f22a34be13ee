import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useNavigate } from "react-router-dom";
import { launchHref } from "#core/route/launch";
import { launchVariant, tookEffect, wasReverted, type Run, type RunMode } from "#core/txlist/run";
import { ROW_KEYS } from "../../api/queries.ts";
import { usePortal } from "../portal.ts";
import { useListState } from "./use-list-state.ts";

/** Tests or applies the list. After an apply all rows are stale; with a current object its launch link leads on (TA-59, TA-60). */
export function useRun(): (mode: RunMode, asLogin?: string) => Promise<Run> {
  const { txlist, shell, notices } = usePortal();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { run: last } = useListState(txlist);
  // Of an apply that a page loaded anew found the end of, no press of a button knows.
  const isFound = last.phase === "success" && last.isLost === true && tookEffect(last);
  useEffect(() => {
    if (isFound) void client.invalidateQueries({ queryKey: ROW_KEYS });
  }, [client, isFound]);
  return useCallback(
    async (mode, asLogin) => {
      const run = await txlist.run(mode, asLogin);
      if (wasReverted(run)) {
        notices.show({
          tone: "warning",
          title: { key: "editor.run.revertedTitle" },
          text: { key: "editor.run.reverted" },
        });
      }
      if (tookEffect(run) && run.phase === "success") {
        await client.invalidateQueries({ queryKey: ROW_KEYS });
        const current = shell.state.current;
        if (current !== null) {
          await navigate(launchHref(current.type, current.gpk, launchVariant(run.sent, current)));
        }
      }
      return run;
    },
    [txlist, shell, notices, client, navigate],
  );
}
