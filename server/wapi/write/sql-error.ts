import { isList, type Json, type Row } from "#contract/wire/json";
import type { Catalogue } from "../../catalogue/object-type.ts";
import { refuse, type Refusal } from "../../faults.ts";
import { columnName, constraintName } from "../../sql/bind.ts";
import { constraintOf } from "../../sql/ddl.ts";
import { faultOfSql } from "../../sql/fault.ts";
import { isOfConstraint, toldBy } from "../../sql/sqlstate.ts";
import type { WritePlan } from "../plan.ts";
import { idsOfSteps } from "./lock-rows.ts";
import { readRows } from "./rows.ts";
import { keyOf, type Reader } from "./stages.ts";
import { TAKEN_UNSEEN, unseenKeys } from "./taken-keys.ts";

/** Refusals of the database that concern the whole transaction and no single step. */
const WHOLE = new Set(["concurrent_change", "time_limit", "not_ready", "busy", "too_much_kept"]);

/** True if executing fewer steps at once can show which step the database refused. */
export function isOfStep(error: unknown): boolean {
  return isOfConstraint(toldBy(error, "code"));
}

/** The refusal of one step behind an error of the database. Null if the error is no refusal of this step. */
export async function stepFault(error: unknown, run: Reader, plan: WritePlan): Promise<Refusal | null> {
  if (!isOfStep(error)) return null;
  const { catalogue } = run;
  const refusal = faultOfSql(error, catalogue) ?? referenceFault(error, catalogue, plan);
  if (refusal === null || WHOLE.has(refusal.fault)) return null;
  return refusal.fault === "unique_violation" ? takenValues(error, run, plan, refusal) : refusal;
}

/**
 * The refusal with the values that another object already has: values of the step, and of the row that it changes. Values that only the server knows
 * are omitted.
 */
async function takenValues(
  error: unknown,
  run: Reader,
  plan: WritePlan,
  { details }: Refusal,
): Promise<Refusal> {
  const told = listOf(details["value_list"]);
  const row = await storedRow(run, plan);
  const taken = listOf(details["attribute_list"]).flatMap((name, at) => {
    const value = told[at] ?? valueOf(plan, name) ?? madeValue(error, plan, name);
    if (value !== null) return [{ name, value }];
    const attribute = typeof name === "string" ? plan.type.attributes.get(name) : undefined;
    return attribute?.isWritable === true ? [{ name, value: row[attribute.name] ?? null }] : [];
  });
  const names = taken.map(({ name }) => name);
  const values = taken.map(({ value }) => value);
  const isKey = JSON.stringify(names) === JSON.stringify(plan.type.spec.key);
  const unseen = isKey ? await unseenKeys(run, plan.type, [values]) : new Set();
  const place = { ...details, attribute_list: names, value_list: values };
  return refuse("unique_violation", place, undefined, unseen.size === 0 ? undefined : TAKEN_UNSEEN);
}

/**
 * The step whose value another object has, if the database names the value. It is the only step with this value, or the second of several. Null if several
 * steps have the value and the key has other objects as parts.
 */
export function takenBy(error: unknown, plans: readonly WritePlan[]): readonly WritePlan[] | null {
  const told = keyTold(error);
  const attributes = [...(plans[0]?.type.attributes.values() ?? [])].filter(({ ref }) => ref === undefined);
  const plain = told.flatMap(({ column, value }) =>
    attributes.filter(({ name }) => columnName(name) === column).map(({ name }) => ({ name, value })),
  );
  if (plain.length === 0) return null;
  const [step, second] = plans.filter((plan) =>
    plain.every(({ name, value }) => valueOf(plan, name) === value),
  );
  if (second === undefined) return step === undefined ? null : [step];
  return plain.length < told.length ? null : [second];
}

/** `Key (columns)=(values) …` in any language. */
const KEY = /\(([^()]+)\)=\((.*)\)/s;

/** The key that the database names; empty if it names none. */
function keyTold(error: unknown): readonly { readonly column: string; readonly value: string }[] {
  const [, columns = "", texts = ""] = KEY.exec(toldBy(error, "detail")) ?? [];
  const values = texts.split(", ");
  const names = columns.split(", ");
  return names.length === values.length
    ? names.map((column, at) => ({ column, value: values[at] ?? "" }))
    : [];
}

async function storedRow(run: Reader, plan: WritePlan): Promise<Row> {
  if (plan.kind === "create") return {};
  const [id] = await idsOfSteps(run, plan.type, [{ plan }]);
  return id == null ? {} : ((await readRows(run, plan.type, [id])).get(id)?.row ?? {});
}

function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** A unique value that the step does not name because the server makes it (the path of a unit, the address in the data of a record). */
function madeValue(error: unknown, { type }: WritePlan, name: Json): string | null {
  const attribute = typeof name === "string" ? type.attributes.get(name) : undefined;
  const isPlain = attribute?.ref === undefined && attribute?.dataType.jsonName === "string";
  if (!isPlain) return null;
  const detail = toldBy(error, "detail");
  // The detail says `Key (column)=(value) …` in any language. If two keys are named, the last one counts.
  const key = `(${columnName(attribute.name)})=(`;
  const start = detail.lastIndexOf(key);
  return start < 0 ? null : detail.slice(start + key.length, detail.lastIndexOf(")"));
}

/** The refusal for a row that somebody else deleted or created between the check and the write. */
function referenceFault(error: unknown, catalogue: Catalogue, plan: WritePlan): Refusal | null {
  const name = toldBy(error, "constraint");
  const { type, kind } = plan;
  if (name === constraintName(type, "cycle"))
    return refuse("subtree_loop", { object_fq_name: type.name, key: keyOf({ plan, given: plan.new }) });
  const known = constraintOf(catalogue, name);
  if (known?.fault.kind !== "reference") return null;
  const { reference } = known.fault;
  const attribute = reference.attributes[0] ?? null;
  if (kind === "delete")
    return refuse("foreign_key_child_found", {
      object_fq_name: type.name,
      key: keyOf({ plan, given: plan.new }),
      child_list: [
        {
          object_fq_name: reference.from,
          attribute_list: reference.attributes,
          reference_name: reference.name,
          count: 1,
          title_list: [],
        },
      ],
    });
  return refuse("referenced_object_not_found", {
    object_fq_name: known.type.name,
    attribute,
    value: attribute === null ? null : valueOf(plan, attribute),
    reference_name: reference.name,
    ref_object_fq_name: reference.to,
  });
}

function valueOf(plan: WritePlan, name: Json): Json {
  return typeof name === "string" ? (plan.new[name] ?? plan.old[name] ?? null) : null;
}
