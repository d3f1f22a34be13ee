import { LIMITS } from "#contract/limits";
import type { Json } from "#contract/wire/json";
import { refuseMoved } from "../../access/standing.ts";
import { createParams, type Params } from "../../sql/bind.ts";
import type { Condition } from "../../sql/filter.ts";
import { bound, translationRowsSql } from "./compile.ts";
import { isExpression } from "./page.ts";
import { wholeOf, type ListPlan } from "../plan.ts";
import { stepsSql, wantsTranslations, type ListContext, type Statement } from "./one-statement.ts";

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

/** Bytes of all rows that one text holds. */
export const TEXT_BYTES = 8 * 1024 * 1024;

/**
 * Reads all lists as one statement that yields the answer line by line. Resolves when the first line is read, so that a refusal of the database comes
 * before the first byte. Ends with an error, and never as if complete, if reading fails later (wire contract 3.7).
 */
export async function streamAnswer(
  plans: readonly ListPlan[],
  dictMode: boolean,
  context: ListContext,
): Promise<AsyncIterable<Buffer>> {
  const params = createParams();
  const { actor, db, signal } = context;
  const [open, close] = dictMode ? ["{", "}"] : ["[", "]"];
  const sql = bound(answerSql({ plans }, { dictMode, open, close }, context, params), actor, params);
  const firstWithin = plans.some(searches) ? LIMITS.searchTime : LIMITS.callTime;
  const chunks = await db.copy({
    sql,
    params: params.values,
    firstWithin,
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    // The statement reads an earlier moment, so present rights also held at that moment.
    await refuseMoved(db.reserved, context.catalogue, actor);
  } catch (error) {
    await chunks[Symbol.asyncIterator]().return?.();
    throw error;
  }
  return chunks;
}

/** The text before the first list of a statement and after its last one. */
interface Around {
  readonly dictMode: boolean;
  readonly open: string;
  readonly close: string;
}

/** The body of the answer (wire contract 3.7, 3.10) as lines: the text around the lists, and one line for each row. */
export function answerSql(
  { plans, hidden, whole = wholeOf(plans) }: Statement,
  { dictMode, open, close }: Around,
  context: ListContext,
  params: Params,
): string {
  const isRead = new Set(whole.joined);
  const text = (value: string): string => `select ${params.add(value, "text")}`;
  const name = (key: string): string => (dictMode ? `${JSON.stringify(key)}:` : "");
  const lines = (rows: string): string =>
    `select case when row_number() over () = 1 then '' else ',' end || s.row from ${rows} s`;
  const shown = plans.filter(({ position }) => hidden?.has(position) !== true);
  const lists = shown.map((plan, at) => {
    const step = `s${String(plan.position)}`;
    const parts = [text(`${at === 0 ? open : ","}${name(plan.key)}[`), lines(step), text("]")];
    if (!wantsTranslations(plan, whole, context)) return parts;
    isRead.add(plan.position);
    const translations = translationRowsSql(context.catalogue, plan.type, `select id from ${step}`);
    const found = translations === null ? [] : [lines(`(${translations})`)];
    return [...parts, text(`,${name(`__lang_${plan.key}`)}[`), ...found, text("]")];
  });
  const isKept = ({ position }: ListPlan): boolean | null =>
    hidden?.has(position) === true ? null : isRead.has(position);
  const steps = stepsSql(plans, context, params, isKept, true);
  const parts = [...lists.flat(), text(close)];
  return `with ${steps.join(",\n")}\n${parts.map((part) => `(${part})`).join("\nunion all\n")}`;
}

/** Whether the step uses a regular expression of a client, which has a separate time limit. */
export function searches(plan: ListPlan): boolean {
  return plan.searches === true || plan.conditions.some((condition) => expressionsIn(condition).length > 0);
}

/** Regular expressions of the client in a condition. */
export function expressionsIn(condition: Condition): readonly Json[] {
  if (condition.kind === "attribute") return isExpression(condition) ? [condition.value] : [];
  return "of" in condition ? [condition.of].flat().flatMap(expressionsIn) : [];
}
