import { isGiven, isPossible, isRequired, type Values } from "#contract/requests/check";
import type { Field, FieldType } from "#contract/requests/form";
import { isList, isObject, type Json } from "#contract/wire/json";

/** What a form holds while it is filled in; numbers may still be texts. */
export type Draft = Readonly<Record<string, Json | undefined>>;

/** The elements that a list field holds; none while it holds nothing. */
export function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

/** What is known of the sender before anything is filled in. */
export interface KnownSender {
  readonly senderEmail: string | null;
}

/** What the fields hold before anything is filled in. */
export function startOf(fields: readonly Field[], known: KnownSender): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    fields.flatMap((field): readonly (readonly [string, Json])[] => {
      const start = startValue(field, known);
      return start === null ? [] : [[field.name, start]];
    }),
  );
}

function startValue({ type, required, ...field }: Field, known: KnownSender): Json {
  if (field.default !== undefined) return field.default;
  if (field.prefilled !== undefined) return known[field.prefilled];
  if (type.kind === "object") return startOf(type.fields, known);
  // Of what has to be there once at least, the first one is open.
  const isOpened = type.kind === "list" && type.of.kind === "object" && required === true;
  return isOpened && type.of.kind === "object" ? [startOf(type.of.fields, known)] : null;
}

/** What an address fills in: texts for fields of the same name that hold one value or a list of values (LAUNCH-03). */
export function givenBy(
  fields: readonly Field[],
  texts: Readonly<Record<string, string>>,
): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }): readonly (readonly [string, Json])[] => {
      const value = Object.hasOwn(texts, name) ? valueIn(type, texts[name] ?? "") : null;
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Null for a text that says nothing in such a field. */
function valueIn(type: FieldType, text: string): Json {
  if (type.kind === "object" || text === "") return null;
  if (type.kind !== "list") return scalarIn(type, text);
  const value = valueIn(type.of, text);
  return value === null ? null : [value];
}

function scalarIn(type: Exclude<FieldType, { kind: "object" } | { kind: "list" }>, text: string): Json {
  switch (type.kind) {
    case "boolean":
      return ANSWERS.get(text) ?? null;
    case "integer":
      return /^\d+$/.test(text) ? Number(text) : null;
    case "choice":
      return type.choices.find(({ value }) => String(value) === text)?.value ?? null;
    default:
      return text;
  }
}

const ANSWERS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/** The fields that are drawn: those that may be filled in; what is required by others only while they say so, or when it holds something. */
export function drawnFields(fields: readonly Field[], draft: Draft): readonly Field[] {
  return fields.filter((field) => {
    if (!isPossible(field, fields, draft)) return false;
    if (field.required === undefined || field.required === true) return true;
    const holdsText = field.type.kind !== "object" && isGiven(draft[field.name]);
    return holdsText || isRequired(field, fields, draft);
  });
}

/** The draft with one field changed; what was chosen within its old value is chosen anew (REQ-92). */
export function withField(
  fields: readonly Field[],
  draft: Draft,
  name: string,
  value: Json | undefined,
): Draft {
  const changed = { ...draft, [name]: value };
  if (draft[name] === value) return changed;
  const within = fields.filter(({ refersTo }) => Object.values(refersTo?.within ?? {}).includes(name));
  return within.reduce((open, field) => withField(fields, open, field.name, undefined), changed);
}

/** The value of a field: what it was given, or what it takes from another field until then. */
export function valueOf(field: Field, draft: Draft): Json | undefined {
  const own = draft[field.name];
  if (own !== undefined || field.follows === undefined) return own;
  const followed = draft[field.follows.field];
  return typeof followed === "string" && followed.trim() !== ""
    ? followed.trim() + field.follows.suffix
    : own;
}

/** What is sent: every drawn field that was filled in, without space around lines. */
export function sentOf(fields: readonly Field[], draft: Draft): Values & Readonly<Record<string, Json>> {
  const entries = drawnFields(fields, draft).flatMap((field) => {
    const value = sentValue(field, valueOf(field, draft));
    return value === undefined || !isGiven(value) ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(entries);
}

function sentValue({ type }: Field, value: Json | undefined): Json | undefined {
  if (value === undefined) return undefined;
  if (type.kind === "object") return sentOf(type.fields, isObject(value) ? value : {});
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
