import type { CancelSignal } from "#contract/wire/outcome";
import type { Actor } from "../../access/actor.ts";
import { RightsMoved, standingSql } from "../../access/standing.ts";
import type { Database, Query } from "../../db/database.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import { createParams, textSql, type Params } from "../../sql/bind.ts";
import type { EarlierRows } from "../../sql/join.ts";
import { keySearches } from "../../sql/key-searches.ts";
import { sharedSearches, type SharedSearches } from "../../sql/shared-search.ts";
import type { ListScope } from "./matching.ts";
import { HITS } from "./found-sql.ts";
import { behaviourOf } from "../behaviour.ts";
import type { Kept } from "../kept.ts";
import { bound, listSql, pagedSql, translationsSql } from "./compile.ts";
import { isRelated, wholeOf, type ListPlan, type Whole } from "../plan.ts";

/** The context for executing lists. */
export interface ListContext {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly actor: Actor;
  readonly withTranslations: boolean;
  /** Absent for work of the server itself, which needs little memory. */
  readonly kept?: Kept;
  readonly signal?: CancelSignal;
  /** If there are more executions, or more rows from which later steps take values, the call belongs elsewhere. */
  readonly executionsHere?: number;
}

/** The result of a step: JSON text of its rows, and of its translations if they were requested. */
export interface StepResult {
  readonly key: string;
  /** JSON text of the rows, in the parts in which it was read. */
  readonly rows: readonly string[];
  readonly rowCount: number;
  readonly translations: string | null;
}

/** JSON text of a list of these values, in parts. */
export function listOf(texts: readonly string[]): StepResult["rows"] {
  return ["[", ...texts.flatMap((text, at) => (at === 0 ? [text] : [",", text])), "]"];
}

/**
 * The steps as common table expressions `s<position>` with `id` and `row`. `isKept`: read more than once, or in another order. Null for a step of
 * which only the ids are read.
 */
export function stepsSql(
  plans: readonly ListPlan[],
  context: ListContext,
  params: Params,
  isKept: (plan: ListPlan) => boolean | null,
  isLong = false,
): readonly string[] {
  const scope = { ...scopeOf(plans, context, params, (position) => `s${String(position)}`), isLong };
  const steps = plans.map((plan) => {
    const [kept, sql] = [isKept(plan), listSql(plan, scope)];
    if (kept === null) return idsSql(plan, sql);
    return `${stepOf(plan)} as ${kept ? "" : "not "}materialized (${sql})`;
  });
  return [...scope.searches.expressions(), ...steps];
}

/** A step of which only the ids are read. It is planned separately, because the planner would need too long for a chain of many joins. */
function idsSql(plan: ListPlan, sql: string): string {
  return `${stepOf(plan)} as materialized (select q.id from (${sql}) q)`;
}

/** The context of lists in one statement. `idsOf` names the expression with the ids of an earlier list. */
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
  const searches = plans.flatMap(({ type, conditions }) => keySearches(type, catalogue, conditions));
  return { catalogue, actor, params, earlier, searches: sharedSearches(searches, HITS + 1) };
}

/** Lists in one statement. */
export interface Statement {
  readonly plans: readonly ListPlan[];
  /** Positions of lists in other statements to which lists of this one are joined. They are not part of the answer. */
  readonly hidden?: ReadonlySet<number>;
  /** Facts about all lists of the call that each list needs. */
  readonly whole?: Whole;
}

/** Limits of one text: rows of each list, and bytes of all of them. Null: any number. */
export interface Most {
  readonly rows: number | null;
  readonly bytes: number | null;
}

/** Results of one statement. It has no rows if they are too many or too large for one text. */
export interface Together {
  readonly results: readonly StepResult[];
  readonly isWhole: boolean;
}

/** A list with up to `most` rows is short. `limit` is SQL of the smallest number of rows that is too many. */
interface Cut {
  readonly most: number;
  readonly limit: string;
}

/** The steps with their number of rows `n` before them. Lists that may be long are formatted only if every list of the statement is short. */
function shortStepsSql(
  { plans, hidden }: Statement,
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
    if (hidden?.has(plan.position) === true) {
      found.push(idsSql(plan, listSql(plan, scope)));
      continue;
    }
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
    countsSql(
      shownOf({ plans, ...(hidden && { hidden }) }),
      (plan) => counted.get(plan.position) ?? stepOf(plan),
      limit,
    ),
    ...dressed,
  ];
}

