import type { CancelSignal } from "#contract/wire/outcome";
import { Cancelled, refuseIfCancelled } from "../../db/cancel.ts";
import { refuse } from "../../faults.ts";

export interface Lines {
  /** Resolves when the caller is inside, with a function to leave. Refuses after too long a wait; throws when the caller has gone. */
  enter(name: string, signal?: CancelSignal): Promise<() => void>;
}

interface Line {
  inside: number;
  readonly waiting: Set<() => void>;
}

/** Waits in two lines, one after the other. Resolves inside both, with a function that leaves both. */
export async function enterBoth(
  [first, firstName]: readonly [Lines, string],
  [second, secondName]: readonly [Lines, string],
  signal?: CancelSignal,
): Promise<() => void> {
  const leaveFirst = await first.enter(firstName, signal);
  try {
    const leaveSecond = await second.enter(secondName, signal);
    return () => {
      leaveSecond();
      leaveFirst();
    };
  } catch (error) {
    leaveFirst();
    throw error;
  }
}

/** Lines by name. Each lets a limited number inside; the others wait in order. */
export function createLines(most: number, waitsAtMost: number): Lines {
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

  return {
    async enter(name, signal) {
      refuseIfCancelled(signal);
      const line = lines.get(name) ?? { inside: 0, waiting: new Set() };
      lines.set(name, line);
      if (line.inside < most) line.inside++;
      else await turnIn(line, waitsAtMost, signal);
      return () => {
        leave(name, line);
      };
    },
  };
}

/** Resolves when somebody leaves. */
async function turnIn(line: Line, waitsAtMost: number, signal: CancelSignal | undefined): Promise<void> {
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
    leave(refuse("time_limit", { limit_s: waitsAtMost / 1000 }));
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
