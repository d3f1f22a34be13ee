import { parseAddress, parseNetwork, widthOf } from "#contract/values/ip";
import { readFqdn } from "#contract/values/fqdn";
import { parseMac, parseMacFilter } from "#contract/values/mac";
import { parsed, parsedOr, refused, refusedLength, type Parsed, type Refused } from "#contract/values/parsed";
import { parseDate, parseTimestamp } from "#contract/values/timestamp";
import type { Json, Localised } from "#contract/wire/json";
import { SCALARS, type JsonName, type ScalarSpec } from "./data-type-table.ts";
import { toAscii } from "./to-ascii.ts";

export type ScalarName = keyof typeof SCALARS;
export type DataTypeName = ScalarName | `${ScalarName}_array`;

/** A data type of wire contract 5.5 with everything that is told of it. */
export interface DataType {
  readonly name: DataTypeName;
  readonly jsonName: JsonName;
  readonly formatLiteral: string | null;
  readonly textLength: number | null;
  /** Of the whole value, after normalising. */
  readonly pattern: string | null;
  /** Of every part of a value: for checking search terms. */
  readonly partPattern: string | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly isArray: boolean;
  readonly element: ScalarName | null;
  /** Type of the column. */
  readonly sqlType: string;
  readonly label: Localised;
  readonly help: Localised;
}

/** A value in the form it is stored and compared in, or the fault that its refusal has. */
export type ParsedValue = Exclude<Parsed<Json>, Refused> | RefusedValue;

/** In a list `of` is the type of the first element that is refused. */
export interface RefusedValue extends Refused {
  readonly of?: DataType;
}

const ALL = new Map<string, DataType>();
for (const [name, spec] of Object.entries<ScalarSpec>(SCALARS)) {
  // Keys of the table are the names of the scalar types; `Object.entries` forgets that.
  const scalar = name as ScalarName;
  ALL.set(name, scalarType(scalar, spec));
  ALL.set(`${name}_array`, arrayType(scalar, spec));
}
const PATTERNS = new Map<string, RegExp>();
/** Types whose text is neither shortened nor trimmed: it is stored as sent (wire contract 5.5). */
const AS_SENT: ReadonlySet<string> = new Set(["text", "wpa2_key", "regexp", "token_text"]);

const FORMS: Readonly<Record<string, (text: string) => Parsed<string>>> = {
  fqdn: (text) => readFqdn(text, toAscii),
  inet: (text) => parsedOr(parseAddress(text.trim(), { withIpv4Tail: true })?.text ?? null),
  cidr: (text) => parsedOr(parseNetwork(text.trim(), { withIpv4Tail: true })?.text ?? null),
  mac_addr: (text) => parsedOr(parseMac(text.trim())),
  timestamp: (text) => parsedOr(parseTimestamp(text.trim())),
  date: (text) => parsedOr(parseDate(text.trim())),
};

/** All data types, scalars each followed by their array. */
export function dataTypes(): readonly DataType[] {
  return [...ALL.values()];
}

/** Throws on an unknown name: names come from definitions only. */
export function dataType(name: DataTypeName): DataType {
  const type = ALL.get(name);
  if (type === undefined) throw new Error(`there is no data type ${name}`);
  return type;
}

/** The value normalised as wire contract 5.5 says. Null is not a value: the caller knows whether it is allowed. */
export function parseValue(type: DataType, value: Json): ParsedValue {
  switch (type.jsonName) {
    case "json":
      return hasStorableText(value) ? parsed(value) : refused("bad_format");
    case "object":
      return parseObject(value);
    case "array":
      return parseArray(type, value);
    case "boolean":
      return typeof value === "boolean" ? parsed(value) : refused("wrong_type");
    case "number":
      return parseNumber(type, value);
    case "string":
      return typeof value === "string" ? parseText(type, value) : refused("wrong_type");
  }
}

/**
 * The value of a filter: as `parseValue`, but a MAC address may be given as EUI-64 (wire contract 5.5). One that was made from no MAC
 * address is the empty text, which equals nothing.
 */
export function parseFilterValue(type: DataType, value: Json): ParsedValue {
  if (type.name === "mac_addr" && typeof value === "string") return parsedOr(parseMacFilter(value.trim()));
  if (type.element === "mac_addr") return parseElements(value, dataType("mac_addr"), parseFilterValue);
  if (type.name === "cidr" && typeof value === "string") return networkOf(value.trim());
  return parseValue(type, value);
}