/** All lists as one statement: one snapshot and one round trip. No text is made if a list has too many rows, or all lists together have too many bytes. */
export async function runTogether(
  statement: Statement,
  query: Query,
  context: ListContext,
  most: Most,
): Promise<Together> {
  const params = createParams();
  const { plans } = statement;
  const shown = shownOf(statement);
  const sql = bound(togetherSql(statement, shown, context, params, most), context.actor, params);
  const [row] = await query.query<Record<string, string | number | boolean | null>>(
    sql,
    params.values,
    plans.every(isPlannedOnce) ? true : undefined,
  );
  const { standing } = context.actor;
  if (standing !== null && textIn(row, "standing") !== standing) throw new RightsMoved();
  const results = shown.map(({ key, position }) => ({
    key,
    rows: [textIn(row, `r${String(position)}`) ?? "[]"],
    rowCount: Number(row?.[`c${String(position)}`] ?? 0),
    translations: textIn(row, `l${String(position)}`),
  }));
  return { results, isWhole: row?.["is_whole"] === true };
}

function togetherSql(
  statement: Statement,
  shown: readonly ListPlan[],
  context: ListContext,
  params: Params,
  { rows, bytes }: Most,
): string {
  const whole = statement.whole ?? wholeOf(statement.plans);
  const isHidden = ({ position }: ListPlan): boolean => statement.hidden?.has(position) === true;
  // Rows are read up to the one that makes a list too long.
  const cut = rows === null ? null : { most: rows, limit: params.add(rows + 1, "bigint") };
  const steps =
    cut === null
      ? [
          ...stepsSql(statement.plans, context, params, (plan) => (isHidden(plan) ? null : true)),
          countsSql(shown, stepOf, "null"),
        ]
      : shortStepsSql(statement, context, params, cut);
  const isShort = cut === null ? "true" : "n.is_short";
  const translated = shown.filter((plan) => wantsTranslations(plan, whole, context));
  const texts = translated.map(({ type, position }) => {
    const found = translationsSql(context.catalogue, type, `select id from s${String(position)}`);
    return `l${String(position)} as materialized (
      select case when ${isShort} then ${found} end as text
      from n)`;
  });
  const isSmall = bytes === null ? "true" : `${sizeSql(shown, translated)} <= ${params.add(bytes, "bigint")}`;
  const columns = shown.flatMap((plan) => {
    const at = String(plan.position);
    const translations = translated.includes(plan) ? `(select text from l${at})` : "null::text";
    return [
      `n.s${at} as c${at}`,
      `case when w.is_whole then ${rowsOf(`s${at}`)} end as r${at}`,
      `case when w.is_whole then ${translations} end as l${at}`,
    ];
  });
  // The bytes of lists that are long anyway are not counted.
  const isWhole = `w as materialized (
    select case when ${isShort} then ${isSmall} else false end as is_whole
    from n)`;
  const standing = context.actor.standing === null ? "" : `, ${standingSql(context.catalogue)} as standing`;
  return `with ${[...steps, ...texts, isWhole].join(",\n")}\nselect w.is_whole${standing}, ${columns.join(",\n")} from n, w`;
}

/** SQL of the bytes of all rows and translations. */
function sizeSql(shown: readonly ListPlan[], translated: readonly ListPlan[]): string {
  const sizes = [
    ...shown.map((plan) => `coalesce((select sum(octet_length(row)) from ${stepOf(plan)}), 0)`),
    ...translated.map(({ position }) => `coalesce((select octet_length(text) from l${String(position)}), 0)`),
  ];
  return `(${sizes.join(" + ")})`;
}

function shownOf({ plans, hidden }: Statement): readonly ListPlan[] {
  return hidden === undefined ? plans : plans.filter(({ position }) => !hidden.has(position));
}

/** Whether the plan is the same for all values: pages of tables without joins, also with regular expressions, and types that say so. */
export function isPlannedOnce(plan: ListPlan): boolean {
  const { limit, offset, type, generated } = plan;
  const { source } = type.spec;
  if (isRelated(plan)) return false;
  if (generated !== undefined) return behaviourOf(type).rows?.hasSteadyPlan === true;
  const isSteady = source === undefined || (typeof source === "object" && source.hasSteadyPlan === true);
  return limit !== null && offset === 0 && isSteady;
}

/** `n`: the count of each step by its name, and whether all stay below the limit (`null`: no limit). `rowsOf` names the counted rows. */
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

function textIn(
  row: Record<string, string | number | boolean | null> | undefined,
  column: string,
): string | null {
  const value = row?.[column];
  return typeof value === "string" ? value : null;
}

export function rowsOf(step: string, divider = ","): string {
  return `(select '[' || coalesce(string_agg(row, ${textSql(divider)}), '') || ']' from ${step})`;
}

/** Every list of a type with language attributes has translations, unless a step of the client has their name. */
export function wantsTranslations(
  plan: Pick<ListPlan, "type" | "key">,
  whole: Whole,
  context: ListContext,
): boolean {
  if (!context.withTranslations || (plan.type.spec.languageAttributes ?? []).length === 0) return false;
  return !whole.keys.has(`__lang_${plan.key}`);
}
