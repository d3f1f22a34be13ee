import { LIMITS } from "#contract/limits";
import type { CallProgress } from "#contract/wire/progress";
import { FaultError } from "#core/fault/fault-error";
import type { UnderWay } from "#core/txlist/history";
import type { LostEnd } from "#core/txlist/run";

export interface LostApplyPorts {
  /** State of a call on the server; null if it is unknown. Rejects if the server does not answer. */
  readonly progress: (callId: string) => Promise<CallProgress | null>;
  /** In ms since 1970. */
  readonly now: () => number;
  readonly wait: (ms: number) => Promise<void>;
  /** True if the account has signed out. An answer to another account says nothing about the call. */
  readonly hasLeft: () => boolean;
}

export type ApplyEnd = "committed" | "rolled_back" | Exclude<LostEnd, "test">;

/** In ms. Somebody waits meanwhile, and only for a call whose answer was lost. */
const ASK_EVERY = 500;

/** Consecutive unknown answers after which a call has not arrived: a call that arrives is noted before it waits for its turn. */
const UNKNOWN_FOR = 3;

/**
 * End of an apply whose answer was lost: asks until the server tells it or does not know the call any more (wire contract 3.12). Only with the same
 * token can a call that never arrived be distinguished from a forgotten one.
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

/** An unreachable or slow server is asked again, a refusal is final. */
function unreached(error: unknown): "unreached" | "refused" {
  const status = error instanceof FaultError ? error.status : 0;
  return status >= 400 && status < 500 && status !== 429 ? "refused" : "unreached";
}
