import { createParams, type Params } from "../../sql/bind.ts";
import { bound, translationsSql } from "./compile.ts";
import { tooMuchKept, UNCOUNTED } from "../kept.ts";
import { inPieces } from "../pieces.ts";
import type { ListPlan } from "../plan.ts";
import { compiled, rowsIn, type ListRun } from "./one-list.ts";
import { listOf, wantsTranslations, type StepResult } from "./one-statement.ts";

/** Maximum number of executions in one statement. */
const TOGETHER = 1_000;

/** A list step that is executed once for each set of values: results in order, each row once (wire contract 3.5). */
export async function runExecutions(
  step: Pick<ListPlan, "type" | "key" | "position">,
  plans: readonly ListPlan[],
  run: ListRun,
): Promise<StepResult> {
  const rows = new Map<string, string>();
  const isKept = run.reserves && step.type.spec.source === "generated";
  for (let from = 0; from < plans.length; from += TOGETHER) {
    const part = plans.slice(from, from + TOGETHER);
    let bytes = 0;
    for (const { id, row } of await listTogether(part, run, isKept)) {
      if (rows.has(id)) continue;
      rows.set(id, row);
      bytes += row.length + id.length;
    }
    await run.context.kept?.take(bytes);
  }
  const { whole, before, context } = run;
  const ids = [...rows.keys()];
  const isTaken = whole.taken.has(step.position);
  before.set(step.position, { type: step.type, ids, rows: isTaken ? await rowsIn([...rows.values()]) : [] });
  const translations = wantsTranslations(step, whole, context) ? await translationsOf(step, ids, run) : null;
  return { key: step.key, rows: listOf([...rows.values()]), rowCount: rows.size, translations };
}

interface ListedRow {
  readonly o: number;
  readonly n: string;
  readonly id: string;
  readonly row: string;
}

/** A row of the result. If no row is found, or the rows have too many bytes, the result is one row without id. */
type Found = { readonly is_kept: boolean } & (ListedRow | { readonly id: null });

/**
 * Executes lists that differ only in values as one statement over a record set of these values. `isKept`: an execution does not repeat rows of an
 * earlier one.
 */
async function listTogether(
  plans: readonly ListPlan[],
  run: ListRun,
  isKept: boolean,
): Promise<readonly ListedRow[]> {
  const executions = await inPieces(compiledOf(plans, run));
  const rows: ListedRow[] = [];
  for (const [sql, group] of Map.groupBy(executions, (one) => one.sql))
    rows.push(...(await listGroup(sql, group, run, isKept)));
  return rows.sort((a, b) => a.o - b.o || Number(a.n) - Number(b.n));
}

function* compiledOf(plans: readonly ListPlan[], run: ListRun): Generator<undefined, readonly Execution[]> {
  const executions: Execution[] = [];
  for (const [o, plan] of plans.entries()) {
    executions.push(executionOf(o, plan, run));
    yield;
  }
  return executions;
}

interface Execution {
  readonly o: number;
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly casts: readonly string[];
}

function executionOf(o: number, plan: ListPlan, run: ListRun): Execution {
  const params = createParams();
  const casts: string[] = [];
  const noted: Params = {
    values: params.values,
    add(value, cast) {
      casts.push(cast);
      return params.add(value, cast);
    },
  };
  return { o, sql: bound(compiled(plan, run, noted), run.actor, noted), values: params.values, casts };
}

async function listGroup(
  sql: string,
  group: readonly Execution[],
  { query, context: { kept = UNCOUNTED } }: ListRun,
  isKept: boolean,
): Promise<readonly ListedRow[]> {
  const { values = [], casts = [] } = group[0] ?? {};
  const places = casts.map((cast, at) => {
    const isList = cast.endsWith("[]");
    // Each execution must be separate, because executions with equal values would otherwise get the same rows.
    const isOwn = isKept && !isList;
    const differs = isOwn || group.some((one) => one.values[at] !== values[at]);
    // The cast after the position makes the value from a text or a list of texts.
    return { at, differs, column: `p${String(at)} ${isList ? "text[]" : "text"}` };
  });
  const differing = places.filter(({ differs }) => differs);
  const fixed = places.filter(({ differs }) => !differs);
  const columns = ["o int", ...differing.map(({ column }) => column)];
  const list = sql.replaceAll(/\$(\d+)(?=::)/g, (_, n: string) => {
    const at = Number(n) - 1;
    const place = fixed.findIndex((one) => one.at === at);
    return place < 0 ? `x.p${String(at)}` : `$${String(place + 1)}`;
  });
  const sent = group.map(({ o, values: own }) => ({
    o,
    ...Object.fromEntries(differing.map(({ at }) => [`p${String(at)}`, own[at]])),
  }));
  const limit = fixed.length + 2;
  const all = `with q as materialized (
      select distinct on (s.id::text) s.id::text as id, s.row, x.o, s.n
      from json_to_recordset($${String(fixed.length + 1)}::json) x(${columns.join(", ")})
        cross join lateral (
          select q.id, q.row, row_number() over () as n
          from (${list}) q${isKept ? ` where x.o is not null` : ""}) s
      order by s.id::text, x.o, s.n),
    k as materialized (select coalesce(sum(octet_length(row)), 0) <= $${String(limit)}::bigint as yes from q)
    select q.*, k.yes as is_kept
    from k left join q on k.yes`;
  const params = [...fixed.map(({ at }) => values[at]), JSON.stringify(sent), kept.left()];
  const found = await query.query<Found>(all, params);
  if (found[0]?.is_kept !== true) throw tooMuchKept();
  return found.filter((one) => one.id !== null);
}

async function translationsOf(
  { type }: Pick<ListPlan, "type">,
  ids: readonly string[],
  { query, context }: ListRun,
): Promise<string> {
  const sql = `select ${translationsSql(context.catalogue, type, `select unnest($1::${type.idType}[])`)} as translations`;
  const [row] = await query.query<{ translations: string }>(sql, [ids]);
  return row?.translations ?? "[]";
}
