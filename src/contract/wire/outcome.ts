import type { Fault } from "./fault.ts";
import type { Row } from "./json.ts";
import type { Step } from "./step.ts";

export type Lists = Readonly<Record<string, readonly Row[]>>;

/** Result of a transaction. A fault is an expected answer and a value; an exception is a bug. */
export type Outcome =
  | {
      readonly ok: true;
      readonly lists: Lists;
      readonly rolledBack: boolean;
      readonly accessMode: "rw" | "ro";
      /** Gpk of the record of what was changed (wire contract 3.7). */
      readonly transaction?: string;
    }
  | {
      readonly ok: false;
      readonly fault: Fault;
      /** HTTP status of the refusal, 0 if the server was unreachable; absent without a network. */
      readonly status?: number;
    };

/** The part of `AbortSignal` that both sides need, because the contract has no DOM. */
export interface CancelSignal {
  readonly aborted: boolean;
  addEventListener(type: "abort", listener: () => void): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** Key of the list of changed answers of name servers, DHCP and RADIUS (wire contract 3.13). */
export const ANSWERS_KEY = "__services";

export interface ExecuteOptions {
  readonly dryRun: boolean;
  /** The dry run also tells which answers of servers change (wire contract 3.13). */
  readonly tellsAnswers?: boolean;
  /** A refusal also lists the refused steps after the first one. */
  readonly allFaults?: boolean;
  readonly asLogin?: string;
  /** Name to ask for progress during the call (wire contract 3.12). */
  readonly callId?: string;
  readonly signal?: CancelSignal;
}

/** The one port between portal and server; implemented over HTTP in src/api and in process for tests. */
export type Execute = (steps: readonly Step[], options: ExecuteOptions) => Promise<Outcome>;
