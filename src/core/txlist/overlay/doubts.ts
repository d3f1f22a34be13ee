import type { Json, Params, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "../../catalogue/catalogue.ts";
import { sameJson } from "../../form/values.ts";
import { doubtsOfNames } from "./completed.ts";
import type { PlannedObject } from "./draft.ts";
import { fits, isOfOtherRows, readBy } from "./fits.ts";
import type { Link } from "./links.ts";
import { asksNoMore, isRelating, plannedRow, want, type Delta, type ListGround } from "./list-of.ts";
import { joinsOf, linkOfJoin, textsIn, type Join } from "./related.ts";

/** Elements of which only the server knows whether they bring rows into the list or remove some. `staying` are the planned rows of the list. */
export function doubtsOf(ground: ListGround, staying: readonly Row[]): readonly string[] {
  return [
    ...doubtsOfType(ground),
    ...doubtsOfNames(ground),
    ...doubtsOfSource(ground),
    ...doubtsOfConditions(ground),
    ...doubtsOfJoins(ground, staying),
  ];
}

function doubtsOfType({ type, plan }: ListGround): readonly string[] {
  return [...(plan.untold.get(type.name) ?? [])];
}

/** Rows that are computed from other objects. */
function doubtsOfSource(ground: ListGround): readonly string[] {
  const { type, plan } = ground;
  return (type.definition.made_from_list ?? []).flatMap((name) => {
    const objects = (plan.objects.get(name) ?? []).filter((one) => isOfSource(ground, one));
    return [...objects.flatMap(({ uuids }) => uuids), ...(plan.untold.get(name) ?? [])];
  });
}

/** False for an object whose own row does not belong to the list, if no other row matters. */
function isOfSource(ground: ListGround, one: PlannedObject): boolean {
  const { type, step, around, plan } = ground;
  const [key = "", ...others] = type.key;
  const to = type.attribute(key)?.refersTo;
  if (others.length > 0 || to?.object !== one.type.name) return true;
  const value: Json | undefined = plannedRow(plan, one)[to.attribute];
  return value === undefined || fits(type, step, { [key]: value }, around) !== false;
}

/** Conditions that the server computes. They may depend on the objects to which the rows refer, or on those that the condition names. */
function doubtsOfConditions({ type, step, around, plan }: ListGround): readonly string[] {
  const open = readBy(type, step).filter((name) => isComputed(type, name));
  const isOpen = joinsOf(step).some((join) => join.name !== null && linkOfJoin(type, join, around) === null);
  if (open.length === 0 && !isOpen) return [];
  const named = open.flatMap((name) => namedBy(plan.catalogue, type, name));
  return [...new Set([...refersTo(plan.catalogue, type), ...named])]
    .filter((name) => name !== type.name)
    .flatMap((name) => plan.objects.get(name) ?? [])
    .filter((one) => one.kind !== "changed" || isRelating(one.type, one.touched))
    .flatMap(({ uuids }) => uuids);
}

/** Whether the value depends on more than the row itself. `is_own` depends on the reader. */
function isComputed(type: ObjectTypeMeta, name: string): boolean {
  const attribute = type.attribute(name);
  if (name === "gpk" || name === "is_own") return false;
  return attribute === null || (attribute.is_computed && attribute.is_given === undefined);
}

/** Types to which the rows refer; for a view the types of which its rows are made. */
function refersTo(catalogue: Catalogue, { name, references }: ObjectTypeMeta): readonly string[] {
  return references
    .filter(({ object_fq_name: from }) => from === name)
    .flatMap(({ ref_object_fq_name: to }) => catalogue.objectType(to)?.definition.made_from_list ?? [to]);
}

/** The type that a condition names, and the types that refer to it. */
function namedBy(catalogue: Catalogue, type: ObjectTypeMeta, name: string): readonly string[] {
  const named = catalogue.fn(type.name, "list")?.parameters[name]?.ref?.object_fq_name;
  const references = named === undefined ? [] : (catalogue.objectType(named)?.references ?? []);
  return references
    .filter(({ ref_object_fq_name: to }) => to === named)
    .flatMap(({ object_fq_name: from, ref_object_fq_name: to }) => [from, to]);
}

function doubtsOfJoins(ground: ListGround, staying: readonly Row[]): readonly string[] {
  const { step, deltas } = ground;
  if (isOfOtherRows(step))
    return [...deltas.values()].flatMap(({ uuids, untold }) => [...uuids(), ...untold]);
  return joinsOf(step).flatMap((join) => {
    const delta = deltas.get(join.idx);
    return delta === undefined ? [] : doubtsOfJoin(ground, join, delta, staying);
  });
}

function doubtsOfJoin(
  ground: ListGround,
  join: Join,
  delta: Delta,
  staying: readonly Row[],
): readonly string[] {
  const link = linkOfJoin(ground.type, join, ground.around);
  const own = link?.list === undefined ? [] : doubtsOfList(ground, link);
  const isPart = delta.uuids().size > 0 && isMissing(ground, join, link, delta, staying);
  return [...delta.untold, ...own, ...(isPart ? delta.uuids() : [])];
}

/** Whether rows that the list does not have may belong to it, because of planned changes of the earlier rows. */
function isMissing(
  ground: ListGround,
  join: Join,
  link: Link | null,
  { sent, staying: earlier }: Delta,
  staying: readonly Row[],
): boolean {
  if (join.name === null) return sent.length === 0;
  if (link === null) return true;
  const sentRows = new Set(sent);
  const fresh = earlier.filter((row) => !sentRows.has(row));
  if (join.kind === "anti") return earlier.length - fresh.length < sent.length;
  if (!link.isNamed) return !fresh.every((row) => isNamedAsBefore(ground, join, row, link.theirs));
  const there = textsOfRows(staying, link.own);
  const before = textsOfRows(sent, link.theirs, link.list);
  const named = fresh.map((row) => textsIn(row, link.theirs, link.list));
  const unlisted = named.flatMap((texts) =>
    (texts ?? []).filter((text) => !there.has(text) && !before.has(text)),
  );
  // Thousands of planned rows are checked only if something is not listed.
  const planned = unlisted.length === 0 ? there : textsOfRows(objectsOf(ground), link.own);
  const missing = unlisted.filter((text) => !planned.has(text));
  return isOpen(ground, link, missing) || named.includes(null);
}

/** Requests each of the objects; false if everything about them is known. */
function isOpen(ground: ListGround, link: Link, missing: readonly string[]): boolean {
  let open = false;
  for (const text of missing) {
    if (asksNoMore(ground)) return true;
    if (want(ground, { object: ground.type.name, params: paramsOf(link, text) })) open = true;
  }
  return open;
}

/** Parameters of the object that has these values. */
function paramsOf({ own }: Link, text: string): Params {
  const values = JSON.parse(text) as readonly Json[];
  return Object.fromEntries(own.map((name, at) => [name, values[at] ?? null]));
}

/** Whether no existing object begins to name the row: its new names are known. */
function isNamedAsBefore(
  { marks }: ListGround,
  { params }: Join,
  row: Row,
  names: readonly string[],
): boolean {
  const mark = marks.get(row);
  if (mark === undefined) return true;
  // Existing objects can name only existing ones, and values that steps take from rows may belong to any object.
  if (params === undefined) return mark.kind === "new" || mark.kind === "changed";
  const { before } = mark;
  return (
    mark.kind === "changed" && names.every((name) => sameJson(row[name] ?? null, before?.[name] ?? null))
  );
}

/** New and changed objects of the type in their planned state, which were checked one by one. */
function objectsOf({ plan, type }: ListGround): readonly Row[] {
  return (plan.objects.get(type.name) ?? [])
    .filter(({ kind, isTold }) => kind === "new" || (isTold && kind === "changed"))
    .map((one) => plannedRow(plan, one));
}

function textsOfRows(rows: readonly Row[], names: readonly string[], list?: string): ReadonlySet<string> {
  return new Set(rows.flatMap((row) => textsIn(row, names, list) ?? []));
}

/** Changes that affect the relation of other objects: a moved object changes that of its contents. */
function doubtsOfList({ type, plan }: ListGround, { list = "", own }: Link): readonly string[] {
  const isPath = plan.shared.has(type.name);
  return (plan.objects.get(type.name) ?? [])
    .filter(({ kind, touched }) => kind === "changed" && isRelating(type, touched))
    .filter((one) => !isPath || own.includes(list) || plannedRow(plan, one)[list] === undefined)
    .flatMap(({ uuids }) => uuids);
}
