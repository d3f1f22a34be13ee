import { isGiven } from "#contract/condition";
import { isPossible, isRequired, type Values } from "#contract/requests/check";
import type { ScalarType } from "#contract/requests/scalar";
import type { Field, FieldType } from "#contract/requests/form";
import { isList, isObject, type Json } from "#contract/wire/json";
import { sameJson, type FormValues } from "../form/values.ts";

export function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

interface KnownSender {
  readonly senderEmail: string | null;
}

export function startOf(fields: readonly Field[], known: KnownSender): Readonly<Record<string, Json>> {
  return valuesBy(fields, (field) => startValue(field, known));
}

function startValue({ type, required, ...field }: Field, known: KnownSender): Json {
  if (field.default !== undefined) return field.default;
  if (field.prefilled !== undefined) return known[field.prefilled];
  if (type.kind === "object") return startOf(type.fields, known);
  // A required list starts with one open entry.
  if (type.kind !== "list" || type.of.kind !== "object" || required !== true) return null;
  return [startOf(type.of.fields, known)];
}

/** Values from an address: texts for fields of the same name with one value or a list of values (LAUNCH-03). */
export function givenBy(
  fields: readonly Field[],
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> {
  return valuesBy(fields, ({ name, type }) =>
    Object.hasOwn(texts, name) ? valueIn(type, texts[name] ?? "") : null,
  );
}

/** Names of texts in an address that have no field, or that do not fit their field. */
export function unusedOf(
  fields: readonly Field[],
  texts: Readonly<Record<string, string>>,
): readonly { readonly name: string; readonly isField: boolean }[] {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return Object.entries(texts).flatMap(([name, text]) => {
    const type = types.get(name);
    const isUsed = type !== undefined && (text === "" || valueIn(type, text) !== null);
    return isUsed ? [] : [{ name, isField: type !== undefined }];
  });
}

/** Values by field, without null. */
function valuesBy(fields: readonly Field[], read: (field: Field) => Json): Readonly<Record<string, Json>> {
  const values = fields.map((field) => [field.name, read(field)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== null));
}

/** Null for a text that does not fit the field. */
function valueIn(type: FieldType, text: string): Json {
  if (type.kind === "object" || text === "") return null;
  if (type.kind !== "list") return scalarIn(type, text);
  const value = valueIn(type.of, text);
  return value === null ? null : [value];
}

function scalarIn(type: ScalarType, text: string): Json {
  switch (type.kind) {
    case "boolean":
      return text === "true" || (text === "false" ? false : null);
    case "integer":
      return /^\d+$/.test(text) ? Number(text) : null;
    case "choice":
      return type.choices.find(({ value }) => String(value) === text)?.value ?? null;
    default:
      return text;
  }
}

/** The drawn fields, out of those that may be filled in. A field with a condition for being required is drawn only while that holds or it has a value. */
export function drawnFields(fields: readonly Field[], values: FormValues): readonly Field[] {
  return fields.filter((field) => {
    if (!isPossible(field, fields, values)) return false;
    if (field.required === undefined) return true;
    const holdsText = field.type.kind !== "object" && isGiven(values[field.name]);
    return holdsText || isRequired(field, fields, values);
  });
}

/** The values after a change. A choice that depends on a changed value is removed, so that it is made again (REQ-92). */
export function settled(fields: readonly Field[], before: FormValues, after: FormValues): FormValues {
  let values = after;
  for (const { name, type } of fields) {
    const inner = settledValue(type, before[name], values[name]);
    if (inner !== values[name]) values = { ...values, [name]: inner };
    if (sameJson(before[name] ?? null, inner ?? null)) continue;
    for (const field of fields.filter(({ refersTo }) => Object.values(refersTo?.within ?? {}).includes(name)))
      if (values[field.name] !== undefined) values = { ...values, [field.name]: undefined };
  }
  return values;
}

/** If entries were added or removed, the other entries stay as they are. */
function settledValue(type: FieldType, before: Json | undefined, after: Json | undefined): Json | undefined {
  if (type.kind === "object" && isObject(before) && isObject(after))
    return settledObject(type.fields, before, after);
  if (type.kind !== "list" || type.of.kind !== "object" || !isList(before) || !isList(after)) return after;
  const { fields } = type.of;
  if (before.length !== after.length) return after;
  const entries = after.map((entry, at) => settledObject(fields, before[at], entry));
  return entries.every((entry, at) => entry === after[at]) ? after : entries;
}

function settledObject(fields: readonly Field[], before: Json | undefined, after: Json): Json {
  if (!isObject(before) || !isObject(after)) return after;
  const values = settled(fields, before, after);
  if (values === after) return after;
  // Empty fields are absent in JSON.
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

/** The value of a field: its own, or the one that it takes from another field until it has its own. */
export function valueOf(field: Field, values: FormValues): Json | undefined {
  const own = values[field.name];
  if (own !== undefined || field.follows === undefined) return own;
  const followed = values[field.follows.field];
  return typeof followed === "string" && followed.trim() !== ""
    ? followed.trim() + field.follows.suffix
    : own;
}

/** The sent values: every drawn field that was filled in, without blanks around lines. */
export function sentOf(
  fields: readonly Field[],
  values: FormValues,
): Values & Readonly<Record<string, Json>> {
  return valuesBy(drawnFields(fields, values), (field) => {
    const value = sentValue(field, valueOf(field, values) ?? null);
    return isGiven(value) ? value : null;
  });
}

function sentValue({ type }: Field, value: Json): Json {
  if (type.kind === "object") return isObject(value) ? sentOf(type.fields, value) : null;
  if (type.kind !== "list") return trimmed(value);
  const { of } = type;
  const elements = listOf(value);
  return of.kind === "object"
    ? elements.map((element) => sentOf(of.fields, isObject(element) ? element : {}))
    : elements.map(trimmed).filter(isGiven);
}

function trimmed(value: Json): Json {
  return typeof value === "string" ? value.trim() : value;
}
