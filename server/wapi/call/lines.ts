import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import { Cancelled, refuseIfCancelled } from "../../db/cancel.ts";
import { refuse } from "../../faults.ts";

export interface Lines {
  /**
   * Resolves when the caller is inside, with a function to leave. Refuses if the wait is too long or too many wait; throws if the caller has
   * disconnected.
   */
  enter(name: string, signal?: CancelSignal): Promise<() => void>;
  /** The function to leave if there is a place at once; otherwise null. */
  enterNow(name: string): (() => void) | null;
  /** Numbers of callers inside and waiting, under all names. */
  state(): LinesState;
}

export interface LinesState {
  readonly inside: number;
  readonly waiting: number;
}

interface Line {
  inside: number;
  readonly waiting: Set<() => void>;
}

/** Waits in several lines, one after the other. Resolves inside all of them, with a function that leaves all. */
export async function enterAll(
  lines: readonly { readonly line: Lines; readonly name: string }[],
  signal?: CancelSignal,
): Promise<() => void> {
  const leaves: (() => void)[] = [];
  const leaveAll = (): void => {
    for (const leave of leaves.splice(0).reverse()) leave();
  };
  try {
    for (const { line, name } of lines) leaves.push(await line.enter(name, signal));
    return leaveAll;
  } catch (error) {
    leaveAll();
    throw error;
  }
}

/** Lines by name. Each lets a limited number inside; the others wait in order, at most `waiting` of them and `waitsAtMost` ms. `tooLong` is the refusal of those who wait too long. */
export function createLines(
  most: number,
  waitsAtMost: number,
  waiting = Infinity,
  tooLong: () => Error = () => refuse("time_limit", { limit_s: waitsAtMost / 1000 }),
): Lines {
  const lines = new Map<string, Line>();

  function leave(name: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.inside--;
    if (line.inside === 0) lines.delete(name);
  }

  function lineOf(name: string): Line {
    return lines.get(name) ?? { inside: 0, waiting: new Set() };
  }

  return {
    state() {
      let [inside, queued] = [0, 0];
      for (const line of lines.values()) {
        inside += line.inside;
        queued += line.waiting.size;
      }
      return { inside, waiting: queued };
    },
    enterNow(name) {
      const line = lineOf(name);
      if (line.inside >= most) return null;
      lines.set(name, line);
      line.inside++;
      return () => {
        leave(name, line);
      };
    },
    async enter(name, signal) {
      refuseIfCancelled(signal);
      const line = lineOf(name);
      if (line.waiting.size >= waiting)
        throw refuse("too_many_requests", { retry_after_s: LIMITS.retryAfter });
      lines.set(name, line);
      if (line.inside < most) line.inside++;
      else await turnIn(line, { waitsAtMost, tooLong }, signal);
      return () => {
        leave(name, line);
      };
    },
  };
}

/** Resolves when somebody leaves. */
async function turnIn(
  line: Line,
  { waitsAtMost, tooLong }: { readonly waitsAtMost: number; readonly tooLong: () => Error },
  signal: CancelSignal | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const go = (): void => {
    resolve(undefined);
  };
  const leave = (reason: Error): void => {
    line.waiting.delete(go);
    reject(reason);
  };
  const cancel = (): void => {
    leave(new Cancelled());
  };
  const timer = setTimeout(() => {
    leave(tooLong());
  }, waitsAtMost);
  line.waiting.add(go);
  signal?.addEventListener("abort", cancel);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}