/** A filter on networks takes an address as well: the network of it alone. */
function networkOf(text: string): ParsedValue {
  const address = parseAddress(text, { withIpv4Tail: true });
  if (address === null) return parseValue(dataType("cidr"), text);
  return parsed(`${address.text}/${String(widthOf(address.version))}`);
}

/** The value of a parameter in a query string (wire contract 2.2), not yet checked: hand it to `parseValue` or `parseFilterValue`. */
export function readQueryText(type: DataType, text: string): ParsedValue {
  if (type.jsonName === "string") {
    return text === "" && type.name in FORMS ? refused("wrong_type") : parsed(text);
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
  if (type.name !== "decimal" && !Number.isInteger(value)) return refused("wrong_type");
  const isBelow = type.min !== null && value < type.min;
  const isAbove = type.max !== null && value > type.max;
  // -0 and 0 are one number, but two texts in JSON.
  return isBelow || isAbove ? refused("out_of_range") : parsed(value === 0 ? 0 : value);
}

function parseText(type: DataType, value: string): ParsedValue {
  if (!isStorable(value)) return refused("bad_format");
  const form = FORMS[type.name];
  if (form !== undefined) return form(value);
  const text = AS_SENT.has(type.name) ? value : value.trim();
  const length = characters(text);
  if (type.textLength !== null && length > type.textLength) return refusedLength(length);
  return type.pattern === null || patternOf(type.pattern).test(text) ? parsed(text) : refused("bad_format");
}

/** Characters as PostgreSQL counts them, not units of UTF-16. */
function characters(text: string): number {
  return Array.from(text).length;
}

function parseArray(type: DataType, value: Json): ParsedValue {
  const { element } = type;
  if (element === null) return refused("wrong_type");
  return parseElements(value, dataType(element), (elementType, each) =>
    each === null ? refused("wrong_type") : parseValue(elementType, each),
  );
}

/** Lists may be JSON or JSON text (wire contract 3.2). */
function parseElements(value: Json, of: DataType, parseElement: typeof parseValue): ParsedValue {
  const given = typeof value === "string" ? parseJson(value) : parsed(value);
  if (!given.ok || !Array.isArray(given.value)) return refused("wrong_type");
  const elements: Json[] = [];
  // `Array.isArray` loses the element type of a readonly array.
  for (const each of given.value as readonly Json[]) {
    const element = parseElement(of, each);
    // One of another type makes the list one of another type.
    if (!element.ok) return element.fault === "wrong_type" ? element : { ...element, of };
    elements.push(element.value);
  }
  return parsed(elements);
}

function parseObject(value: Json): ParsedValue {
  const given = typeof value === "string" ? parseJson(value) : parsed(value);
  if (!given.ok || typeof given.value !== "object" || given.value === null || Array.isArray(given.value)) {
    return refused("wrong_type");
  }
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

/** PostgreSQL keeps no NUL, and half a surrogate pair has no UTF-8. */
function isStorable(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}

function hasStorableText(value: Json, depth = 0): boolean {
  if (typeof value === "string") return isStorable(value);
  if (typeof value !== "object" || value === null) return true;
  // Deeper ones would exhaust the stack of whoever walks through them.
  if (depth === DEEPEST) return false;
  return Object.entries(value).every(
    ([member, inner]: [string, Json]) => isStorable(member) && hasStorableText(inner, depth + 1),
  );
}

/** Levels of a JSON value. */
const DEEPEST = 100;

function patternOf(pattern: string): RegExp {
  const known = PATTERNS.get(pattern);
  if (known !== undefined) return known;
  const made = new RegExp(pattern, "u");
  PATTERNS.set(pattern, made);
  return made;
}

function scalarType(name: ScalarName, spec: ScalarSpec): DataType {
  return {
    name,
    jsonName: spec.jsonName,
    formatLiteral: spec.formatLiteral ?? null,
    textLength: spec.textLength ?? null,
    pattern: spec.pattern ?? null,
    partPattern: spec.partPattern ?? null,
    min: spec.min ?? null,
    max: spec.max ?? null,
    isArray: false,
    element: null,
    sqlType: spec.sqlType,
    label: spec.label,
    help: spec.help,
  };
}

function arrayType(element: ScalarName, spec: ScalarSpec): DataType {
  return {
    ...scalarType(element, spec),
    name: `${element}_array`,
    jsonName: "array",
    formatLiteral: null,
    textLength: null,
    pattern: null,
    partPattern: null,
    min: null,
    max: null,
    isArray: true,
    element,
    sqlType: `${spec.sqlType}[]`,
    label: { de: `Liste: ${spec.label.de}`, en: `List: ${spec.label.en}` },
  };
}
