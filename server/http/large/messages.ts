import { Cancelled } from "../../db/cancel.ts";
import type { Connection } from "../../db/database.ts";
import { Refusal, type FaultName, type RefusalParts } from "../../faults.ts";
import type { Call } from "../../wapi/call/understand.ts";
import type { Line } from "../../log.ts";
import type { Observed } from "../../wapi/call/observed.ts";
import type { Body } from "../body.ts";
import type { LargeRoom } from "./room.ts";

/** Data that a thread needs to answer calls like this process. */
export interface ThreadSettings {
  readonly connection: Connection;
  readonly isReplica: boolean;
  readonly accessMode: "rw" | "ro";
  readonly room: LargeRoom;
}

/** A call whose body is in separate pieces of memory, or that has no body. The pieces are given to the thread with the call. */
export type LargeCall = Omit<Call, "body"> & { readonly body: Body | null };

/**
 * Messages to the thread: a call, then a request for each further part of its answer. `give_up` says that the answer is no longer needed, and
 * `retire` that no call follows.
 */
export type Order =
  | ({ readonly kind: "call"; readonly query: string } & Pick<
      LargeCall,
      "target" | "token" | "visit" | "origin" | "body"
    >)
  | { readonly kind: "next" }
  | { readonly kind: "give_up" }
  | { readonly kind: "retire" };

/** Messages from the thread. */
export type Report =
  | {
      readonly kind: "answer";
      readonly headers: Readonly<Record<string, string>>;
      /** Null if the answer comes in parts. */
      readonly whole: Uint8Array<ArrayBuffer> | null;
    }
  | { readonly kind: "part"; readonly bytes: Uint8Array }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Other reports of a thread, at any time. */
export type Aside =
  { readonly kind: "log"; readonly line: Line } | { readonly kind: "observed"; readonly observed: Observed };

interface Refused {
  readonly kind: "refused";
  readonly fault: FaultName;
  readonly parts: Omit<RefusalParts, "further">;
  readonly further: readonly Refused[];
}

/** An error of a call in a form that can be sent between threads. */
export type Failure =
  | Refused
  | { readonly kind: "cancelled" }
  | {
      readonly kind: "error";
      readonly message: string;
      readonly stack: string;
      readonly code: string | null;
    };

export function toFailure(error: unknown): Failure {
  if (error instanceof Refusal) return toRefused(error);
  if (error instanceof Cancelled) return { kind: "cancelled" };
  if (!(error instanceof Error)) return { kind: "error", message: String(error), stack: "", code: null };
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  return { kind: "error", message: error.message, stack: error.stack ?? "", code };
}

function toRefused({ fault, parts: { further, ...parts } }: Refusal): Refused {
  return { kind: "refused", fault, parts, further: further.map(toRefused) };
}

function fromRefused({ fault, further, parts }: Refused): Refusal {
  return new Refusal(fault, { ...parts, further: further.map(fromRefused) });
}

/** The error that `toFailure` encoded. */
export function fromFailure(failure: Failure): Error {
  if (failure.kind === "refused") return fromRefused(failure);
  if (failure.kind === "cancelled") return new Cancelled();
  const { message, stack, code } = failure;
  return Object.assign(new Error(message), { stack }, code === null ? {} : { code });
}
