import type { ServerSpec, ValueSpec } from "#contract/data-type";
import { isStorable, readText } from "#contract/read-text";
import * as FILES from "#contract/types/index";
import { parsed, refused, type Parsed, type Refused } from "#contract/values/parsed";
import { isList, isObject, type Json, type Localised } from "#contract/wire/json";
import type { NarrowSpec } from "./define-narrow.ts";
import { narrowFault, narrowedType, narrowingOf, type Narrowing } from "./narrow.ts";
import { toAscii } from "./to-ascii.ts";

export type ScalarName = keyof typeof FILES;
export type DataTypeName = ScalarName | `${ScalarName}_array`;

/** A data type of wire contract 5.5 with its metadata. */
export interface DataType {
  readonly name: DataTypeName;
  readonly jsonName: ValueSpec["jsonName"] | "array";
  readonly formatLiteral: string | null;
  readonly textLength: number | null;
  /** Pattern of the whole normalised value. */
  readonly pattern: string | null;
  /** Pattern of parts of a value, to check search terms. */
  readonly partPattern: string | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Conditions of an attribute beyond its type; for a list, conditions of each element. */
  readonly narrowing: Narrowing | null;
  readonly isArray: boolean;
  readonly element: ScalarName | null;
  readonly sqlType: string;
  /** The file of the scalar type: rules for a value (in a list for an element) and how the server stores it. */
  readonly value: ValueSpec;
  readonly server: ServerSpec;
  readonly label: Localised;
  readonly help: Localised;
}

/** A value in its stored form, or the fault that refuses it. */
export type ParsedValue = Exclude<Parsed<Json>, Refused> | RefusedValue;

/** For a list, `of` is the type of the first refused element. */
export interface RefusedValue extends Refused {
  readonly of?: DataType;
}

const ALL = new Map<string, DataType>();
for (const [name, { value, server }] of Object.entries<Specs>(FILES)) {
  // The files are named after scalar types, which `Object.entries` does not know.
  const scalar = name as ScalarName;
  ALL.set(name, scalarType(scalar, value, server));
  ALL.set(`${name}_array`, arrayType(scalar, value, server));
}

interface Specs {
  readonly value: ValueSpec;
  readonly server: ServerSpec;
}

/** All data types, each scalar followed by its array. */
export function dataTypes(): readonly DataType[] {
  return [...ALL.values()];
}

/** Description of the values of a scalar type; undefined for lists and unknown names. */
export function valueSpec(name: string): ValueSpec | undefined {
  const type = ALL.get(name);
  return type?.isArray === false ? type.value : undefined;
}

/** Throws on an unknown name, because names come from definitions only. */
export function dataType(name: DataTypeName): DataType {
  const type = ALL.get(name);
  if (type === undefined) throw new Error(`there is no data type ${name}`);
  return type;
}

/** The data type of the values that an attribute or parameter takes: `type`, as far as the other members narrow it. */
export function writtenType(
  spec: NarrowSpec & { readonly type: DataTypeName; readonly help?: Localised },
): DataType {
  return narrowedType(dataType(spec.type), narrowingOf(spec));
}

/** The normalised value (wire contract 5.5). Null is not a value and is handled by the caller. */
export function parseValue(type: DataType, value: Json): ParsedValue {
  const read = parseOfType(type, value);
  const { narrowing, element } = type;
  if (!read.ok || narrowing === null || element !== null) return read;
  return narrowFault(narrowing, read.value) ?? read;
}

function parseOfType(type: DataType, value: Json): ParsedValue {
  switch (type.jsonName) {
    case "json":
      return hasStorableText(value) ? parsed(value) : refused("bad_format");
    case "object":
      return parseObject(value);
    case "array":
      return parseElements(value, elementOf(type), parseValue);
    case "boolean":
      return typeof value === "boolean" ? parsed(value) : refused("wrong_type");
    case "number":
      return parseNumber(type, value);
    case "string":
      return typeof value === "string" ? readText(type.value, value, toAscii) : refused("wrong_type");
  }
}

/** The type of the elements of a list. */
export function elementOf({ name, element, narrowing }: DataType): DataType {
  if (element === null) throw new Error(`${name} is no list`);
  return narrowedType(dataType(element), narrowing);
}

