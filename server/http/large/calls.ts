import { LIMITS } from "#contract/limits";
import type { Answer } from "../../wapi/call/execute.ts";
import { createLines } from "../../wapi/call/lines.ts";
import type { Aside, LargeCall, ThreadSettings } from "./messages.ts";
import type { Patience } from "../patience.ts";
import { startThread, type Thread } from "./worker.ts";

/** Time in ms after which an idle thread ends and its memory is freed. */
const IDLE_MS = 5_000;

/** Answers calls whose bodies would delay everybody while they are parsed, planned and executed (wire contract 1.8). */
export interface LargeCalls {
  call(call: LargeCall): Promise<Answer>;
  close(): Promise<void>;
}

export function createLargeCalls(
  settings: ThreadSettings,
  patience?: Patience,
  hears?: (aside: Aside) => void,
): LargeCalls {
  const line = createLines(settings.room.threads, LIMITS.callTime);
  const idle = new Map<Thread, NodeJS.Timeout>();
  const all = new Set<Thread>();

  function take(): Thread {
    const [first] = idle;
    if (first === undefined) {
      const started = startThread(settings, patience, hears);
      all.add(started);
      return started;
    }
    const [thread, timer] = first;
    clearTimeout(timer);
    idle.delete(thread);
    return thread;
  }

  function rest(thread: Thread): void {
    if (thread.isOver()) {
      all.delete(thread);
      return;
    }
    const timer = setTimeout(() => {
      idle.delete(thread);
      all.delete(thread);
      thread.retire();
    }, IDLE_MS);
    timer.unref();
    idle.set(thread, timer);
  }

  return {
    async call(call) {
      const leave = await line.enter("", call.signal);
      const thread = take();
      return thread.call(call, () => {
        rest(thread);
        leave();
      });
    },
    async close() {
      await Promise.all([...all].map((thread) => thread.end()));
    },
  };
}
