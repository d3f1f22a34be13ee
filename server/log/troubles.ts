import type { Localised } from "#contract/wire/json";
import { troubleOf, type Trouble } from "../sql/sqlstate.ts";
import type { Line } from "../log.ts";
import KINDS from "./troubles.json" with { type: "json" };

/** A lasting trouble of the machine below the database, as people see it. */
export interface Lasting {
  readonly kind: Trouble;
  readonly title: Localised;
  readonly content: Localised;
}

export interface Troubles {
  /** Accepts a line whose error is such a trouble; false for all other lines. */
  take(line: Line): boolean;
  /** The present troubles. */
  lasting(): readonly Lasting[];
  /** Checks whether the troubles are over, and logs the counted failures. Never rejects. */
  look(): Promise<void>;
  stop(): void;
}

export interface TroubleParts {
  readonly write: (line: Line) => void;
  /** Resolves if the database stores data now. */
  readonly probe: () => Promise<unknown>;
}

const LOOK_MS = 15_000;
const TOLD_MS = 60_000;

interface Count {
  toldAt: number;
  /** Failures since the last line. */
  failures: number;
}

/**
 * A full disk makes every call fail in the same way. Instead of a line for each call there is one line at the beginning, one a minute with the number
 * of failures, and one when a probe shows that the disk has space again.
 */
export function createTroubles({ write, probe }: TroubleParts): Troubles {
  const counts = new Map<Trouble, Count>();
  let looking: Promise<void> | null = null;

  function tell(kind: Trouble, rest: string, line?: Line): void {
    const error = line?.error ?? null;
    write({ level: "error", text: `${KINDS[kind].line}${rest}`, incident: null, error });
  }

  async function lookNow(): Promise<void> {
    if (counts.size === 0) return;
    const isOver = await probe().then(
      () => true,
      () => false,
    );
    for (const [kind, count] of counts) {
      if (isOver) {
        counts.delete(kind);
        tell(kind, `: over, after ${String(count.failures)} further failures.`);
      } else if (performance.now() - count.toldAt >= TOLD_MS) {
        tell(kind, `: ${String(count.failures)} failures in the last minute.`);
        Object.assign(count, { toldAt: performance.now(), failures: 0 });
      }
    }
  }

  const look = (): Promise<void> =>
    (looking ??= lookNow().finally(() => {
      looking = null;
    }));
  const timer = setInterval(() => void look(), LOOK_MS);
  timer.unref();
  return {
    take(line) {
      const kind = troubleOf(line.error?.code ?? "");
      if (kind === null) return false;
      const count = counts.get(kind);
      if (count !== undefined) count.failures++;
      else {
        counts.set(kind, { toldAt: performance.now(), failures: 0 });
        tell(kind, ". Further failures are counted, not told one by one.", line);
      }
      return true;
    },
    lasting: () =>
      [...counts.keys()].map((kind) => ({ kind, title: KINDS[kind].title, content: KINDS[kind].content })),
    look,
    stop: () => {
      clearInterval(timer);
    },
  };
}
