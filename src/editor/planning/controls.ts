import type { Json, Params, Row } from "#contract/wire/json";
import type { ObjectName, Step } from "#contract/wire/step";
import { keyOf } from "#core/catalogue/key";
import type { FormTarget } from "#core/form/target";
import type { Planning } from "#core/screen/planning";
import { nameInside, type Text, type TextKey } from "#core/text";
import type { PlannedStatement } from "#core/txlist/planned";
import type { Marks } from "../overlay/marks.ts";
import { holds, valueOf } from "../screen/values.ts";
import type { ColumnContext } from "../section/columns.ts";
import { holdsPermission, isSetting, mayPlan } from "./may-plan.ts";

export interface Control {
  readonly id: string;
  readonly operation: FormTarget["operation"];
  readonly label: Text;
  /** Permissions each of which would allow the control; empty for an allowed control. */
  readonly missing: readonly string[];
  /** Planned at once, without a form. */
  readonly isDirect: boolean;
  readonly target: FormTarget;
}

/** Place of controls: the section's type and step, and the sources of their values. */
export interface ControlPlace extends ColumnContext {
  readonly step: Step;
  readonly variant: string | null;
  /** Rows that the planned list changes. */
  readonly marks: Marks;
  /** The object of the page is planned to be deleted. */
  readonly isGoing: boolean;
}

const OPERATIONS = ["create", "update", "delete"] as const;

/** Controls of a section: the named ones, otherwise every function of the type. */
export function planningsOf(
  place: ControlPlace,
  named: readonly Planning[] | undefined,
): readonly Planning[] {
  const all = named ?? OPERATIONS.map((operation): Planning => ({ do: operation }));
  const { catalogue, type, isGoing } = place;
  return all.filter(
    ({ do: operation, object = type.name, move }) =>
      catalogue.fn(object, operation) !== null &&
      move?.holder(catalogue, type) !== null &&
      // What is made on the page of an object belongs to it.
      !(isGoing && operation === "create"),
  );
}

/** Controls for one row; without a row those that create something. */
export function controlsFor(
  place: ControlPlace,
  plannings: readonly Planning[],
  row: Row | null,
): readonly Control[] {
  return plannings.flatMap((planning, at) => {
    if (isOfRow(planning) !== (row !== null)) return [];
    if (![planning.when, planning.only].every((one) => holds(one, place.source, row))) return [];
    if (isKept(place, planning, row) || !isPlannable(place, planning, row)) return [];
    return [controlOf(place, planning, at, row)];
  });
}

/** False for an object that is planned to be deleted. A planned new object is changed by its own element, and only new objects can refer to it. */
function isPlannable(place: ControlPlace, planning: Planning, row: Row | null): boolean {
  const kind = row === null ? undefined : place.marks.get(row)?.kind;
  if (kind !== "going" && kind !== "new") return true;
  return kind === "new" && isOfNew(planning, place.type.name);
}

function isOfNew({ do: operation, object, move }: Planning, type: string): boolean {
  if (operation === "create") return move === undefined;
  return (object ?? type) === type && (operation === "update" || operation === "delete");
}

/** True if the server says that the account cannot delete this row, whatever its other rights (wire contract 7.3). */
export function isKept(
  { type }: ControlPlace,
  { do: operation, object = type.name }: Planning,
  row: Row | null,
): boolean {
  return operation === "delete" && object === type.name && row?.["is_deletable"] === false;
}

const LABELS: Readonly<Record<string, TextKey>> = {
  create: "editor.control.create",
  update: "editor.control.update",
  delete: "editor.control.delete",
};

/** True if a control changes a row or takes values from one; a plain create belongs above the rows. */
function isOfRow(planning: Planning): boolean {
  if (planning.move !== undefined || (planning.do !== "create" && planning.rows !== "none")) return true;
  return Object.values(planning.set ?? {}).some((value) => "row" in value);
}

