import { LIMITS } from "#contract/limits";
import { createParams } from "../../sql/bind.ts";
import type { Condition } from "../../sql/filter.ts";
import { bound, translationsSql } from "./compile.ts";
import { wholeOf, type ListPlan } from "../plan.ts";
import { stepsSql, wantsTranslations, type ListContext } from "./one-statement.ts";

/** Up to this number of rows a list is one text. An answer with a longer list is streamed. */
export const ONE_TEXT = 10_000;

/** Whether the list may have more rows than one text holds. */
export function mayBeLong({ limit }: ListPlan): boolean {
  return limit === null || limit > ONE_TEXT;
}

/** The same list, cut after the row that makes it long. */
export function probeOf(plan: ListPlan): ListPlan {
  return { ...plan, limit: ONE_TEXT + 1 };
}

/**
 * Reads all lists as one statement that yields the answer line by line. Resolves when the first line is there, so that a refusal of the
 * database comes before the first byte; ends with an error, never as if complete, when reading fails later (wire contract 3.7).
 */
export async function streamAnswer(
  plans: readonly ListPlan[],
  dictMode: boolean,
  context: ListContext,
): Promise<AsyncIterable<Buffer>> {
  const params = createParams();
  const { actor, db, signal } = context;
  const sql = bound(answerSql(plans, dictMode, { context, params }), actor, params);
  const firstWithin = plans.some(searches) ? LIMITS.searchTime : LIMITS.callTime;
  return db.copy({ sql, params: params.values, firstWithin, ...(signal === undefined ? {} : { signal }) });
}

/** The body of the answer (wire contract 3.7, 3.10) as lines: what stands around the lists, and one row each. */
function answerSql(plans: readonly ListPlan[], dictMode: boolean, scope: StreamScope): string {
  const whole = wholeOf(plans);
  const [open, close] = dictMode ? ["{", "}"] : ["[", "]"];
  const isRead = new Set(whole.joined);
  const lists = plans.map((plan, at) => {
    const step = `s${String(plan.position)}`;
    const name = (key: string): string => (dictMode ? `${JSON.stringify(key)}:` : "");
    const parts = [
      line(`${at === 0 ? open : ","}${name(plan.key)}[`, scope),
      `select case when row_number() over () = 1 then '' else ',' end || s.row from ${step} s`,
      line("]", scope),
    ];
    if (!wantsTranslations(plan, whole, scope.context)) return parts;
    isRead.add(plan.position);
    const translations = translationsSql(scope.context.catalogue, plan.type, `select id from ${step}`);
    return [...parts, `select ${text(`,${name(`__lang_${plan.key}`)}`, scope)} || ${translations}`];
  });
  const steps = stepsSql(plans, scope.context, scope.params, (plan) => isRead.has(plan.position), true);
  const parts = [...lists.flat(), line(close, scope)];
  return `with ${steps.join(",\n")}\n${parts.map((part) => `(${part})`).join("\nunion all\n")}`;
}

interface StreamScope {
  readonly context: ListContext;
  readonly params: ReturnType<typeof createParams>;
}

function line(value: string, scope: StreamScope): string {
  return `select ${text(value, scope)}`;
}

function text(value: string, { params }: StreamScope): string {
  return params.add(value, "text");
}

/** Whether the step runs a regular expression of a client, which has its own time limit. */
export function searches(plan: ListPlan): boolean {
  return plan.conditions.some(hasRegexp);
}

function hasRegexp(condition: Condition): boolean {
  switch (condition.kind) {
    case "attribute":
      return condition.operator.startsWith("regexp");
    case "all":
    case "any":
      return condition.of.some(hasRegexp);
    case "not":
      return hasRegexp(condition.of);
    default:
      return false;
  }
}
