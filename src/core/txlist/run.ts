import type { Fault } from "#contract/wire/fault";
import type { Lists } from "#contract/wire/outcome";
import type { Planned } from "./planned.ts";

export type RunMode = "test" | "apply";

interface Sent {
  readonly mode: RunMode;
  /** The list in the form that was sent (TA-51). */
  readonly sent: readonly Planned[];
}

interface Ended extends Sent {
  /** The account of a test as another account. */
  readonly as?: string;
}

export type Run =
  | { readonly phase: "idle" }
  | (Sent & {
      readonly phase: "busy";
      /** Name for requests of the progress; null without progress. */
      readonly callId: string | null;
      /** The answer of an apply was lost, and the server is asked how the apply ended. */
      readonly isLost?: true;
    })
  | (Ended & {
      readonly phase: "success";
      /** The changes were rolled back, as always after a test. */
      readonly rolledBack: boolean;
      readonly results: Lists;
      /** Gpk of the record of the changes. */
      readonly transaction?: string;
      /** The answer was lost with its results. */
      readonly isLost?: true;
    })
  | (Ended & {
      readonly phase: "error";
      /** Null if the page was reloaded before the answer came. */
      readonly fault: Fault | null;
      readonly failed: string | null;
      /** End of a run whose answer was lost. */
      readonly lost?: LostEnd;
    });

/** End of a run without an answer: a test changes nothing, an apply was undone, did not arrive, or is unknown. */
export type LostEnd = "test" | "undone" | "unsent" | "unknown";

export const IDLE: Run = { phase: "idle" };
