import type { Json } from "#contract/wire/json";
import { actorValues, visibleSql } from "../../access/rules.ts";
import type { ConstraintFault } from "../../catalogue/define.ts";
import { gpkOf } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { refuse } from "../../faults.ts";
import { bind, createParams } from "../../sql/bind.ts";
import { statementOf } from "../plan.ts";
import { titleOf } from "./log.ts";
import { readRows } from "./rows.ts";
import type { Reader, Stored, Touched, WriteRun } from "./stages.ts";

type Overlap = Extract<ConstraintFault, { kind: "overlap" }>;

/** Remembers for the end of the transaction which step changed the range of each object last (wire contract 3.8). */
export function noteRanges(
  run: Pick<WriteRun, "ranges">,
  type: ObjectType,
  works: readonly Pick<Stored, "plan" | "id" | "values">[],
): void {
  const columns = overlapsOf(type).flatMap(({ meets }) => columnsOf(meets));
  if (columns.length === 0) return;
  for (const work of works) {
    const name = rangeName(type, work.id);
    if (work.plan.kind === "delete") run.ranges.delete(name);
    else if (columns.some((column) => work.values[column] !== undefined)) {
      const isNew = work.plan.kind === "create" || run.ranges.get(name)?.isNew === true;
      run.ranges.set(name, { plan: work.plan, isNew });
    }
  }
}

function overlapsOf(type: ObjectType): readonly Overlap[] {
  return Object.values(type.spec.storage?.constraints ?? {}).flatMap(({ fault }) =>
    fault.kind === "overlap" ? [fault] : [],
  );
}

/** Columns of the rows `a` and `b` in the condition. */
function columnsOf(meets: string): readonly string[] {
  return [...meets.matchAll(/\b[ab]\."?([a-z_0-9]+)/g)].map(([, column = ""]) => column);
}

function rangeName(type: ObjectType, id: string): string {
  return `${type.name} ${id}`;
}

/**
 * Refuses ranges that overlap at the end of the transaction, at the last step that changed one of them. The deferred constraint of the table
 * guards the rule, but it names neither step nor row.
 */
export async function refuseOverlaps(run: Reader, ranges: ReadonlyMap<string, Touched>): Promise<void> {
  const types = new Set([...ranges.values()].map(({ plan }) => plan.type));
  for (const type of types)
    for (const overlap of overlapsOf(type)) await refuseOverlapsOf(run, type, overlap, ranges);
}

interface Meeting {
  readonly a: string;
  readonly b: string;
  readonly value: string;
  readonly other: string;
  readonly is_seen: boolean;
}

async function refuseOverlapsOf(
  run: Reader,
  type: ObjectType,
  overlap: Overlap,
  ranges: ReadonlyMap<string, Touched>,
): Promise<void> {
  const prefix = rangeName(type, "");
  const names = [...ranges.keys()].filter((name) => name.startsWith(prefix));
  const ids = names.map((name) => name.slice(prefix.length));
  const found = await meetingsOf(run, type, overlap, ids);
  const [last] = found
    .flatMap((meeting) => {
      const touched = ranges.get(rangeName(type, meeting.a));
      return touched === undefined ? [] : [{ plan: touched.plan, meeting }];
    })
    .toSorted((x, y) => y.plan.position - x.plan.position);
  if (last === undefined) return;
  const { plan, meeting } = last;
  const place = { object_fq_name: type.name, attribute: overlap.attribute, value: meeting.value };
  const refusal = refuse(
    "overlap",
    { ...place, ...(await inTheWay(run, type, meeting, ranges)) },
    statementOf(plan),
  );
  throw meeting.is_seen ? refusal : refusal.because("overlapsUnseen");
}

/** Rows whose range overlaps one of these ranges. Rows that the account may see come first. */
async function meetingsOf(
  { tx, actor }: Reader,
  type: ObjectType,
  { meets, shown }: Overlap,
  ids: readonly string[],
): Promise<readonly Meeting[]> {
  const params = createParams();
  const visible = visibleSql(type, actor);
  const seen = visible === null ? "true" : `coalesce(${bind(visible, actorValues(actor), params)}, false)`;
  const of = (row: string, sql: string): string => `(select ${sql} from (select ${row}.*) t)`;
  const sql = `select a.id::text as a, b.id::text as b, ${of("a", shown)} "value", ${of("b", shown)} as other,
    ${of("b", seen)} as is_seen
    from ${type.table} a join ${type.table} b on (${meets}) and b.id <> a.id
    where a.id = any(${params.add(ids, "bigint[]")})
    order by is_seen desc`;
  return tx.query<Meeting & Record<string, unknown>>(sql, params.values);
}

/** The row in the way. Its members are null if the account may only know that there is one. */
async function inTheWay(
  run: Reader,
  type: ObjectType,
  { b, other, is_seen }: Meeting,
  ranges: ReadonlyMap<string, Touched>,
): Promise<Readonly<Record<string, Json>>> {
  if (!is_seen) return { other: null, other_gpk: null, other_title: null };
  const row = (await readRows(run, type, [b])).get(b)?.row ?? {};
  // A row that the same call created does not exist after the refusal, so it has no gpk.
  const isNew = ranges.get(rangeName(type, b))?.isNew === true;
  return { other, other_gpk: isNew ? null : gpkOf(type, b), other_title: titleOf(type, row) };
}
