import { FAULT_TYPES, type Fault } from "#contract/wire/fault";
import type { Json, Row } from "#contract/wire/json";
import { contentOf, toNullText, type Planned } from "./planned.ts";

/** A value that somebody else changed after it was planned on. */
export interface Overtaken {
  readonly attribute: string;
  readonly expected: Json;
  readonly found: Json;
}

/** Values of an element that are no longer what its change was planned on (wire contract 3.9); empty for any other refusal. */
export function overtakenValues(fault: Fault, item: Planned): readonly Overtaken[] {
  const content = contentOf(item);
  if (fault.type.code !== FAULT_TYPES.conflict || fault.code !== 1 || content === null) return [];
  const { object_fq_name: object, parameters } = content;
  const conflicts = fault.details["conflict_list"];
  if (fault.details["object_fq_name"] !== object || !Array.isArray(conflicts)) return [];
  return conflicts
    .flatMap((one: Json) => overtakenOf(one) ?? [])
    .filter(({ attribute }) => parameters.old[attribute] !== undefined);
}

function overtakenOf(conflict: Json): Overtaken | null {
  if (typeof conflict !== "object" || conflict === null || Array.isArray(conflict)) return null;
  // Parse boundary: entries of `conflict_list` are plain JSON objects.
  const { attribute, expected, found } = conflict as Row;
  return typeof attribute === "string"
    ? { attribute, expected: expected ?? null, found: found ?? null }
    : null;
}

/** The same change, planned on the values found: they become its old values. */
export function withFoundValues(item: Planned, values: readonly Overtaken[]): Planned {
  if (!("content" in item)) return item;
  const { content } = item;
  const found = Object.fromEntries(values.map((one) => [one.attribute, toNullText(one.found)]));
  const parameters = { ...content.parameters, old: { ...content.parameters.old, ...found } };
  return { ...item, content: { ...content, parameters } };
}
