import type { Json } from "#contract/wire/json";
import type { CancelSignal } from "#contract/wire/outcome";
import type { ActorResolver, Visit } from "../../access/resolve.ts";
import type { Actor } from "../../access/actor.ts";
import { tokenHash } from "../../access/token.ts";
import { idInGpk } from "../../catalogue/gpk.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";
import { Refusal, refuse } from "../../faults.ts";
import type { Plan } from "../plan.ts";
import type { Grammar } from "../step.ts";
import { unknownParameter } from "../value.ts";
import type { Observe, Origin } from "./observed.ts";
import { jsonOf } from "./json.ts";
import { planSteps } from "./plan.ts";
import { executorOptions, listQuery, singleStep, type ExecutorOptions } from "./query.ts";

/** One call of the WAPI, not yet parsed. */
export interface Call {
  readonly target:
    | { readonly kind: "execute" }
    | { readonly kind: "function"; readonly object: string; readonly operation: string };
  readonly token: string | null;
  readonly visit?: Visit;
  /** Absent if the call came without a request. */
  readonly origin?: Origin;
  readonly query: URLSearchParams;
  /** Null for GET. */
  readonly body: Uint8Array | string | null;
  readonly signal?: CancelSignal;
  /** Resolves when the answer is sent or nobody reads it. */
  readonly sent?: Promise<unknown>;
}

/** The context for parsing calls. */
export interface CallParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly accessMode: "rw" | "ro";
  readonly grammar?: Grammar;
  /** A call with more executions belongs elsewhere: `call` throws `BelongsElsewhere`, and the call is rolled back. */
  readonly executionsHere?: number;
  /** Called for each call at its end. */
  readonly observe?: Observe;
  /** Maximum number of values in a body; by default that of the wire contract. */
  readonly mostValues?: number;
}

/** A call whose options, actor and steps are known. */
export interface Understood {
  readonly options: ExecutorOptions;
  readonly actor: Actor;
  readonly steps: Json;
}

const NO_OPTIONS: ExecutorOptions = {
  dictMode: false,
  dryRun: false,
  serviceMode: false,
  allFaults: false,
  suLogin: null,
  callId: null,
};

/** Options, actor and steps in the order of the checks (wire contract 1.7). */
export async function understood(call: Call, parts: CallParts): Promise<Understood> {
  const options = attempt(() => (call.target.kind === "execute" ? executorOptions(call.query) : NO_OPTIONS));
  const body = attempt(() => (call.body === null ? null : jsonOf(call.body, parts.mostValues)));
  const actor = await actorOf(call, options, body, parts);
  if (!body.ok) throw body.refusal;
  if (!options.ok) throw options.refusal;
  return { options: options.value, actor, steps: stepsOf(call, body.value, parts.catalogue) };
}

async function actorOf(
  call: Call,
  options: Attempt<ExecutorOptions>,
  body: Attempt<Json>,
  parts: CallParts,
): Promise<Actor> {
  const { suLogin, dryRun } = options.ok ? options.value : NO_OPTIONS;
  try {
    return await parts.resolver.actorOf(parts.db.reserved, call.token, suLogin, dryRun, call.visit);
  } catch (error) {
    const isToken = error instanceof Refusal && error.status === 401;
    if (isLockedOut(error) && body.ok && options.ok && !dryRun) await endOwnToken(call, body.value, parts);
    throw isToken || body.ok ? error : body.refusal;
  }
}

/** Ends the token of a locked account if that is the only step. Malformed steps end no token. */
async function endOwnToken(call: Call, body: Json, { db, catalogue }: CallParts): Promise<void> {
  const plans = attempt(() => planSteps(stepsOf(call, body, catalogue), catalogue));
  if (plans.ok) await endTokenOfCall(db, plans.value, call.token);
}

/**
 * Ends the token of a call whose only step deletes it, although the call itself changes nothing: in access mode `ro`, or because the account is
 * locked (wire contract 1.6). Tokens of others are not affected.
 */
export async function endTokenOfCall(
  db: Database,
  plans: readonly Plan[],
  token: string | null,
): Promise<void> {
  const [only] = plans;
  if (token === null || plans.length !== 1 || only?.kind !== "delete") return;
  const { accounts } = only.type.spec;
  const id = idInGpk(only.old["gpk"], only.type);
  if (accounts === undefined || id === null) return;
  await db.transaction({ mode: "read write", statementTimeout: 10_000, dryRun: false }, (tx) =>
    tx.query(accounts.end, [id, tokenHash(token)]),
  );
}

function stepsOf({ target, body: sent, query }: Call, body: Json, catalogue: Catalogue): Json {
  if (target.kind === "execute") return body;
  const name = `${target.object}.${target.operation}`;
  const type = catalogue.types.get(target.object);
  if (type === undefined) throw refuse("unknown_function", { name });
  if (sent === null) return [{ name, old: listQuery(type, target.operation, query) }];
  const [unknown] = query.keys();
  if (unknown !== undefined) throw unknownParameter(unknown, "query", []);
  return [singleStep(name, body)];
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
