import type { Execute } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import type { History } from "#core/txlist/history";
import type { Run } from "#core/txlist/run";
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

/** State that the steps of a run share. */
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
