import { ref } from "valtio";
import { items } from "#core/txlist/history";
import { IDLE, type Run, type RunMode } from "#core/txlist/run";
import type { KeptHistory } from "./kept-history.ts";
import type { Parts, RunPorts, RunState } from "./run-parts.ts";

const fetchRunner = () => import("./run-list.ts");

/**
 * Tests and applies the list. One tab at a time applies. The list is stored before it is sent: whatever happens to connection, page or tab, the result
 * is found, and nothing is lost or applied twice. The code of `run-list.ts` is loaded with the first run.
 */
export function createRuns(state: RunState, kept: KeptHistory, ports: RunPorts) {
  const tab: Parts["tab"] = { minded: null, openings: 0 };
  const parts: Parts = { state, kept, ports, tab, now: ports.now ?? Date.now };
  return {
    run: async (mode: RunMode, asLogin?: string): Promise<Run> => {
      const { login } = state;
      const opening = tab.openings;
      const sent = items(state.history);
      state.run = ref<Run>({ phase: "busy", mode, sent, callId: null });
      try {
        const { runList, finish } = await fetchRunner();
        const run = await runList(parts, { login, sent }, mode, asLogin);
        if (tab.openings === opening) finish(parts, run);
        return run;
      } catch (error) {
        // A bug, not a refusal: the list is released and the error passed on.
        state.run = ref(IDLE);
        throw error;
      }
    },
    /** Waits for the end of an apply from another tab, or from this page before a reload. */
    follow: (): void => {
      const { login, history } = state;
      const callId = history.underWay?.callId ?? null;
      if (login === null || callId === null || callId === tab.minded) return;
      tab.minded = callId;
      void ports.log.applying(login, async () => (await fetchRunner()).takeOver(parts, login, callId));
    },
    /** Called when another account is opened. */
    forget: (): void => {
      tab.openings += 1;
      tab.minded = null;
    },
  };
}
