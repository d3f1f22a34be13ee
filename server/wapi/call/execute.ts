import type { CancelSignal } from "#contract/wire/outcome";
import type { Actor } from "../../access/actor.ts";
import { ofOneMoment, type Visit } from "../../access/resolve.ts";
import type { Database } from "../../db/database.ts";
import { refuse } from "../../faults.ts";
import { BelongsElsewhere } from "../elsewhere.ts";
import { checkBehaviours } from "../behaviour.ts";
import { inPieces } from "../pieces.ts";
import { isWriting, type Plan } from "../plan.ts";
import { GRAMMAR, type Grammar } from "../step.ts";
import { isUrgentCall } from "../write/intent.ts";
import { createLockPlaces, type LockPlaces } from "../write/lock-places.ts";
import { signalOf, type RunContext } from "./context.ts";
import { createConvoys, type Convoys } from "./convoys.ts";
import { createKeptBytes, type KeptBytes } from "./kept.ts";
import { watchCall, type Watch } from "./observed.ts";
import type { Outcome } from "./outcome.ts";
import { createPatience, type Patience } from "./patience.ts";
import { planning } from "./plan.ts";
import { present } from "./present.ts";
import { followed, progressOf } from "./progress.ts";
import { progressQuery, type ExecutorOptions } from "./query.ts";
import { inPresentRights, runOrStream } from "./run.ts";
import { createTurns, type Turns } from "./turns.ts";
import { endTokenOfCall, understood, type Call, type CallParts, type Understood } from "./understand.ts";

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, in one piece or as a stream. */
  readonly body: string | AsyncIterable<string | Buffer>;
}

interface Parts extends CallParts {
  readonly turns: Turns;
  readonly grammar: Grammar;
  readonly places: LockPlaces;
  readonly patience: Patience;
  readonly kept: KeptBytes;
  readonly convoys: Convoys;
}

export interface Executor {
  /** Answers a call or throws its Refusal. */
  call(call: Call): Promise<Answer>;
  /** Refuses a token that may not even read metadata. */
  admit(token: string | null, visit?: Visit): Promise<void>;
}

/** parse → plan → run → present (wire contract 1 to 3). */
export function createExecutor(given: CallParts, turns = createTurns()): Executor {
  checkBehaviours(given.catalogue);
  const parts: Parts = {
    grammar: GRAMMAR,
    ...given,
    turns,
    places: createLockPlaces(),
    patience: createPatience(),
    kept: createKeptBytes(),
    convoys: createConvoys(turns),
  };
  return {
    call: (call) => (isProgress(call) ? progress(call, parts) : watchedAnswer(call, parts)),
    async admit(token, visit) {
      await parts.resolver.actorOf(parts.db.reserved, token, null, false, visit);
    },
  };
}

function isProgress({ target }: Call): boolean {
  if (target.kind === "execute") return false;
  return target.object === "wapi.transaction" && target.operation === "progress";
}

async function progress(call: Call, { db, resolver }: Parts): Promise<Answer> {
  const actor = await resolver.actorOf(db.reserved, call.token, null, false, call.visit);
  const rows = await progressOf(db, actor.token, progressQuery(call.query));
  return { headers: {}, body: JSON.stringify([rows]) };
}

async function watchedAnswer(call: Call, parts: Parts): Promise<Answer> {
  if (parts.observe === undefined) return followedAnswer(call, parts, null);
  const watch = watchCall(call, parts.observe);
  try {
    const found = await followedAnswer(call, parts, watch);
    watch.ended();
    return found;
  } catch (error) {
    // A call that is executed again elsewhere is observed there.
    if (error instanceof BelongsElsewhere) throw error;
    if (watch.lacksSender()) watch.sentBy(await senderOf(call, parts));
    watch.ended(error);
    throw error;
  }
}

/** The sender who was refused to act as another account; null for a token that does not exist. */
function senderOf({ token, visit }: Call, { resolver, db }: Parts): Promise<Actor | null> {
  // The refusal of the call itself is reported; this only adds its sender.
  return resolver.actorOf(db.reserved, token, null, false, visit).catch(() => null);
}

