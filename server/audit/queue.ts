import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "../log.ts";
import type { Audit, AuditLine } from "./audit.ts";

/** Where audit lines go. */
export interface Sink {
  /** Name of the place in the log. */
  readonly place: string;
  /** Delivers lines in their order; rejects if that is not possible now. */
  send(lines: readonly AuditLine[]): Promise<void>;
  close(): void;
}

export interface AuditQueue {
  readonly audit: Audit;
  /** Waiting lines, and lines that were lost since the start. */
  state(): { readonly waiting: number; readonly lost: number };
  /** Delivers waiting lines, for at most two seconds. */
  close(): Promise<void>;
}

const MOST_WAITING = 10_000;
const AT_ONCE = 200;
const PAUSES = [250, 1_000, 5_000, 15_000];
const TOLD_MS = 60_000;
const LAST_MS = 2_000;

/**
 * Delivers events without delaying anybody. While the place refuses lines, the first 10,000 wait and later ones are lost. The log tells that lines
 * are lost at most once a minute, and a line `lost` with their number follows as soon as the place takes lines again.
 */
export function createQueue(sink: Sink, log: Log, now: () => Date = () => new Date()): AuditQueue {
  const waiting: AuditLine[] = [];
  const closing = new AbortController();
  let [lost, untold, toldAt, tries] = [0, 0, -TOLD_MS, 0];
  let round: Promise<void> | null = null;

  function failed(error: unknown): void {
    if (performance.now() - toldAt < TOLD_MS) return;
    toldAt = performance.now();
    log(`audit: ${sink.place} takes no lines; ${String(waiting.length)} wait, ${String(lost)} are lost`, {
      error,
    });
  }

  async function deliver(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_ONCE);
      try {
        await sink.send(batch);
      } catch (error) {
        failed(error);
        if (closing.signal.aborted) return;
        await pause(PAUSES[tries++] ?? 30_000, undefined, { ref: false, signal: closing.signal }).catch(
          () => undefined,
        );
        continue;
      }
      tries = 0;
      waiting.splice(0, batch.length);
      if (untold > 0) waiting.unshift({ time: now().toISOString(), event: "lost", count: untold });
      untold = 0;
    }
  }

  return {
    audit(event) {
      if (waiting.length >= MOST_WAITING) {
        lost++;
        untold++;
        return;
      }
      waiting.push({ time: now().toISOString(), ...event });
      round ??= deliver().finally(() => {
        round = null;
      });
    },
    state: () => ({ waiting: waiting.length, lost }),
    async close() {
      closing.abort();
      await Promise.race([round, pause(LAST_MS, undefined, { ref: false })]);
      sink.close();
    },
  };
}
