import type { Row } from "#contract/wire/json";
import type { PlannedObject } from "./draft.ts";
import { fits } from "./fits.ts";
import { isCut, isDeciding, joinedUuids, plannedRow, want, type ListGround, type Mark } from "./list-of.ts";

/** A row in its planned state, with its mark if it changes. */
type Change = (row: Row) => { readonly row: Row; readonly mark: Mark | null } | null;

/** Existing objects that enter the list by a change of their own or of an object that names them. `listed` are planned objects that the list already has. */
export function comingRows(
  ground: ListGround,
  change: Change,
  listed: ReadonlySet<PlannedObject>,
): readonly Row[] {
  const found = knownRows(ground, change);
  const { type, plan, marks } = ground;
  const changed = (plan.objects.get(type.name) ?? []).filter(
    (one) => one.kind === "changed" && !listed.has(one) && (one.isTold || isDeciding(ground, one)),
  );
  const told = changed.flatMap((one) => {
    const row = plannedRow(plan, one);
    if (!isComing(ground, one, row)) return [];
    marks.set(row, { kind: "come", uuids: one.uuids, before: one.was ?? row });
    return [row];
  });
  return [...found, ...told];
}

/** Rows that were requested, because the list cannot be computed without them. */
function knownRows(ground: ListGround, change: Change): readonly Row[] {
  const { type, step, sentStep, sent, around, aroundSent, known, marks, untold } = ground;
  const rows = known.rows.get(type.name) ?? [];
  if (rows.length === 0) return [];
  const there = new Set(sent.map(({ gpk }) => gpk));
  const joined = joinedUuids(ground);
  return rows
    .filter(({ gpk }) => !there.has(gpk))
    .flatMap((row) => {
      const { row: planned, mark } = change(row) ?? unchanged(row);
      if (fits(type, sentStep, row, aroundSent) === true || mark?.kind === "going") return [];
      const told = fits(type, step, planned, around);
      const uuids = [...new Set([...uuidsOf(mark), ...joined])];
      if (told === null) for (const uuid of uuids) untold.add(uuid);
      if (told !== true || uuids.length === 0) return [];
      marks.set(planned, { kind: "come", uuids, before: row });
      return [planned];
    });
}

function unchanged(row: Row): NonNullable<ReturnType<Change>> {
  return { row: { ...row }, mark: null };
}

function uuidsOf(mark: Mark | null): readonly string[] {
  return mark?.uuids ?? [];
}

/**
 * Whether a test has shown that the object enters the list. If only its row shows that, the row is requested; if nothing shows it, its elements are
 * noted.
 */
function isComing(ground: ListGround, one: PlannedObject, row: Row): boolean {
  const { type, step, sentStep, around, aroundSent, untold } = ground;
  const now = fits(type, step, row, around);
  const was = one.was === null ? null : fits(type, sentStep, one.was, aroundSent);
  // An object that was already in the list is beyond the first rows.
  if (now === false || was === true) return false;
  const isTold = now === true && one.isTold && (was === false || !isCut(ground));
  if (!isTold && isOpen(ground, one)) one.uuids.forEach((uuid) => untold.add(uuid));
  return isTold;
}

/** True if even the row of the object does not show whether the object enters the list. */
function isOpen(ground: ListGround, one: PlannedObject): boolean {
  if (!isDeciding(ground, one)) return false;
  return one.isTold || want(ground, { object: ground.type.name, params: one.key ?? {} });
}
