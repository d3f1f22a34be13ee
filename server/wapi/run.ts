import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import type { Actor } from "../access/actor.ts";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import type { Query, Tx } from "../db/database.ts";
import { Refusal } from "../faults.ts";
import { createParams } from "../sql/bind.ts";
import type { Condition } from "../sql/filter.ts";
import { faultOfSql } from "../sql/fault.ts";
import type { EarlierRows } from "../sql/join.ts";
import { bound, listSql, translationsSql } from "./compile-list.ts";
import { statementOf, type ListPlan, type Plan, type WritePlan } from "./plan.ts";
import type { RunContext } from "./run-context.ts";
import { isLong, probeOf, streamable, streamRows } from "./stream.ts";
import { openWriteSession } from "./write/open.ts";
import type { WriteSession } from "./write/session.ts";
import { wholeOf, type Whole } from "./whole.ts";

/** Results of all steps, or the text of the whole answer while it is read. */
export type Outcome =
  | { readonly kind: "results"; readonly results: readonly StepResult[] }
  | { readonly kind: "stream"; readonly texts: AsyncIterable<string> };

/** What a step came to: JSON text of its rows, and of its translations where they were asked for. */
export interface StepResult {
  readonly key: string;
  readonly rows: string;
  readonly rowCount: number;
  readonly translations: string | null;
}

/** Lists that go into one statement; more are asked for one by one in one snapshot. */
const ONE_STATEMENT = 40;
/** Writing steps that go together at most: between them it is told how far the call is. */
const WRITES_TOGETHER = 2_000;

/** Runs planned steps; a single long list comes as a stream where the answer has no other member. */
export async function runOrStream(plans: readonly Plan[], context: RunContext): Promise<Outcome> {
  const long = context.withTranslations ? null : streamable(plans);
  if (long === null) return { kind: "results", results: await runPlans(plans, context) };
  const results = await runPlans([probeOf(long)], context);
  if (!results.some(({ rowCount }) => isLong(rowCount))) return { kind: "results", results };
  try {
    return { kind: "stream", texts: await streamRows(long, context) };
  } catch (error) {
    throw refusalOf(error, [long], context.catalogue);
  }
}

/** Runs planned steps in order, all or none. */
export async function runPlans(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  if (plans.length === 0) return [];
  const lists = plans.filter((plan) => plan.kind === "list");
  try {
    if (lists.length < plans.length) return await runMixed(plans, context);
    if (lists.length > ONE_STATEMENT) return await readOnly(context, (tx) => runEach(lists, tx, context));
    if (!lists.some(searches)) return await runTogether(lists, context.db, context);
    return await readOnly(context, (tx) => runTogether(lists, tx, context));
  } catch (error) {
    throw refusalOf(error, lists, context.catalogue);
  }
}

function readOnly<T>(context: RunContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  return context.db.transaction(
    { mode: "read only", statementTimeout: LIMITS.callTime, dryRun: false, ...signalOf(context) },
    work,
  );
}

function signalOf({ signal }: RunContext): { signal?: CancelSignal } {
  return signal === undefined ? {} : { signal };
}

/** The refusal behind an error of PostgreSQL; a bad expression belongs to the step that searches. */
function refusalOf(error: unknown, lists: readonly ListPlan[], catalogue: Catalogue): unknown {
  if (error instanceof Refusal) return error;
  const refusal = faultOfSql(error, catalogue);
  const searching = lists.find(searches);
  if (refusal?.fault === "bad_format" && searching !== undefined)
    return refusal.atStatement(statementOf(searching));
  return refusal ?? error;
}

