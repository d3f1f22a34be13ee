import { parsed } from "#contract/values/parsed";
import { isSharedRegexp } from "#contract/values/regexp";
import type { Json } from "#contract/wire/json";
import { dataType, parseValue, readQueryText, type DataType } from "./data-types.ts";
import type { AttributeSpec } from "./define.ts";
import type { NarrowSpec } from "./define-narrow.ts";
import { wordOf } from "./narrow.ts";

/** An attribute or a parameter. */
interface Narrowed extends NarrowSpec, Pick<AttributeSpec, "help" | "ref" | "partOf" | "computed"> {}

/** What is wrong in the members that narrow the data type of an attribute or parameter. */
export function* checkNarrowing(attribute: Narrowed, type: DataType): Iterable<string> {
  const element = type.element === null ? type : dataType(type.element);
  yield* checkKept(attribute);
  yield* checkBounds(attribute, element);
  yield* checkLength(attribute, element);
  yield* checkPattern(attribute, element);
  yield* checkValues(attribute, element);
}

const NARROWING = ["min", "max", "textLength", "pattern"] as const;

/** A computed value or a reference cannot be refused, so members that narrow it have no effect. */
function* checkKept(attribute: Narrowed): Iterable<string> {
  const { ref, partOf, computed } = attribute;
  const isOther = ref !== undefined || partOf !== undefined;
  const made = isOther ? "a reference" : computed === undefined ? null : "computed";
  for (const name of NARROWING)
    if (made !== null && attribute[name] !== undefined)
      yield `${name} has no effect, because the value is ${made}. Take it away.`;
}

function* checkBounds({ min, max }: Narrowed, type: DataType): Iterable<string> {
  if (min === undefined && max === undefined) return;
  if (type.jsonName !== "number") {
    yield `min and max are for numbers, and ${type.name} is none. Take them away, or write textLength for a text.`;
    return;
  }
  const { least, most } = boundsOf(type);
  const [from, to] = [min ?? least, max ?? most];
  if (to < from)
    yield `no number is between ${String(from)} and ${String(to)}. Write the smaller one as min.`;
  if (from < least || to > most)
    yield `min and max are wider than ${type.name}, which has ${String(least)} to ${String(most)}. Write numbers within it.`;
}

function boundsOf({ min, max }: DataType) {
  return { least: min ?? -Infinity, most: max ?? Infinity };
}

function* checkLength({ textLength }: Narrowed, type: DataType): Iterable<string> {
  if (textLength === undefined) return;
  const most = type.textLength ?? 10_000_000;
  if (type.jsonName !== "string") yield `textLength is for texts, and ${type.name} is none. Take it away.`;
  else if (!Number.isInteger(textLength) || textLength < 1 || textLength > most)
    yield `textLength is ${String(textLength)}. Write a whole number from 1 to ${String(most)}, the length of ${type.name}.`;
}

function* checkPattern({ pattern, help }: Narrowed, type: DataType): Iterable<string> {
  if (pattern === undefined) return;
  if (type.jsonName !== "string") yield `pattern is for texts, and ${type.name} is none. Take it away.`;
  else if (!isSharedRegexp(pattern))
    yield `the pattern ${pattern} is no regular expression that server, portal and database share. Write one as docs/objects.md says.`;
  else if (!pattern.startsWith("^") || !pattern.endsWith("$"))
    yield `the pattern would accept more than whole values. Write it as ^…$.`;
  else if (help === undefined) yield `nobody reads a pattern. Say it in words: help: { de: "…", en: "…" }.`;
}

function* checkValues({ values }: Narrowed, element: DataType): Iterable<string> {
  if (values === undefined) return;
  const names = Object.keys(values);
  if (names.length === 0) yield `values has none. Write { word: { de: "…", en: "…" } }.`;
  const isLiteral = element.jsonName === "number" || element.jsonName === "boolean";
  for (const name of names) {
    const read = isLiteral ? readQueryText(element, name) : parsed(name);
    const value = read.ok ? parseValue(element, read.value) : read;
    // Values are compared as texts, so another spelling of the same value would never match.
    if (!value.ok || wordOf(value.value) !== name)
      yield `values has ${name}, which is no value of ${element.name}. ${wantedOf(element)}`;
  }
}

const EXAMPLES: Readonly<Record<DataType["jsonName"], Json>> = {
  number: 1,
  boolean: true,
  array: [],
  object: {},
  json: null,
  string: "…",
};

/** What a value of the data type looks like. */
export function wantedOf(type: DataType): string {
  const form = type.formatLiteral ?? JSON.stringify(EXAMPLES[type.jsonName]);
  return `Write a value as ${form} (${type.help.en}).`;
}
