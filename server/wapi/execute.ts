import type { Json } from "#contract/wire/json";
import type { CancelSignal } from "#contract/wire/outcome";
import type { ActorResolver } from "../access/resolve.ts";
import type { Actor } from "../access/actor.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { Refusal, refuse } from "../faults.ts";
import { executorOptions, listQuery, progressQuery, singleStep, type ExecutorOptions } from "./call.ts";
import { jsonOf } from "./json.ts";
import { endTokenOfCall } from "./end-token.ts";
import { isWriting, type Plan } from "./plan.ts";
import { inPieces } from "./pieces.ts";
import { planning, planSteps } from "./plan-steps.ts";
import { present } from "./present.ts";
import { followed, progressOf, type Report } from "./progress.ts";
import { signalOf, type Outcome } from "./run-reads.ts";
import { runOrStream } from "./run.ts";
import { createTurns } from "./turns.ts";
import { checkBehaviours } from "./write/behaviour.ts";

/** One call of the WAPI, not yet understood. */
export interface Call {
  readonly target:
    | { readonly kind: "execute" }
    | { readonly kind: "function"; readonly object: string; readonly operation: string };
  readonly token: string | null;
  readonly query: URLSearchParams;
  /** Null for GET. */
  readonly body: Uint8Array | string | null;
  readonly signal?: CancelSignal;
}

export interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text, in one piece or while it is being made. */
  readonly body: string | AsyncIterable<string | Buffer>;
}

export interface ExecutorParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly accessMode: "rw" | "ro";
}

export interface Executor {
  /** Answers a call or throws its Refusal. */
  call(call: Call): Promise<Answer>;
  /** Refuses a token that may not even read metadata. */
  admit(token: string | null): Promise<void>;
}

const NO_OPTIONS: ExecutorOptions = { dictMode: false, dryRun: false, suLogin: null, callId: null };

