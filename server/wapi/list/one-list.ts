import type { Row } from "#contract/wire/json";
import type { Actor } from "../../access/actor.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { Query } from "../../db/database.ts";
import { createParams, type Params } from "../../sql/bind.ts";
import type { EarlierRows } from "../../sql/join.ts";
import { bound, listSql, translationsSql } from "./compile.ts";
import type { ListPlan, Whole } from "../plan.ts";
import { rowsOf, wantsTranslations, type ListContext, type StepResult } from "./one-statement.ts";

/** What later steps may ask of a step that is done. */
export interface DoneStep {
  readonly type: ObjectType;
  /** Ids of its rows, where a later list is joined to it. */
  readonly ids: readonly string[];
  /** Its rows, where a later step takes parameters from them. */
  readonly rows: readonly Row[];
}

/** What a list by itself is run against: the steps before it, the rights as they are now, the transaction. */
export interface ListRun {
  readonly whole: Whole;
  readonly before: Map<number, DoneStep>;
  readonly actor: Actor;
  readonly query: Query;
  readonly context: ListContext;
  /** Other steps of the call write: free networks that a list finds are reserved for them. */
  readonly reserves: boolean;
}

interface Listed {
  readonly rows: string;
  readonly count: number;
  readonly translations: string | null;
  readonly ids: string[];
}

/** One list by itself, joined to the ids of steps before it. */
export async function runList(plan: ListPlan, run: ListRun): Promise<StepResult> {
  const { whole, before, query, context } = run;
  const params = createParams();
  const list = compiled(plan, run, params);
  const translations = wantsTranslations(plan, whole, context)
    ? translationsSql(context.catalogue, plan.type, "select id from s")
    : "null::text";
  const ids = whole.joined.has(plan.position)
    ? "(select coalesce(array_agg(id::text), '{}') from s)"
    : "'{}'::text[]";
  const sql = bound(
    `with s as materialized (${list}) select ${rowsOf("s")} as rows, (select count(*)::int from s) as count, ${translations} as translations, ${ids} as ids`,
    run.actor,
    params,
  );
  const [row] = await query.query<Listed>(sql, params.values);
  if (row === undefined) throw new Error("a list answers one row");
  const isTaken = whole.taken.has(plan.position);
  before.set(plan.position, { type: plan.type, ids: row.ids, rows: isTaken ? rowsIn(row.rows) : [] });
  return { key: plan.key, rows: row.rows, rowCount: row.count, translations: row.translations };
}

/** Ids of the list in its order. */
export async function idsOfList(plan: ListPlan, run: ListRun): Promise<readonly string[]> {
  const params = createParams();
  const list = compiled(plan, run, params);
  const sql = bound(`select id::text id from (${list}) s`, run.actor, params);
  return (await run.query.query<{ id: string }>(sql, params.values)).map(({ id }) => id);
}

/** Statement of the list, joined to the ids of the steps before it. */
export function compiled(plan: ListPlan, run: ListRun, params: Params): string {
  const { actor, before, reserves, context } = run;
  const earlier = (position: number): EarlierRows => {
    const step = before.get(position);
    if (step === undefined) throw new Error(`step ${String(position)} has no result`);
    return { type: step.type, ids: `select unnest(${params.add(step.ids, `${step.type.idType}[]`)})` };
  };
  return listSql(plan, { catalogue: context.catalogue, actor, reserves, params, earlier });
}

/** Rows of a result: the text was made by our own statements from the definition of the type. */
export function rowsIn(text: string): readonly Row[] {
  return JSON.parse(text) as readonly Row[];
}
