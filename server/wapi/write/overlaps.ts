import type { ConstraintFault } from "../../catalogue/define.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import type { Tx } from "../../db/database.ts";
import { refuse } from "../../faults.ts";
import { statementOf, type WritePlan } from "../plan.ts";
import type { Stored, WriteRun } from "./stages.ts";

type Overlap = Extract<ConstraintFault, { kind: "overlap" }>;

/** Keeps which step touched the range of an object last, for the end of the transaction (wire contract 3.8). */
export function noteRanges(
  run: Pick<WriteRun, "ranges">,
  works: readonly Stored[],
  attributes: readonly string[],
): void {
  for (const work of works) {
    const name = rangeName(work.plan.type, work.id);
    if (work.plan.kind === "delete") run.ranges.delete(name);
    else if (attributes.some((attribute) => work.values[attribute] !== undefined))
      run.ranges.set(name, work.plan);
  }
}

function rangeName(type: ObjectType, id: string): string {
  return `${type.name} ${id}`;
}

/**
 * Refuses ranges that overlap at the end of the transaction, at the last step that changed one of them. The deferred constraint of the table
 * guards the rule, but it names no step.
 */
export async function refuseOverlaps(tx: Tx, ranges: ReadonlyMap<string, WritePlan>): Promise<void> {
  const types = new Set([...ranges.values()].map(({ type }) => type));
  for (const type of types) {
    const overlap = overlapOf(type);
    if (overlap !== null) await refuseOverlapsOf(tx, type, overlap, ranges);
  }
}

function overlapOf(type: ObjectType): Overlap | null {
  const faults = Object.values(type.spec.storage?.constraints ?? {}).map(({ fault }) => fault);
  return faults.find((fault) => fault.kind === "overlap") ?? null;
}

async function refuseOverlapsOf(
  tx: Tx,
  type: ObjectType,
  { attribute, meets, shown }: Overlap,
  ranges: ReadonlyMap<string, WritePlan>,
): Promise<void> {
  const prefix = rangeName(type, "");
  const ids = [...ranges.keys()].filter((name) => name.startsWith(prefix));
  const text = (row: string): string => `(select ${shown} from (select ${row}.*) t)`;
  const sql = `select a.id::text a, ${text("a")} "value", ${text("b")} other from ${type.table} a
    join ${type.table} b on ${meets} and b.id <> a.id where a.id = any($1::bigint[])`;
  const found = await tx.query<{ a: string; value: string; other: string }>(sql, [
    ids.map((name) => name.slice(prefix.length)),
  ]);
  const [last] = found
    .flatMap(({ a, value, other }) => {
      const plan = ranges.get(rangeName(type, a));
      return plan === undefined ? [] : [{ plan, details: { attribute, value, other } }];
    })
    .toSorted((x, y) => y.plan.position - x.plan.position);
  if (last === undefined) return;
  throw refuse("overlap", { object_fq_name: type.name, ...last.details }, statementOf(last.plan));
}