/** parse → plan → run → present (wire contract 1 to 3). */
export function createExecutor(parts: ExecutorParts): Executor {
  const { db, catalogue, resolver, accessMode } = parts;
  checkBehaviours(catalogue);
  const turns = createTurns();

  async function actorOf(call: Call, options: Attempt<ExecutorOptions>, body: Attempt<Json>): Promise<Actor> {
    const { suLogin, dryRun } = options.ok ? options.value : NO_OPTIONS;
    try {
      return await resolver.actorOf(db, call.token, suLogin, dryRun);
    } catch (error) {
      const isToken = error instanceof Refusal && error.status === 401;
      if (isLockedOut(error) && body.ok && options.ok && !dryRun) await endOwnToken(call, body.value);
      throw isToken || body.ok ? error : body.refusal;
    }
  }

  /** Steps that are no steps end no token: the account is locked all the same. */
  async function endOwnToken(call: Call, body: Json): Promise<void> {
    const plans = attempt(() => planSteps(stepsOf(call, body), catalogue));
    if (plans.ok) await endTokenOfCall(db, plans.value, call.token);
  }

  /** Options, actor and steps in the order of the checks (wire contract 1.7). */
  async function understood(call: Call): Promise<Understood> {
    const options = attempt(() =>
      call.target.kind === "execute" ? executorOptions(call.query) : NO_OPTIONS,
    );
    const body = attempt(() => (call.body === null ? null : jsonOf(call.body)));
    const actor = await actorOf(call, options, body);
    if (!body.ok) throw body.refusal;
    if (!options.ok) throw options.refusal;
    return { options: options.value, actor, steps: stepsOf(call, body.value) };
  }

  function stepsOf(call: Call, body: Json): Json {
    const { target } = call;
    if (target.kind === "execute") return body;
    const name = `${target.object}.${target.operation}`;
    const type = catalogue.types.get(target.object);
    if (type === undefined) throw refuse("unknown_function", { name });
    if (call.body === null) return [{ name, old: listQuery(type, target.operation, call.query) }];
    const [unknown] = call.query.keys();
    if (unknown !== undefined)
      throw refuse("unknown_parameter", { parameter: unknown, scope: "query", known_list: [] });
    return [singleStep(name, body)];
  }

  /** A single call that writes is refused in `ro`, but ends its own token all the same. */
  async function readOnly(plans: readonly Plan[], token: string | null): Promise<Refusal> {
    await endTokenOfCall(db, plans, token);
    return refuse("read_only", { access_mode: accessMode });
  }

  async function answer(
    call: Call,
    { options, actor, steps }: Understood,
    { db: own = db, ...followedBy }: { readonly report?: Report; readonly db?: Database },
  ): Promise<Answer> {
    const plans = await inPieces(planning(steps, catalogue, call.body === null ? "query" : "old"));
    const isExecute = call.target.kind === "execute";
    const writes = plans.some(isWriting);
    if (!isExecute && writes && accessMode === "ro") throw await readOnly(plans, call.token);
    const rollsBack = isRolledBack(options);
    const withTranslations = options.dictMode;
    const common = { catalogue, resolver, actor, rollsBack, withTranslations, steps };
    const run = { ...common, db: untilGone(own, call.signal), ...signalOf(call), ...followedBy };
    const outcome = await turns.run({ holder: actor.actorLogin, writes, ...signalOf(call) }, () =>
      runOrStream(plans, options.dictMode, run),
    );
    if (accessMode === "ro" && !options.dryRun) await endTokenOfCall(db, plans, call.token);
    const headers = isExecute || writes ? headersOf(accessMode, rollsBack) : {};
    return { headers, body: bodyOf(outcome, options) };
  }

  function isRolledBack({ dryRun }: ExecutorOptions): boolean {
    return dryRun || accessMode === "ro";
  }

  async function progress(call: Call): Promise<Answer> {
    const actor = await resolver.actorOf(db, call.token, null, false);
    const rows = await progressOf(db, actor.token, progressQuery(call.query));
    return { headers: {}, body: JSON.stringify([rows]) };
  }

  return {
    async call(call) {
      if (isProgress(call)) return progress(call);
      const one = await understood(call);
      const { callId } = one.options;
      if (callId === null) return answer(call, one, {});
      const stepCount = Array.isArray(one.steps) ? one.steps.length : 0;
      const aim = isRolledBack(one.options) ? "rolled_back" : "committed";
      return followed(db, { token: one.actor.token, callId, stepCount, aim }, (report, noted) =>
        answer(call, one, { report, db: noted }),
      );
    },
    async admit(token) {
      await resolver.actorOf(db, token, null, false);
    },
  };
}

/** A call whose options, actor and steps are known. */
interface Understood {
  readonly options: ExecutorOptions;
  readonly actor: Actor;
  readonly steps: Json;
}

function isProgress({ target }: Call): boolean {
  return (
    target.kind === "function" && target.object === "wapi.transaction" && target.operation === "progress"
  );
}

/** The same database; also statements outside of transactions end with the signal. */
function untilGone(db: Database, signal: CancelSignal | undefined): Database {
  return signal === undefined ? db : { ...db, ...db.until(signal) };
}

function headersOf(accessMode: "rw" | "ro", rollsBack: boolean): Answer["headers"] {
  return {
    "X-Transaction-State": rollsBack ? "rolled_back" : "committed",
    "X-Access-Mode": accessMode,
  };
}

function bodyOf(outcome: Outcome, { dictMode }: ExecutorOptions): Answer["body"] {
  return outcome.kind === "stream" ? outcome.texts : present(outcome.results, dictMode);
}

/** The account of the token itself is locked, not the one of `su_login_name`. */
function isLockedOut(error: unknown): boolean {
  return error instanceof Refusal && error.fault === "user_locked" && error.details["is_su"] === false;
}

type Attempt<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, refusal: error };
    throw error;
  }
}