export function controlOf(place: ControlPlace, planning: Planning, at: number, row: Row | null): Control {
  const { do: operation, object = place.type.name, caption: name = "" } = planning;
  const type = typeIn(place, planning);
  const target = targetOf(place, planning, object, row);
  return {
    id: `${operation}-${String(at)}`,
    operation,
    label: { key: planning.text ?? LABELS[operation] ?? "editor.control.other", values: { type, name } },
    missing: mayPlan(place, target) ? [] : permissionsOf(place, object, operation),
    isDirect: !isSetting(place.catalogue, object) && (operation === "delete" || planning.ask?.length === 0),
    target,
  };
}

/** The type that the label names. */
function typeIn({ catalogue, type, locale }: ControlPlace, { object, move }: Planning): string {
  const named = move?.holder(catalogue, type) ?? object ?? type.name;
  return nameInside(catalogue.typeName(named, locale), locale);
}

function permissionsOf(place: ControlPlace, object: string, operation: string): readonly string[] {
  return place.catalogue.fn(object, operation)?.permission_list ?? [];
}

/** Attributes that the account may set without a permission; empty if it has one, or may set nothing. */
function partOf(place: ControlPlace, target: FormTarget): Pick<FormTarget, "part"> {
  const open = place.catalogue.fn(target.object, target.operation)?.grant_attribute_list ?? null;
  if (open === null || holdsPermission(place, target) || !mayPlan(place, target)) return {};
  return { part: { open, missing: permissionsOf(place, target.object, target.operation) } };
}

function targetOf(place: ControlPlace, planning: Planning, object: ObjectName, row: Row | null): FormTarget {
  const { do: operation, text, bundle: _, move, ...options } = planning;
  const set = setOf(place, planning, object, row);
  const lock =
    planning.lock ?? (operation === "create" && planning.set === undefined ? Object.keys(set) : []);
  const target: FormTarget = {
    // A form gets the options of its control, without those that only the control needs.
    ...options,
    object,
    operation,
    // A new object has no row, even if a row gives its values. A change begins with the present values. Values that are planned already are merged.
    row: operation === "create" ? null : asItIs(place, row),
    set,
    lock,
    ...(text === undefined ? {} : { title: text }),
    ...(place.variant === null ? {} : { variant: place.variant }),
    around: aroundOf(place, row),
    ...bundleOf(place, planning),
    ...(row === null ? {} : move?.target(place.catalogue, place.type, row)),
  };
  return { ...target, ...partOf(place, target) };
}

function asItIs({ marks }: ControlPlace, row: Row | null): Row | null {
  return row === null ? null : (marks.get(row)?.before ?? row);
}

/** Rows near which addresses are searched. */
const MOST_ROWS = 20;

function aroundOf({ step, source }: ControlPlace, row: Row | null): NonNullable<FormTarget["around"]> {
  const rows = row === null ? (source.lists[step.idx ?? ""] ?? []).slice(0, MOST_ROWS) : [row];
  return { step, rows };
}

/** Prefilled values: named ones, or for a new object the filters of its step. */
function setOf(place: ControlPlace, planning: Planning, object: string, row: Row | null): Params {
  if (planning.set !== undefined) {
    const named = Object.entries(planning.set);
    return Object.fromEntries(named.map(([name, value]) => [name, valueOf(value, place.source, row)]));
  }
  if (planning.do !== "create") return {};
  const parameters = place.catalogue.fn(object, "create")?.parameters ?? {};
  return Object.fromEntries(
    Object.entries(place.step.old ?? {}).filter(
      ([name, value]) => parameters[name]?.new !== undefined && isScalar(value),
    ),
  );
}

function isScalar(value: Json): boolean {
  return value !== null && typeof value !== "object";
}

function bundleOf(place: ControlPlace, planning: Planning): Pick<FormTarget, "bundle"> | object {
  const { bundle } = planning;
  const type = bundle === undefined ? null : place.typeOf(bundle.rows);
  if (bundle === undefined || type === null) return {};
  const rows = place.source.lists[bundle.rows] ?? [];
  const statements = rows.map((row): PlannedStatement => ({
    object_fq_name: type.name,
    object_function: bundle.do,
    parameters: { old: keyOf(type, row), new: {} },
  }));
  return { bundle: { at: bundle.at, statements } };
}
