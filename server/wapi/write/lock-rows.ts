import { isList, isObject, type Json, type Row } from "#contract/wire/json";
import { actorValues, grantSql, visibleSql, type WritingFunction } from "../../access/rules.ts";
import { inForm } from "../../catalogue/forms.ts";
import { idInGpk } from "../../catalogue/gpk.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { together } from "../../db/together.ts";
import { refuse } from "../../faults.ts";
import { bind, createParams, type Params } from "../../sql/bind.ts";
import { isOwnToken } from "./eligible.ts";
import { idsByKey, keyIn, type Reading } from "./ids-by-key.ts";
import { permissionMissing, setAttributes } from "./permission.ts";
import { readRows } from "./rows.ts";
import { checkEach, noteSteps } from "./steps-of-error.ts";
import { keyOf, type Found, type Given, type WriteRun } from "./stages.ts";

/**
 * Finds and locks the rows of an update or delete, then checks in the contract's order: found, permission, old values (1.7, 3.9). The lock is a
 * separate statement, because a locking statement that also reads the rows would lose rows that are changed at the same time.
 */
export async function lockRows<T extends Given>(
  run: WriteRun,
  type: ObjectType,
  works: readonly T[],
  fn: WritingFunction,
): Promise<readonly (T & Found)[]> {
  const located = await idsOfSteps(run, type, works);
  const ids = [...new Set(located.filter((id) => id !== null))];
  const mode = fn === "delete" ? "for update" : "for no key update";
  const lock = `select t.id
    from ${type.table} t
    where t.id = any($1::${type.idType}[])
    order by t.id ${mode}`;
  run.tx.defer(lock, [ids], `lock-${type.name}-${fn}`);
  const [rows, refused] = await together(readRows(run, type, ids), refusedRows(run, type, works, ids, fn));
  const found = works.map((work, at) => {
    const id = located[at] ?? null;
    const before = id === null ? undefined : rows.get(id)?.row;
    if (id === null || before === undefined || !hasKey(work, before))
      throw noteSteps(notFound(work), [work.plan]);
    return { ...work, id, before };
  });
  await permit(run, type, found, fn, refused);
  checkEach(found, checkOldValues);
  return found;
}

/** Ids of the rows that the steps name, in order; null if no object has the key. */
export async function idsOfSteps(
  run: Reading,
  type: ObjectType,
  steps: readonly Pick<Given, "plan">[],
): Promise<readonly (string | null)[]> {
  const keys = steps.map(({ plan: { old } }) =>
    type.spec.key.includes("gpk") || old["gpk"] !== undefined ? null : keyIn(type, old),
  );
  const asked = keys.filter((key) => key !== null);
  const ids = asked.length === 0 ? [] : await idsByKey(run, type, asked);
  let at = 0;
  return steps.map(({ plan: { old } }, n) => {
    if (keys[n] !== null) return ids[at++] ?? null;
    return old["gpk"] === undefined ? null : idInGpk(old["gpk"], type);
  });
}

/** Whether the row still has the key that names it. It may have been renamed between finding and locking. */
function hasKey(work: Given, row: Row): boolean {
  const { old, type } = work.plan;
  if (old["gpk"] !== undefined) return true;
  return type.spec.key.every((name) => same(old[name] ?? null, row[name] ?? null));
}

function notFound(work: Given): Error {
  return refuse("object_not_found", { object_fq_name: work.plan.type.name, key: keyOf(work) });
}

/** If the account may not see the row, the refusal is "not found" for a gpk and "no permission" for a key (wire contract 1.7). */
async function permit(
  run: WriteRun,
  type: ObjectType,
  works: readonly Found[],
  fn: WritingFunction,
  refused: ReadonlyMap<string, RefusedRow>,
): Promise<void> {
  for (const work of works) {
    const found = refused.get(work.id);
    if (found === undefined) continue;
    if (!found.sees && work.plan.old["gpk"] !== undefined) throw noteSteps(notFound(work), [work.plan]);
    const source = (rows: Params): string =>
      `(select * from ${type.table} where id = ${rows.add(work.id, type.idType)})`;
    throw noteSteps(await permissionMissing(run, work, fn, source), [work.plan]);
  }
}

interface RefusedRow {
  readonly id: string;
  readonly sees: boolean;
}

/** The rows that the actor must not write, by id: rows that are hidden from it, and rows without the right to write. */
async function refusedRows(
  run: WriteRun,
  type: ObjectType,
  works: readonly Given[],
  rows: readonly string[],
  fn: WritingFunction,
): Promise<ReadonlyMap<string, RefusedRow>> {
  // Everybody may end the token of the call (wire contract 1.5).
  if (rows.length === 0 || works.every((work) => isOwnToken(run.actor, work.plan))) return new Map();
  const visible = visibleSql(type, run.actor);
  const grant = grantSql(type, fn, run.actor, [...new Set(works.flatMap(setAttributes))]);
  if (visible === null && grant === null) return new Map();
  const params = createParams();
  const holds = (rule: string | null): string =>
    rule === null ? "true" : `coalesce(${bind(rule, actorValues(run.actor), params)}, false)`;
  const [sees, may] = [holds(visible), holds(grant)];
  const ids = params.add(rows, `${type.idType}[]`);
  const sql = `select *
    from (
      select t.id::text as id, ${sees} as sees, ${may} as may
      from ${type.table} t
      where t.id = any(${ids})) r
    where not (r.sees and r.may)`;
  const refused = await run.tx.query<RefusedRow>(sql, params.values);
  return new Map(refused.map((row) => [row.id, row]));
}

/** Every further member of `old` must equal the current value (wire contract 3.9). */
function checkOldValues(work: Found): void {
  const { plan, before } = work;
  const conflicts: Json[] = [];
  for (const [name, expected] of Object.entries(plan.old)) {
    const found = before[name] ?? null;
    const attribute = plan.type.attributes.get(name);
    // The found row decides the canonical form in which the value is compared.
    const formed = attribute?.formBy === undefined ? expected : inForm(before[attribute.formBy], expected);
    if (same(formed, found)) continue;
    const isSecret = attribute?.secret === true;
    conflicts.push({ attribute: name, expected: isSecret ? null : expected, found: isSecret ? null : found });
  }
  if (conflicts.length > 0)
    throw refuse("old_value_changed", {
      object_fq_name: plan.type.name,
      key: keyOf(work),
      conflict_list: conflicts,
    });
}

/** Equal in wire form; members of objects in any order. */
export function same(a: Json, b: Json): boolean {
  if (a === b) return true;
  if (isList(a) || isList(b)) return isList(a) && isList(b) && sameLists(a, b);
  if (!isObject(a) || !isObject(b)) return false;
  const members = Object.keys(a);
  return (
    members.length === Object.keys(b).length &&
    members.every((name) => name in b && same(a[name] ?? null, b[name] ?? null))
  );
}

function sameLists(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((part, at) => same(part, b[at] ?? null));
}
