import { ref } from "valtio";
import type { Fault } from "#contract/wire/fault";
import { isUntold } from "#core/fault/untold";
import type { Entry } from "#core/txlist/entry";
import { items, type UnderWay } from "#core/txlist/history";
import type { Planned } from "#core/txlist/planned";
import { IDLE, type Run, type RunMode } from "#core/txlist/run";
import { lostRun, runOf, tookEffect } from "#core/txlist/run-end";
import { runSteps } from "#core/txlist/test-steps";
import type { Parts, RunState } from "./run-parts.ts";

interface Sending {
  readonly login: string | null;
  readonly sent: readonly Planned[];
}

/** Shorter calls end before anybody could ask for progress. */
const COUNTED_FROM = 10;

const fetchFinder = () => import("./lost-apply.ts");

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One test or apply of the list, to its end. */
export function runList(parts: Parts, sending: Sending, mode: RunMode, asLogin?: string): Promise<Run> {
  return mode === "test" ? test(parts, sending.sent, asLogin) : applyAlone(parts, sending);
}

export function finish({ state, now }: Parts, run: Run): void {
  state.endedAt = now();
  state.run = ref(run);
}

/** Longer lists are tested without the answers of servers, which nobody could read. */
const ANSWERS_UP_TO = 1_000;

async function test({ state, ports }: Parts, sent: readonly Planned[], asLogin?: string): Promise<Run> {
  state.run = ref<Run>({ phase: "busy", mode: "test", sent, callId: null });
  const steps = runSteps("test", sent);
  const callId = steps.length < COUNTED_FROM ? null : crypto.randomUUID();
  if (callId !== null) state.run = ref<Run>({ phase: "busy", mode: "test", sent, callId });
  const options = {
    dryRun: true,
    ...(sent.length <= ANSWERS_UP_TO ? { tellsAnswers: true } : {}),
    ...(asLogin === undefined ? {} : { asLogin }),
    ...(callId === null ? {} : { callId }),
  };
  return runOf("test", sent, await ports.execute(steps, options), asLogin);
}

function applyAlone(parts: Parts, sending: Sending): Promise<Run> {
  const callId = crypto.randomUUID();
  parts.state.run = ref<Run>({ phase: "busy", mode: "apply", sent: sending.sent, callId });
  return parts.ports.log.applying(sending.login ?? "", () => apply(parts, sending, callId));
}

async function apply(parts: Parts, { login, sent }: Sending, callId: string): Promise<Run> {
  const { state, kept, ports } = parts;
  // The code that finds a lost apply is loaded before anything can be lost.
  const steps = runSteps("apply", sent);
  await Promise.all([kept.renew(), fetchFinder()]);
  if (state.login !== login || !mayStillApply(state, sent)) return IDLE;
  parts.tab.minded = callId;
  const at = parts.now();
  kept.say({ kind: "sent", callId, at, uuids: sent.map(({ uuid }) => uuid) });
  await kept.settled();
  const outcome = await ports.execute(steps, { dryRun: false, callId }).catch((error: unknown) => {
    kept.say({ kind: "ended", callId });
    throw error;
  });
  const isLost = !outcome.ok && isUntold(outcome);
  // The result is shown after the next sign-in, because nobody may ask before.
  if (isLost && state.login !== login) return IDLE;
  const run = isLost
    ? await findEnd(parts, { callId, at, sent }, outcome.fault)
    : runOf("apply", sent, outcome);
  return run === null ? IDLE : conclude(parts, login, callId, run);
}

/** True if the list is the same as when Apply was pressed, and no other tab has sent it. */
function mayStillApply({ history }: RunState, sent: readonly Planned[]): boolean {
  const there = new Set(items(history).map(({ uuid }) => uuid));
  return history.underWay === null && sent.every(({ uuid }) => there.has(uuid));
}

/** Finds the end of an apply without an answer; null if its account signs out. The question is asked again when the account returns. */
async function findEnd(parts: Parts, way: UnderWay, fault: Fault | null): Promise<Run | null> {
  const { state, ports, tab, now } = parts;
  const { sent, callId } = way;
  const opening = tab.openings;
  state.run = ref<Run>({ phase: "busy", mode: "apply", sent, callId, isLost: true });
  ports.onLost();
  const { endOfApply } = await fetchFinder();
  const hasLeft = (): boolean => tab.openings !== opening;
  const asked = { progress: ports.progress, now, wait: ports.wait ?? pause, hasLeft };
  const end = await endOfApply(asked, way, fault !== null);
  return end === "left" ? null : lostRun(sent, end, fault);
}

async function conclude(
  { state, kept }: Parts,
  login: string | null,
  callId: string,
  run: Run,
): Promise<Run> {
  const end: Entry =
    run.phase === "success" && tookEffect(run)
      ? { kind: "applied", uuids: run.sent.map(({ uuid }) => uuid) }
      : { kind: "ended", callId };
  // Another account has another list; the result is stored until this account returns.
  if (state.login !== login) {
    if (login !== null) await kept.keepFor(login, end);
    return run;
  }
  kept.say(end);
  // The result is stored before it is shown, because a quick reload would offer the same changes again.
  await kept.settled();
  return run;
}

/** Finds the end of an apply once the tab that sent it is gone. */
export async function takeOver(parts: Parts, login: string, callId: string): Promise<void> {
  const { state, kept } = parts;
  if (state.login !== login) return;
  await kept.renew();
  const way = state.history.underWay;
  if (state.login !== login || way?.callId !== callId) return;
  const found = await findEnd(parts, way, null);
  if (found === null) return;
  const run = await conclude(parts, login, callId, found);
  if (state.login === login) finish(parts, run);
}