/** The step runs a regular expression of the client: only under a time limit. */
function searches(plan: ListPlan): boolean {
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

/** All lists as one statement: one snapshot and one round trip (database.md 3.2). */
async function runTogether(
  plans: readonly ListPlan[],
  query: Query,
  context: RunContext,
): Promise<readonly StepResult[]> {
  const params = createParams();
  const { catalogue, actor } = context;
  const types = new Map(plans.map(({ position, type }) => [position, type]));
  const earlier = (position: number): EarlierRows => ({
    type: typeAt(types, position),
    ids: `select id from s${String(position)}`,
  });
  const steps = plans.map(
    (plan) =>
      `s${String(plan.position)} as materialized (${listSql(plan, { catalogue, actor, params, earlier })})`,
  );
  const whole = wholeOf(plans);
  const columns = plans.flatMap((plan) => {
    const step = `s${String(plan.position)}`;
    const translations = wantsTranslations(plan, whole, context)
      ? translationsSql(plan.type, `select id from ${step}`)
      : "null::text";
    const count = `(select count(*)::int from ${step}) as c${String(plan.position)}`;
    return [
      count,
      `${rowsOf(step)} as r${String(plan.position)}`,
      `${translations} as l${String(plan.position)}`,
    ];
  });
  const sql = bound(`with ${steps.join(",\n")}\nselect ${columns.join(",\n")}`, actor, params);
  const [row] = await query.query<Record<string, string | number | null>>(sql, params.values);
  return plans.map(({ key, position }) => ({
    key,
    rows: textIn(row, `r${String(position)}`) ?? "[]",
    rowCount: Number(row?.[`c${String(position)}`] ?? 0),
    translations: textIn(row, `l${String(position)}`),
  }));
}

function textIn(row: Record<string, string | number | null> | undefined, column: string): string | null {
  const value = row?.[column];
  return typeof value === "string" ? value : null;
}

function rowsOf(step: string): string {
  return `(select '[' || coalesce(string_agg(row, ','), '') || ']' from ${step})`;
}

function typeAt(types: ReadonlyMap<number, ObjectType>, position: number): ObjectType {
  const type = types.get(position);
  if (type === undefined) throw new Error(`there is no step ${String(position)}`);
  return type;
}

/** Translations come with every list of a type with language attributes, unless a step of the client has their name. */
function wantsTranslations(plan: ListPlan, whole: Whole, context: RunContext): boolean {
  if (!context.withTranslations || (plan.type.spec.languageAttributes ?? []).length === 0) return false;
  return !whole.keys.has(`__lang_${plan.key}`);
}

interface StepRows {
  readonly type: ObjectType;
  readonly ids: readonly string[];
}

/** One list by itself, joined to the ids of steps before it. */
async function runList(
  plan: ListPlan,
  whole: Whole,
  before: Map<number, StepRows>,
  actor: Actor,
  query: Query,
  context: RunContext,
): Promise<StepResult> {
  const params = createParams();
  const { catalogue } = context;
  const earlier = (position: number): EarlierRows => {
    const rows = before.get(position);
    if (rows === undefined) throw new Error(`step ${String(position)} has no result`);
    return { type: rows.type, ids: `select unnest(${params.add(rows.ids, `${rows.type.idType}[]`)})` };
  };
  const list = listSql(plan, { catalogue, actor, params, earlier });
  const translations = wantsTranslations(plan, whole, context)
    ? translationsSql(plan.type, "select id from s")
    : "null::text";
  const ids = whole.joined.has(plan.position)
    ? "(select coalesce(array_agg(id::text), '{}') from s)"
    : "'{}'::text[]";
  const sql = bound(
    `with s as materialized (${list}) select ${rowsOf("s")} as rows, (select count(*)::int from s) as count, ${translations} as translations, ${ids} as ids`,
    actor,
    params,
  );
  const [row] = await query.query<{
    rows: string;
    count: number;
    translations: string | null;
    ids: string[];
  }>(sql, params.values);
  if (row === undefined) throw new Error("a list answers one row");
  before.set(plan.position, { type: plan.type, ids: row.ids });
  return { key: plan.key, rows: row.rows, rowCount: row.count, translations: row.translations };
}

async function runEach(
  plans: readonly ListPlan[],
  tx: Tx,
  context: RunContext,
): Promise<readonly StepResult[]> {
  const before = new Map<number, StepRows>();
  const results: StepResult[] = [];
  const whole = wholeOf(plans);
  for (const plan of plans) results.push(await runList(plan, whole, before, context.actor, tx, context));
  return results;
}

/** Lists and writes in order in one transaction; neighbouring writes go together. */
async function runMixed(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  const { db, catalogue, resolver, actor, rollsBack, steps } = context;
  const writes = plans.filter((plan) => plan.kind !== "list");
  return db.transaction(
    { mode: "read write", statementTimeout: LIMITS.callTime, dryRun: rollsBack, ...signalOf(context) },
    async (tx) => {
      const session = await openWriteSession(tx, {
        catalogue,
        resolver,
        actor,
        dryRun: rollsBack,
        showsTokens: !rollsBack,
        plans: writes,
        steps,
        stepCount: plans.length,
      });
      const results = await inOrder(plans, session, tx, context);
      await session.end();
      return results;
    },
  );
}

async function inOrder(
  plans: readonly Plan[],
  session: WriteSession,
  tx: Tx,
  context: RunContext,
): Promise<readonly StepResult[]> {
  const before = new Map<number, StepRows>();
  const results: StepResult[] = [];
  const whole = wholeOf(plans);
  for (const group of neighbours(plans)) {
    context.report?.(results.length);
    if (group.kind === "list") {
      results.push(await runList(group.plan, whole, before, session.actor(), tx, context));
      continue;
    }
    const asked = new Map(
      group.plans.filter((one) => whole.joined.has(one.position)).map((one) => [one.position, one]),
    );
    for (const { key, position, rows } of await session.run(group.plans)) {
      results.push({ key, rows: `[${rows.join(",")}]`, rowCount: rows.length, translations: null });
      const plan = asked.get(position);
      if (plan !== undefined) before.set(position, { type: plan.type, ids: rows.map(idIn(plan)) });
    }
  }
  return results;
}

function idIn(plan: WritePlan): (row: string) => string {
  return (row) => {
    // The row was made by our own statement, gpk first.
    const { gpk } = JSON.parse(row) as { gpk: string };
    return gpk.slice(plan.type.spec.gpk.length + 1);
  };
}

type Group =
  | { readonly kind: "list"; readonly plan: ListPlan }
  | { readonly kind: "writes"; readonly plans: WritePlan[] };

function neighbours(plans: readonly Plan[]): readonly Group[] {
  const groups: Group[] = [];
  for (const plan of plans) {
    const last = groups.at(-1);
    if (plan.kind === "list") groups.push({ kind: "list", plan });
    else if (last?.kind === "writes" && last.plans.length < WRITES_TOGETHER) last.plans.push(plan);
    else groups.push({ kind: "writes", plans: [plan] });
  }
  return groups;
}
