import { LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import type { Actor } from "../../access/actor.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { Query } from "../../db/database.ts";
import { createParams, type Params } from "../../sql/bind.ts";
import type { EarlierRows } from "../../sql/join.ts";
import { behaviourOf } from "../behaviour.ts";
import { BelongsElsewhere } from "../elsewhere.ts";
import { tooMuchKept, UNCOUNTED } from "../kept.ts";
import { bound, listSql, translationsSql } from "./compile.ts";
import { inPieces } from "../pieces.ts";
import type { ListPlan, Plan, Whole } from "../plan.ts";
import { listOf, wantsTranslations, type ListContext, type StepResult } from "./one-statement.ts";

/** Contents of an executed step that later steps may need. */
export interface DoneStep {
  readonly type: ObjectType;
  /** Ids of its rows, if a later list is joined to it. */
  readonly ids: readonly string[];
  /** Its rows, if a later step takes parameters from them. */
  readonly rows: readonly Row[];
}

/** The context of a separate list: the steps before it, the present rights, the transaction. */
export interface ListRun {
  readonly whole: Whole;
  readonly before: Map<number, DoneStep>;
  readonly actor: Actor;
  readonly query: Query;
  readonly context: ListContext;
  /** Other steps of the call write, so free networks that a list finds are reserved for them. */
  readonly reserves: boolean;
}

/** Result of a list besides its rows. */
interface Listed {
  /** True if the call may keep all bytes of the rows. Otherwise the rows are not read. */
  readonly isKept: boolean;
  /** True if this executor accepts the number of rows from which later steps take values. Otherwise the rows are not read. */
  readonly isHere: boolean;
  readonly count: number;
  readonly translations: string | null;
  readonly ids: string[];
}

/** Number of bytes of rows that are read at once, because a longer text takes longer than others may wait. */
const PART_BYTES = 512 * 1024;

/** Length of the texts of rows. Each text is a row of the result after the row with everything else. */
const PARTS = `select sum / ${String(PART_BYTES)} as part, string_agg(row, '{divider}') as rows
  from (select row, sum(octet_length(row)) over (rows unbounded preceding) as sum from s) x
  group by 1`;

/** One separate list, joined to the ids of earlier steps. */
export async function runList(plan: ListPlan, run: ListRun): Promise<StepResult> {
  const { whole, before, query, context } = run;
  const { kept = UNCOUNTED } = context;
  const isTaken = whole.taken.has(plan.position);
  const params = createParams();
  const sql = bound(listedSql(plan, run, params, isTaken), run.actor, params);
  const [head, ...parts] = await query.query<Listed & { readonly rows: string }>(sql, params.values);
  if (head === undefined) throw new Error("a list answers a row at least");
  if (!head.isKept) throw tooMuchKept();
  if (!head.isHere) throw new BelongsElsewhere();
  const texts = parts.map(({ rows }) => rows);
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  await kept.take(length + (head.translations?.length ?? 0) + head.ids.length * ID_BYTES);
  const rows = isTaken ? await rowsIn(texts.flatMap((text) => text.split(DIVIDER))) : [];
  before.set(plan.position, { type: plan.type, ids: head.ids, rows });
  const { count, translations: told } = head;
  return { key: plan.key, rows: listOf(texts), rowCount: count, translations: told };
}

/** Equal lists of a type that gives each row once, by one statement. Each takes the rows after those of the list before it. */
export async function runEqual(plans: readonly ListPlan[], run: ListRun): Promise<readonly StepResult[]> {
  const [first] = plans;
  if (first?.limit == null) throw new Error("lists that share their rows have a limit");
  const { limit, position } = first;
  const taken = new Set([...run.whole.taken, position]);
  const all = await runList(
    { ...first, limit: limit * plans.length },
    { ...run, whole: { ...run.whole, taken } },
  );
  const texts = all.rows.slice(1, -1).flatMap((text) => (text === "," ? [] : text.split(DIVIDER)));
  const rows = run.before.get(position)?.rows ?? [];
  return plans.map(({ type, key, position: place }, at) => {
    const [from, to] = [at * limit, (at + 1) * limit];
    run.before.set(place, { type, ids: [], rows: rows.slice(from, to) });
    const own = texts.slice(from, to);
    return { key, rows: listOf(own), rowCount: own.length, translations: null };
  });
}

/** The list and the following lists that ask for the same rows, of a type that gives each row once. */
export function sharing(
  plan: ListPlan,
  plans: readonly Plan[],
  from: number,
  run: ListRun,
): readonly ListPlan[] {
  const equal = [plan];
  if (plan.limit === null || !handsOut(plan, run)) return equal;
  const most = LIMITS.executions / plan.limit;
  for (let at = from; equal.length < most; at++) {
    const next = plans[at];
    if (next?.kind !== "list" || !handsOut(next, run) || askedOf(next) !== askedOf(plan)) break;
    equal.push(next);
  }
  return equal;
}

/** Whether the rows of the list are given only to it, and only parameters are taken from them. */
function handsOut({ type, position }: ListPlan, { reserves, context, whole }: ListRun): boolean {
  const isPlain = reserves && !context.withTranslations && !whole.joined.has(position);
  return isPlain && behaviourOf(type).rows?.handsOut === true;
}

function askedOf({ type, generated, limit }: ListPlan): string {
  return JSON.stringify([type.name, generated, limit]);
}

/** The list as one row with everything except its rows (`Listed`), followed by the rows in parts. */
function listedSql(plan: ListPlan, run: ListRun, params: Params, isTaken: boolean): string {
  const { whole, context } = run;
  const { kept = UNCOUNTED, executionsHere } = context;
  const list = compiled(plan, run, params);
  const translations = wantsTranslations(plan, whole, context)
    ? translationsSql(context.catalogue, plan.type, "select id from s")
    : "null::text";
  const ids = whole.joined.has(plan.position)
    ? "(select coalesce(array_agg(id::text), '{}') from s)"
    : "'{}'::text[]";
  const isKept = `coalesce(sum(octet_length(row)), 0) <= ${params.add(kept.left(), "bigint")}`;
  const isHere =
    isTaken && executionsHere !== undefined ? `count(*) <= ${params.add(executionsHere, "bigint")}` : "true";
  return `with s as materialized (${list}),
    k as materialized (select ${isKept} as yes, ${isHere} as here from s),
    p as (${PARTS.replace("{divider}", isTaken ? DIVIDER : ",")})
    select -1 as part, null as rows, k.yes as "isKept", k.here as "isHere",
      (select count(*)::int from s) as count, case when k.yes then ${translations} end as translations,
      case when k.yes then ${ids} end as ids
    from k
    union all select p.part, p.rows, null, null, null, null, null
    from p cross join k
    where k.yes and k.here
    order by part`;
}

/** Memory for one id. */
const ID_BYTES = 40;

/** Ids of the list in its order. */
export async function idsOfList(plan: ListPlan, run: ListRun): Promise<readonly string[]> {
  const params = createParams();
  const list = compiled(plan, run, params);
  const sql = bound(`select id::text as id from (${list}) s`, run.actor, params);
  const found = await run.query.query<{ id: string }>(sql, params.values);
  await run.context.kept?.take(found.length * ID_BYTES);
  return found.map(({ id }) => id);
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

/** Rows as text that our own statements made from the definition of a type. They are parsed in pieces, because small calls may have very many. */
export function rowsIn(texts: readonly string[]): Promise<readonly Row[]> {
  return inPieces(parsing(texts));
}

function* parsing(texts: readonly string[]): Generator<undefined, readonly Row[]> {
  const rows: Row[] = [];
  for (const text of texts) {
    rows.push(JSON.parse(text) as Row);
    yield;
  }
  return rows;
}

/** Rows that later steps read are separated by line breaks, which no row contains. */
const DIVIDER = ",\n";
