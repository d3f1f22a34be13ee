import type { CancelSignal } from "#contract/wire/outcome";
import type { Actor } from "../../access/actor.ts";
import type { Database, Query } from "../../db/database.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import { createParams, type Params } from "../../sql/bind.ts";
import type { EarlierRows } from "../../sql/join.ts";
import { keySearch, sharedSearches, type SharedSearches } from "../../sql/shared-search.ts";
import type { ListScope } from "./matching.ts";
import { HITS } from "./page-sql.ts";
import { bound, listSql, pagedSql, translationsSql } from "./compile.ts";
import { isRelated, wholeOf, type ListPlan, type Whole } from "../plan.ts";

/** What lists are run against. */
export interface ListContext {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly withTranslations: boolean;
  readonly signal?: CancelSignal;
}

/** The result of a step: JSON text of its rows, and of its translations if they were asked for. */
export interface StepResult {
  readonly key: string;
  readonly rows: string;
  readonly rowCount: number;
  readonly translations: string | null;
}

/** The steps as common table expressions `s<position>` with `id` and `row`; `isKept`: read more than once, or in another order. */
export function stepsSql(
  plans: readonly ListPlan[],
  context: ListContext,
  params: Params,
  isKept: (plan: ListPlan) => boolean,
  isLong = false,
): readonly string[] {
  const scope = { ...scopeOf(plans, context, params, (position) => `s${String(position)}`), isLong };
  const steps = plans.map(
    (plan) => `${stepOf(plan)} as ${isKept(plan) ? "" : "not "}materialized (${listSql(plan, scope)})`,
  );
  return [...scope.searches.expressions(), ...steps];
}

/** The scope of lists of one statement. `idsOf` names the expression with the ids of an earlier list. */
function scopeOf(
  plans: readonly ListPlan[],
  { catalogue, actor }: ListContext,
  params: Params,
  idsOf: (position: number) => string,
): ListScope & { readonly searches: SharedSearches } {
  const types = new Map(plans.map(({ position, type }) => [position, type]));
  const earlier = (position: number): EarlierRows => {
    const type = types.get(position);
    if (type === undefined) throw new Error(`there is no step ${String(position)}`);
    return { type, ids: `select id from ${idsOf(position)}` };
  };
  const searches = plans.flatMap(({ type, conditions }) =>
    conditions.flatMap((one) =>
      one.kind === "attribute"
        ? (keySearch(type, catalogue, one.attribute, one.operator, one.value) ?? [])
        : [],
    ),
  );
  return { catalogue, actor, params, earlier, searches: sharedSearches(searches, HITS + 1) };
}

/** A list with up to `most` rows is short; `limit` is SQL of the smallest number of rows that is too long. */
interface Cut {
  readonly most: number;
  readonly limit: string;
}

/** The same steps with their count `n` before them. Steps that may be long are formatted only if all lists are short. */
function shortStepsSql(
  plans: readonly ListPlan[],
  context: ListContext,
  params: Params,
  { most, limit }: Cut,
): readonly string[] {
  const counted = new Map<number, string>();
  const scope = scopeOf(
    plans,
    context,
    params,
    (position) => counted.get(position) ?? `s${String(position)}`,
  );
  const found: string[] = [];
  const dressed: string[] = [];
  for (const plan of plans) {
    const [step, page] = [stepOf(plan), `p${String(plan.position)}`];
    const mayBeLong = plan.limit === null || plan.limit > most;
    const paged = mayBeLong ? pagedSql(plan, scope, page) : null;
    if (paged === null) found.push(`${step} as materialized (${listSql(plan, scope)})`);
    else {
      counted.set(plan.position, page);
      found.push(`${page} as materialized (${paged.page})`);
      dressed.push(`${step} as materialized (${paged.rows} where (select n.is_short from n) ${paged.order})`);
    }
  }
  return [
    ...scope.searches.expressions(),
    ...found,
    countsSql(plans, (plan) => counted.get(plan.position) ?? stepOf(plan), limit),
    ...dressed,
  ];
}

/** All lists as one statement: one snapshot and one round trip. No text is made where a list has more rows than `most`. */
export async function runTogether(
  plans: readonly ListPlan[],
  query: Query,
  context: ListContext,
  most: number | null,
): Promise<readonly StepResult[]> {
  const params = createParams();
  const whole = wholeOf(plans);
  // Rows are read up to the one that makes a list too long.
  const cut = most === null ? null : { most, limit: params.add(most + 1, "bigint") };
  const steps =
    cut === null
      ? [...stepsSql(plans, context, params, () => true), countsSql(plans, stepOf, "null")]
      : shortStepsSql(plans, context, params, cut);
  const texts = (sql: string): string => (cut === null ? sql : `case when n.is_short then ${sql} end`);
  const columns = plans.flatMap((plan) => {
    const step = `s${String(plan.position)}`;
    const translations = wantsTranslations(plan, whole, context)
      ? texts(translationsSql(context.catalogue, plan.type, `select id from ${step}`))
      : "null::text";
    return [
      `n.${step} as c${String(plan.position)}`,
      `${texts(rowsOf(step))} as r${String(plan.position)}`,
      `${translations} as l${String(plan.position)}`,
    ];
  });
  const sql = bound(`with ${steps.join(",\n")}\nselect ${columns.join(",\n")} from n`, context.actor, params);
  const [row] = await query.query<Record<string, string | number | null>>(
    sql,
    params.values,
    plans.every(isPlannedOnce) ? true : undefined,
  );
  return plans.map(({ key, position }) => ({
    key,
    rows: textIn(row, `r${String(position)}`) ?? "[]",
    rowCount: Number(row?.[`c${String(position)}`] ?? 0),
    translations: textIn(row, `l${String(position)}`),
  }));
}

/** Whether the plan is the same for all values: pages without joins, also with regular expressions. */
export function isPlannedOnce(plan: ListPlan): boolean {
  const { limit, offset, type } = plan;
  return limit !== null && offset === 0 && !isRelated(plan) && type.spec.source === undefined;
}

/** `n`: the count of each step by its name, and whether all stay below the limit (`null` for none); `rowsOf` names what is counted. */
function countsSql(plans: readonly ListPlan[], rowsOf: (plan: ListPlan) => string, limit: string): string {
  const counts = plans.map(
    (plan) => `(select count(*)::int from (select from ${rowsOf(plan)} limit ${limit}) x) as ${stepOf(plan)}`,
  );
  const isShort = `greatest(${plans.map(stepOf).join(", ")}) < ${limit}`;
  return `n as materialized (select c.*, ${isShort} as is_short from (select ${counts.join(", ")}) c)`;
}

function stepOf({ position }: ListPlan): string {
  return `s${String(position)}`;
}

function textIn(row: Record<string, string | number | null> | undefined, column: string): string | null {
  const value = row?.[column];
  return typeof value === "string" ? value : null;
}

export function rowsOf(step: string): string {
  return `(select '[' || coalesce(string_agg(row, ','), '') || ']' from ${step})`;
}

/** Translations come with every list of a type with language attributes, unless a step of the client has their name. */
export function wantsTranslations(
  plan: Pick<ListPlan, "type" | "key">,
  whole: Whole,
  context: ListContext,
): boolean {
  if (!context.withTranslations || (plan.type.spec.languageAttributes ?? []).length === 0) return false;
  return !whole.keys.has(`__lang_${plan.key}`);
}
