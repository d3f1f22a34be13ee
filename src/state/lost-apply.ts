import { LIMITS } from "#contract/limits";
import type { CallProgress } from "#contract/wire/progress";
import { FaultError } from "#core/fault/fault-error";
import type { UnderWay } from "#core/txlist/history";
import type { LostEnd } from "#core/txlist/run";

export interface LostApplyPorts {
  /** What the server knows of a call; null where it knows of none. Rejects where it cannot be asked. */
  readonly progress: (callId: string) => Promise<CallProgress | null>;
  /** In ms since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** Whether the account that asks has signed out: what the server tells others of the call says nothing about it. */
  readonly hasLeft: () => boolean;
}

export type ApplyEnd = "committed" | "rolled_back" | Exclude<LostEnd, "test">;

const ASK_EVERY = 1_000;

/** A call that the server does not know when asked so often in a row has not come to it. */
const UNKNOWN_FOR = 3;

/**
 * What became of an apply whose answer was lost, asked for until the server says it or does not know it any more (wire contract 3.12).
 * Only who has sent it with the same token can tell one that never arrived from one that is forgotten.
 */
export async function endOfApply(
  { progress, now, wait, hasLeft }: LostApplyPorts,
  { callId, at }: UnderWay,
  isSender: boolean,
): Promise<ApplyEnd | "left"> {
  let unknown = 0;
  let wasSeen = false;
  while (now() - at < LIMITS.progressKept) {
    const found = await progress(callId).catch(unreached);
    if (hasLeft()) return "left";
    if (found === "refused") return "unknown";
    if (found === null) {
      unknown += 1;
      if (unknown >= UNKNOWN_FOR) return isSender && !wasSeen ? "unsent" : "unknown";
    } else if (found !== "unreached") {
      if (found.state !== "running") return END[found.state];
      wasSeen = true;
      unknown = 0;
    }
    await wait(ASK_EVERY);
  }
  return "unknown";
}

const END = {
  committed: "committed",
  rolled_back: "rolled_back",
  failed: "undone",
} as const satisfies Readonly<Record<Exclude<CallProgress["state"], "running">, ApplyEnd>>;

/** A server that is not there for the moment, or takes too long, is asked again; one that refuses to tell is not. */
function unreached(error: unknown): "unreached" | "refused" {
  const status = error instanceof FaultError ? error.status : 0;
  return status >= 400 && status < 500 && status !== 429 ? "refused" : "unreached";
}
