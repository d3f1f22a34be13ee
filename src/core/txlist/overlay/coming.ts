import type { Row } from "#contract/wire/json";
import type { PlannedObject } from "./draft.ts";
import { fits } from "./fits.ts";
import { isCut, isDeciding, joinedUuids, plannedRow, want, type ListGround, type Mark } from "./list-of.ts";

/** A row as planned, with its mark if something is planned for it. */
type Change = (row: Row) => { readonly row: Row; readonly mark: Mark | null } | null;

/** Existing objects that a change brings into the list: their own, or one of what names them. `listed` are planned objects that it has already. */
export function comingRows(
  ground: ListGround,
  change: Change,
  listed: ReadonlySet<PlannedObject>,
): readonly Row[] {
  const found = knownRows(ground, change);
  const { type, plan, marks } = ground;
  const changed = (plan.objects.get(type.name) ?? []).filter(
    (one) => one.kind === "changed" && !listed.has(one),
  );
  const told = changed.flatMap((one) => {
    const row = plannedRow(plan, one);
    if (!isComing(ground, one, row)) return [];
    marks.set(row, { kind: "come", uuids: one.uuids, before: one.was ?? row });
    return [row];
  });
  return [...found, ...told];
}

/** Rows that were asked for, because a list without them could not be told. */
function knownRows(ground: ListGround, change: Change): readonly Row[] {
  const { type, step, sentStep, sent, around, aroundSent, known, marks, untold } = ground;
  const rows = known.rows.get(type.name) ?? [];
  if (rows.length === 0) return [];
  const there = new Set(sent.map(({ gpk }) => gpk));
  const joined = joinedUuids(ground);
  return rows.flatMap((row) => {
    const now = change(row);
    if (there.has(row["gpk"]) || now?.mark?.kind === "going") return [];
    const shown = now?.row ?? { ...row };
    const told = fits(type, step, shown, around);
    if (told === false || fits(type, sentStep, row, aroundSent) === true) return [];
    const uuids = [...new Set([...(now?.mark?.uuids ?? []), ...joined])];
    if (told === null) uuids.forEach((uuid) => untold.add(uuid));
    if (told === null || uuids.length === 0) return [];
    marks.set(shown, { kind: "come", uuids, before: row });
    return [shown];
  });
}

/** Whether a test has told that the object comes. If only its row would tell, it is asked for; if nothing would, its elements are noted. */
function isComing(ground: ListGround, one: PlannedObject, row: Row): boolean {
  const { type, step, sentStep, around, aroundSent, untold } = ground;
  const now = fits(type, step, row, around);
  if (now === false) return false;
  const was = one.was === null ? null : fits(type, sentStep, one.was, aroundSent);
  // It was an object of the list before: beyond its first rows.
  if (was === true) return false;
  if (now === true && one.isTold && (was === false || !isCut(ground))) return true;
  const isOpen = isDeciding(ground, one);
  if (isOpen && (one.isTold || want(ground, { object: type.name, params: one.key ?? {} })))
    one.uuids.forEach((uuid) => untold.add(uuid));
  return false;
}
