import type { Json, Params, Row } from "#contract/wire/json";
import type { ParameterRow } from "#contract/wire/metadata";
import type { AttributeMeta, Catalogue, ObjectTypeMeta } from "../catalogue/catalogue.ts";
import { madeText } from "../catalogue/made.ts";
import type { LossReason } from "./losses.ts";
import { NULL_TEXT } from "./planned.ts";

/** A deleted object in its last state. */
interface OldObject {
  readonly type: ObjectTypeMeta;
  readonly row: Row;
  /** Parameters of create from its link. */
  readonly linkedTo: Params;
}

/** Values that the function restores, and those that it cannot; `isWhole` if all required parameters are known. */
export function valuesFor(catalogue: Catalogue, { type, row, linkedTo }: OldObject, fn: "create" | "update") {
  const values: Record<string, Json> = {};
  const lost: { name: string; reason: LossReason }[] = [];
  let isWhole = true;
  for (const [name, parameter] of parametersOf(catalogue, type, fn)) {
    const attribute = type.attribute(name);
    if (attribute !== null && isMadeByServer(attribute, row)) continue;
    const value = linkedTo[name] ?? row[name];
    const reason = lossFor(attribute, parameter, value);
    if (reason === null) Object.assign(values, valueFor(name, parameter, value ?? null));
    else if (parameter.new?.isRequired === true) isWhole = false;
    else lost.push({ name, reason });
  }
  return { values, lost, isWhole };
}

/** True for computed values and for values made from others of the row. */
function isMadeByServer(attribute: AttributeMeta, row: Row): boolean {
  return attribute.is_computed || madeText(attribute, row) !== null;
}

/** The reason why a value cannot be restored, if any. */
function lossFor(
  attribute: AttributeMeta | null,
  parameter: ParameterRow,
  value: Json | undefined,
): LossReason | null {
  if (attribute?.is_secret === true) return "core.reverse.secret";
  return value === undefined && parameter.new?.isRequired === true ? "core.reverse.notLogged" : null;
}

/** Null is sent only if a default would apply otherwise. */
function valueFor(name: string, { new: side }: ParameterRow, value: Json): Params {
  if (value !== null) return { [name]: value };
  const fillsIn = side?.is_nullable === true && (side.data_default ?? null) !== null;
  return fillsIn ? { [name]: NULL_TEXT } : {};
}

/** Values that only an update can set. */
export function valuesOfUpdate(catalogue: Catalogue, type: ObjectTypeMeta, row: Row): Params {
  const created = new Set(parametersOf(catalogue, type, "create").map(([name]) => name));
  const values = parametersOf(catalogue, type, "update").flatMap(([name]) => {
    const attribute = type.attribute(name);
    const isGiven = attribute !== null && !attribute.is_computed && !attribute.is_secret;
    const value = row[name] ?? null;
    return created.has(name) || !isGiven || value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(values);
}

/** Parameters of a function that carry values of the object. */
export function parametersOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  fn: string,
): readonly (readonly [string, ParameterRow])[] {
  return Object.entries(catalogue.fn(type.name, fn)?.parameters ?? {}).filter(
    ([, parameter]) => parameter.new !== undefined,
  );
}
