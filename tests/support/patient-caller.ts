import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { FaultError } from "#core/fault/fault-error";
import { isUntold } from "#core/fault/untold";
import { callProgress } from "../../src/api/call-progress.ts";
import { createExecute, readLists } from "../../src/api/execute.ts";
import { createHttp } from "../../src/api/http.ts";
import { endOfApply } from "../../src/state/lost-apply.ts";

/** A caller that repeats unexecuted calls, with the questions of the portal to the server. */
export interface PatientCaller {
  /** Repeats a reading call until it is answered. */
  read(steps: readonly Step[]): Promise<Lists>;
  /** Sends a change under a name of its own. Without an answer it asks for the result of the call, and repeats it if it was not executed. */
  change(steps: readonly Step[]): Promise<void>;
}

/** Time in ms after which a caller gives up. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 200;

export function patientCaller(address: string, token: string): PatientCaller {
  const http = createHttp({
    fetch: (path, init) => fetch(new URL(path instanceof Request ? path.url : path, address), init),
    token: () => token,
    onReach: () => undefined,
    language: () => "en",
    sentence: (fault, status) => `${fault} (${String(status)})`,
  });
  const execute = createExecute(http, () => null);
  const progress = (callId: string) => callProgress(http, callId, AbortSignal.timeout(10_000));
  const ports = { progress, now: Date.now, wait: (ms: number) => sleep(ms), hasLeft: () => false };

  /** Whether the change is done; false if it may be sent again. Throws if it is refused, or if the result is unknown. */
  async function isDone(steps: readonly Step[]): Promise<boolean> {
    const callId = randomUUID();
    const sent = { callId, at: Date.now(), sent: [] };
    const outcome = await execute(steps, { dryRun: false, callId });
    if (outcome.ok) return true;
    if (!isAway(outcome.status))
      throw new Error(`${String(outcome.status)}: ${JSON.stringify(outcome.fault)}`);
    // The server itself says that nothing was changed.
    if (!isUntold(outcome)) return false;
    const end = await endOfApply(ports, sent, true);
    if (end === "committed") return true;
    if (end === "undone" || end === "unsent") return false;
    throw new Error(`the call ended ${end}`);
  }

  return {
    read: (steps) => patiently(() => readLists(execute, steps)),
    async change(steps) {
      const until = Date.now() + PATIENCE_MS;
      while (!(await isDone(steps))) {
        if (Date.now() > until) throw new Error("the change was never done");
        await sleep(PAUSE_MS);
      }
    },
  };
}

async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await work();
    } catch (fault) {
      if (Date.now() > until || !(fault instanceof FaultError && isAway(fault.status))) throw fault;
    }
  }
}

/** No answer at all, or an answer that a process or proxy gives while its database or process is away. */
function isAway(status = 0): boolean {
  return [0, 502, 503, 504].includes(status);
}
