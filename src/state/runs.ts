import { ref } from "valtio";
import type { Fault } from "#contract/wire/fault";
import type { Execute } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import type { Step } from "#contract/wire/step";
import { isUntold } from "#core/fault/untold";
import type { Entry } from "#core/txlist/entry";
import { items, type History, type UnderWay } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { IDLE, lostRun, runOf, tookEffect, type Run, type RunMode } from "#core/txlist/run";
import { testSteps } from "#core/txlist/test-steps";
import { toSteps } from "#core/txlist/to-steps";
import type { CommandLog } from "./command-log.ts";
import type { KeptHistory } from "./kept-history.ts";

export interface RunPorts {
  readonly execute: Execute;
  readonly log: CommandLog;
  /** What the server knows of a call that was sent under this name; null where it knows of none. */
  readonly progress: (callId: string) => Promise<CallProgress | null>;
  /** Told when the answer of an apply was lost, so that somebody sees what becomes of it. */
  readonly onLost: () => void;
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface RunState {
  history: History;
  run: Run;
  /** When the run came to its end, in ms. */
  endedAt: number;
  login: string | null;
}

export interface Runs {
  run(mode: RunMode, asLogin?: string): Promise<Run>;
  /** Looks after an apply that another tab, or this page before it was loaded anew, has sent. */
  follow(): void;
  /** Another account is open. */
  forget(): void;
}

interface Sending {
  readonly login: string | null;
  readonly sent: readonly Planned[];
  readonly steps: readonly Step[];
}

/** Calls of fewer steps are over before anybody could ask how far they are. */
const COUNTED_FROM = 10;

const fetchFinder = () => import("./lost-apply.ts");

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tests and applies the list. One tab at a time applies, and what is sent is kept with the list before it is sent: whatever happens to the
 * connection, the page or the tab, its end is found, and nothing is lost or applied twice.
 */
export function createRuns(state: RunState, kept: KeptHistory, ports: RunPorts): Runs {
  /** Name of the apply that this tab looks after. */
  let minded: string | null = null;
  /** How often an account was opened: the same one again has another token. */
  let openings = 0;
  const now = ports.now ?? Date.now;
  const isStill = (login: string | null): boolean => state.login === login;
  const asked = { progress: ports.progress, now, wait: ports.wait ?? pause };

  const finish = (run: Run): void => {
    state.endedAt = now();
    state.run = ref(run);
  };

  /** Asks what became of an apply whose answer nobody has; null where its account signs out meanwhile, and asks when it comes back. */
  const find = async (way: UnderWay, fault: Fault | null): Promise<Run | null> => {
    const { sent, callId } = way;
    const opening = openings;
    state.run = ref<Run>({ phase: "busy", mode: "apply", sent, callId, isLost: true });
    ports.onLost();
    const { endOfApply } = await fetchFinder();
    const hasLeft = (): boolean => openings !== opening;
    const end = await endOfApply({ ...asked, hasLeft }, way, fault !== null);
    return end === "left" ? null : lostRun(sent, end, fault);
  };
  const conclude = async (login: string | null, callId: string, run: Run): Promise<Run> => {
    const end: Entry =
      run.phase === "success" && tookEffect(run)
        ? { kind: "applied", uuids: run.sent.map(({ uuid }) => uuid) }
        : { kind: "ended", callId };
    // Who is signed in by then has another list: what is known of this one is kept for the time when it is opened again.
    if (!isStill(login)) {
      if (login !== null) await kept.keepFor(login, end);
      return run;
    }
    kept.say(end);
    // Only then is it said: a page that is reloaded at once would offer the same changes again.
    await kept.settled();
    return run;
  };
  /** What was shown when Apply was pressed is still there, and nobody else has sent it. */
  const mayStillApply = (sent: readonly Planned[]): boolean => {
    const there = new Set(items(state.history).map(({ uuid }) => uuid));
    return state.history.underWay === null && sent.every(({ uuid }) => there.has(uuid));
  };
  const apply = async ({ login, sent, steps }: Sending, callId: string): Promise<Run> => {
    // What finds the end of a lost apply is there before it could be lost.
    await Promise.all([kept.renew(), fetchFinder()]);
    if (!isStill(login) || !mayStillApply(sent)) return IDLE;
    minded = callId;
    const at = now();
    kept.say({ kind: "sent", callId, at, uuids: sent.map(({ uuid }) => uuid) });
    await kept.settled();
    const outcome = await ports.execute(steps, { dryRun: false, callId }).catch((error: unknown) => {
      kept.say({ kind: "ended", callId });
      throw error;
    });
    const isLost = !outcome.ok && isUntold(outcome);
    // Who signs in again is told; until then nobody may ask.
    if (isLost && !isStill(login)) return IDLE;
    const run = isLost ? await find({ callId, at, sent }, outcome.fault) : runOf("apply", sent, outcome);
    return run === null ? IDLE : conclude(login, callId, run);
  };
  const applyAlone = (sending: Sending): Promise<Run> => {
    const callId = crypto.randomUUID();
    state.run = ref<Run>({ phase: "busy", mode: "apply", sent: sending.sent, callId });
    return ports.log.applying(sending.login ?? "", () => apply(sending, callId));
  };
  const test = async ({ sent, steps }: Sending, asLogin: string | undefined): Promise<Run> => {
    const callId = steps.length < COUNTED_FROM ? null : crypto.randomUUID();
    state.run = ref<Run>({ phase: "busy", mode: "test", sent, callId });
    const options = {
      dryRun: true,
      ...(asLogin === undefined ? {} : { asLogin }),
      ...(callId === null ? {} : { callId }),
    };
    return runOf("test", sent, await ports.execute(steps, options), asLogin);
  };
  /** Finds the end of an apply once the tab that has sent it is gone. */
  const takeOver = async (login: string, callId: string): Promise<void> => {
    if (!isStill(login)) return;
    await kept.renew();
    const way = state.history.underWay;
    if (!isStill(login) || way?.callId !== callId) return;
    const found = await find(way, null);
    if (found === null) return;
    const run = await conclude(login, callId, found);
    if (isStill(login)) finish(run);
  };
  return {
    run: async (mode, asLogin) => {
      const { login } = state;
      const opening = openings;
      const sent = items(state.history);
      const running =
        mode === "test"
          ? test({ login, sent, steps: testSteps(sent) }, asLogin)
          : applyAlone({ login, sent, steps: toSteps(sent) });
      const run = await running.catch((error: unknown) => {
        // Not a refusal but a bug: the list is free again, and the error goes where bugs go.
        state.run = ref(IDLE);
        throw error;
      });
      if (openings === opening) finish(run);
      return run;
    },
    follow: () => {
      const { login, history } = state;
      const callId = history.underWay?.callId ?? null;
      if (login === null || callId === null || callId === minded) return;
      minded = callId;
      void ports.log.applying(login, () => takeOver(login, callId));
    },
    forget: () => {
      openings += 1;
      minded = null;
    },
  };
}