/** The answer of a call. The progress of a call with a name is recorded. */
async function followedAnswer(call: Call, parts: Parts, watch: Watch | null): Promise<Answer> {
  const one = await understood(call, parts);
  watch?.sentBy(one.actor);
  const { callId } = one.options;
  if (callId === null) return answer(call, one, parts, { watch });
  const stepCount = Array.isArray(one.steps) ? one.steps.length : 0;
  const aim = isRolledBack(one.options, parts) ? "rolled_back" : "committed";
  return followed(parts.db, { token: one.actor.token, callId, stepCount, aim }, (report, db) =>
    answer(call, one, parts, { report, db, watch }),
  );
}

type Notes = Partial<Pick<RunContext, "report" | "recorded" | "db">>;
type Watched = Notes & { readonly watch: Watch | null };

async function answer(
  call: Call,
  one: Understood,
  parts: Parts,
  { watch, ...notes }: Watched,
): Promise<Answer> {
  const { db, catalogue, accessMode, grammar } = parts;
  const here = hereOf(parts);
  const scope = call.body === null ? "query" : "old";
  const { allFaults } = one.options;
  const plans = await inPieces(
    planning(one.steps, catalogue, scope, { allFaults, grammar, ...here }),
    call.signal,
  );
  watch?.planned(plans, { isDryRun: one.options.dryRun, isRolledBack: isRolledBack(one.options, parts) });
  const isExecute = call.target.kind === "execute";
  const writes = plans.some(isWriting);
  if (!isExecute && writes && accessMode === "ro") {
    // A single call that writes is refused, but may still end its own token.
    await endTokenOfCall(db, plans, call.token);
    throw refuse("read_only", { access_mode: accessMode });
  }
  let record: string | null = null;
  const recorded = (gpk: string): void => {
    record = gpk;
    watch?.recorded(gpk);
  };
  const body = await bodyOf(call, one, plans, parts, { ...notes, recorded });
  if (accessMode === "ro" && !one.options.dryRun) await endTokenOfCall(db, plans, call.token);
  const headers = isExecute || writes ? headersOf(accessMode, isRolledBack(one.options, parts), record) : {};
  return { headers, body };
}

async function bodyOf(
  call: Call,
  { options, actor, steps }: Understood,
  plans: readonly Plan[],
  parts: Parts,
  { db = parts.db, ...followedBy }: Notes,
): Promise<Answer["body"]> {
  const signal = signalOf(call);
  const run: RunContext = {
    catalogue: parts.catalogue,
    resolver: parts.resolver,
    places: parts.places,
    patience: parts.patience,
    actor,
    actorNow: () =>
      ofOneMoment(() =>
        parts.resolver.actorOf(parts.db.reserved, call.token, options.suLogin, options.dryRun, call.visit),
      ),
    rollsBack: isRolledBack(options, parts),
    allFaults: options.allFaults,
    withTranslations: options.dictMode,
    tellsAnswers: options.serviceMode,
    steps,
    ...hereOf(parts),
    db: untilGone(db, call.signal),
    ...signal,
    ...followedBy,
  };
  const holdsLocks = plans.some(isWriting);
  const kept = parts.kept({ person: actor.person, holdsLocks, ...signal });
  const wish = {
    person: actor.person,
    // Locking an account uses no place of the writers, who may wait for locks of that account.
    writes: holdsLocks && !isUrgentCall(plans),
    over: kept.end,
    ...(call.sent === undefined ? {} : { sent: call.sent }),
    ...signal,
  };
  const alone = (): Promise<Outcome> =>
    parts.turns.run(wish, () =>
      inPresentRights({ ...run, kept }, (context) => runOrStream(plans, options.dictMode, context)),
    );
  const outcome = await parts.convoys({ plans, options, run, alone, over: kept.end });
  return outcome.kind === "stream" ? outcome.texts : present(outcome.results, options.dictMode);
}

/** The limit of executions as an option, if there is one. */
function hereOf({ executionsHere }: Parts): Pick<RunContext, "executionsHere"> {
  return executionsHere === undefined ? {} : { executionsHere };
}

function isRolledBack({ dryRun }: ExecutorOptions, { accessMode }: Parts): boolean {
  return dryRun || accessMode === "ro";
}

/** The same database, whose statements outside transactions end with the signal too. */
function untilGone(db: Database, signal: CancelSignal | undefined): Database {
  return signal === undefined ? db : { ...db, ...db.until(signal) };
}

function headersOf(accessMode: "rw" | "ro", rollsBack: boolean, record: string | null): Answer["headers"] {
  return {
    "X-Transaction-State": rollsBack ? "rolled_back" : "committed",
    "X-Access-Mode": accessMode,
    ...(record === null ? {} : { "X-Transaction": record }),
  };
}
