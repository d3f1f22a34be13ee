import { ref } from "valtio";
import type { Execute } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import { items, type History } from "#core/txlist/history";
import { IDLE, type Run, type RunMode } from "#core/txlist/run";
import type { CommandLog } from "./command-log.ts";
import type { KeptHistory } from "./kept-history.ts";

export interface RunPorts {
  readonly execute: Execute;
  readonly log: CommandLog;
  /** State of the call with this name on the server; null if it is unknown. */
  readonly progress: (callId: string) => Promise<CallProgress | null>;
  /** Called when the answer of an apply was lost, to show the list. */
  readonly onLost: () => void;
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface RunState {
  /** Replaced as a whole and never a proxy, so that ten thousand elements stay cheap. */
  history: History;
  run: Run;
  /** End of the run in ms. */
  endedAt: number;
  /** Account of the list, or null. */
  login: string | null;
}

/** What the steps of a run share. */
export interface Parts {
  readonly state: RunState;
  readonly kept: KeptHistory;
  readonly ports: RunPorts;
  readonly now: () => number;
  readonly tab: {
    /** Name of the apply that this tab waits for. */
    minded: string | null;
    /** Number of openings, because the same account gets another token. */
    openings: number;
  };
}

const fetchRunner = () => import("./run-list.ts");

/**
 * Tests and applies the list. One tab at a time applies, and the sent list is stored first: whatever happens to connection, page or tab, its end is
 * found, and nothing is lost or applied twice. What does so is loaded with the first run.
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
