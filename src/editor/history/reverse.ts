import type { Params, Row } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import type { FormTarget } from "#core/form/target";
import { differences } from "#core/txlist/changes";
import { stateOf } from "./state-of.ts";
import { textOf } from "../cell/text-of.ts";

/** The form that takes a change of the log back; null where the type lacks the function for it. */
export function reverseTarget(catalogue: Catalogue, entry: Row): FormTarget | null {
  const type = catalogue.objectType(textOf(entry["object_fq_name"]));
  if (type === null) return null;
  const before = stateOf(entry["old"]);
  const after = stateOf(entry["new"]);
  const target = targetOf(catalogue, type, before, after);
  return target === null || catalogue.fn(type.name, target.operation) === null ? null : target;
}

function targetOf(
  catalogue: Catalogue,
  type: ObjectTypeMeta,
  before: Row | null,
  after: Row | null,
): FormTarget | null {
  if (before === null && after === null) return null;
  if (before === null) return { object: type.name, operation: "delete", row: after };
  if (after === null) {
    return {
      object: type.name,
      operation: "create",
      row: null,
      set: writable(catalogue, type, "create", before),
    };
  }
  const changed = Object.fromEntries(
    differences(before, after).map((one) => [one.attribute, before[one.attribute] ?? null]),
  );
  const set = writable(catalogue, type, "update", changed);
  return Object.keys(set).length === 0 ? null : { object: type.name, operation: "update", row: after, set };
}

/** The values that the function takes. */
function writable(catalogue: Catalogue, type: ObjectTypeMeta, operation: string, values: Row): Params {
  const parameters = catalogue.fn(type.name, operation)?.parameters ?? {};
  return Object.fromEntries(Object.entries(values).filter(([name]) => parameters[name]?.new !== undefined));
}