/** The normalised value of a filter; some types accept more forms there (wire contract 5.5). */
export function parseFilterValue(type: DataType, value: Json): ParsedValue {
  if (type.element !== null) return parseElements(value, dataType(type.element), parseFilterValue);
  const { parseFilter } = type.server;
  return parseFilter === undefined || typeof value !== "string"
    ? parseValue(type, value)
    : parseFilter(value.trim());
}

/** The value of a parameter in a query string (wire contract 2.2), still to be checked by `parseValue` or `parseFilterValue`. */
export function readQueryText(type: DataType, text: string): ParsedValue {
  if (type.jsonName === "string") {
    return text === "" && type.value.parse !== undefined ? refused("wrong_type") : parsed(text);
  }
  const isLiteral =
    type.jsonName === "number"
      ? /^-?[0-9]+(\.[0-9]+)?$/.test(text)
      : type.jsonName !== "boolean" || text === "true" || text === "false";
  if (!isLiteral) return refused("wrong_type");
  return type.jsonName === "number" ? parsed(Number(text)) : parseJson(text);
}

/** A parameter of a query string, normalised as a filter. */
export function parseQueryText(type: DataType, text: string): ParsedValue {
  const value = readQueryText(type, text);
  return value.ok ? parseFilterValue(type, value.value) : value;
}

function parseNumber(type: DataType, value: Json): ParsedValue {
  if (typeof value !== "number" || !Number.isFinite(value)) return refused("wrong_type");
  if (type.value.hasFraction !== true && !Number.isInteger(value)) return refused("wrong_type");
  const isBelow = type.min !== null && value < type.min;
  const isAbove = type.max !== null && value > type.max;
  // -0 and 0 are equal but have different JSON texts.
  return isBelow || isAbove ? refused("out_of_range") : parsed(value === 0 ? 0 : value);
}

/** A list may be JSON or JSON text (wire contract 3.2). */
function parseElements(value: Json, of: DataType, parseElement: typeof parseValue): ParsedValue {
  const given = typeof value === "string" ? parseJson(value) : parsed(value);
  if (!given.ok || !isList(given.value)) return refused("wrong_type");
  const elements: Json[] = [];
  for (const each of given.value) {
    const element = each === null ? refused("wrong_type") : parseElement(of, each);
    // If an element has a wrong type, the whole list has a wrong type.
    if (!element.ok) return element.fault === "wrong_type" ? element : { ...element, of };
    elements.push(element.value);
  }
  return parsed(elements);
}

function parseObject(value: Json): ParsedValue {
  const given = typeof value === "string" ? parseJson(value) : parsed(value);
  if (!given.ok || !isObject(given.value)) return refused("wrong_type");
  return hasStorableText(given.value) ? given : refused("bad_format");
}

function parseJson(text: string): ParsedValue {
  try {
    // JSON.parse answers JSON.
    return parsed(JSON.parse(text) as Json);
  } catch {
    return refused("wrong_type");
  }
}

function hasStorableText(value: Json, depth = 0): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  // Deeper nesting would exhaust the stack of recursive functions.
  if (depth === DEEPEST) return false;
  return Object.entries(value).every(
    ([member, inner]: [string, Json]) => isStorable(member) && hasStorableText(inner, depth + 1),
  );
}

const DEEPEST = 100;

function scalarType(name: ScalarName, value: ValueSpec, server: ServerSpec): DataType {
  return {
    name,
    jsonName: value.jsonName,
    formatLiteral: value.formatLiteral ?? null,
    textLength: value.textLength ?? null,
    pattern: value.pattern ?? null,
    partPattern: value.partPattern ?? null,
    min: value.min ?? null,
    max: value.max ?? null,
    narrowing: null,
    isArray: false,
    element: null,
    sqlType: server.sqlType ?? "text",
    value,
    server,
    label: server.label,
    help: server.help,
  };
}

function arrayType(element: ScalarName, value: ValueSpec, server: ServerSpec): DataType {
  return {
    ...scalarType(element, { jsonName: value.jsonName }, server),
    value,
    name: `${element}_array`,
    jsonName: "array",
    isArray: true,
    element,
    sqlType: `${server.sqlType ?? "text"}[]`,
    label: { de: `Liste: ${server.label.de}`, en: `List: ${server.label.en}` },
  };
}
