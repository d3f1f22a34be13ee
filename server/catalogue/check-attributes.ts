import type { Json } from "#contract/wire/json";
import { dataType, dataTypes, parseValue, type DataType } from "./data-types.ts";
import type { AttributeSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { knownNames, unknownType, type Found } from "./mistakes.ts";

/** What is wrong in the attributes of a type. */
export function checkAttributes(spec: ObjectTypeSpec, specs: Specs): readonly Found[] {
  const types = new Set<string>(dataTypes().map(({ name }) => name));
  return Object.entries(spec.attributes).flatMap(([at, attribute]) => {
    const of: Checked = { at, attribute, spec, specs };
    const { type } = attribute;
    if (!types.has(type)) {
      const text = `there is no data type ${type}. ${knownNames(type, types)}`;
      return [{ at, text }, ...checkReference(of), ...checkRead(of), ...checkNeighbours(of)];
    }
    return [
      ...checkReference(of),
      ...checkRead(of),
      ...checkNeighbours(of),
      ...checkBounds(of, dataType(type)),
      ...checkValues(of, dataType(type)),
      ...checkDefault(of, dataType(type)),
    ];
  });
}

interface Checked {
  readonly at: string;
  readonly attribute: AttributeSpec;
  readonly spec: ObjectTypeSpec;
  readonly specs: Specs;
}

function* checkReference({ at, attribute, specs }: Checked): Iterable<Found> {
  const { ref, set } = attribute;
  const target = ref === undefined ? undefined : specs.get(ref.to);
  if (ref !== undefined && target === undefined) yield { at, text: unknownType(ref.to, specs) };
  if (target !== undefined && ref?.by !== "gpk" && target.key.length > 1)
    yield {
      at,
      text: `the key of ${target.name} has parts (${target.key.join(", ")}). Write by: "gpk" in its ref, or a composite reference.`,
    };
  if (set === true && ref === undefined)
    yield { at, text: `set: true is for references only. Write a ref, or take it away.` };
}

function* checkRead({ at, attribute: { lookup, counted }, specs }: Checked): Iterable<Found> {
  if (lookup !== undefined) yield* checkOther(at, "lookup", lookup.to, lookup.attribute, specs);
  if (counted !== undefined) yield* checkOther(at, "counted", counted.of, counted.by, specs);
}

/** A value that is read from another type names the type and one of its attributes. */
function* checkOther(at: string, member: string, to: string, name: string, specs: Specs): Iterable<Found> {
  const other = specs.get(to);
  if (other === undefined) {
    yield { at, text: unknownType(to, specs) };
    return;
  }
  const columns = (other.composite ?? []).map(({ column }) => column);
  const known = [...Object.keys(other.attributes), ...columns, ...Object.keys(other.storage?.columns ?? {})];
  if (!known.includes(name))
    yield { at, text: `${member} names ${name}, which ${to} does not have. ${knownNames(name, known)}` };
}

/** Members that name other attributes or composite references of the same type. */
function* checkNeighbours({ at, attribute, spec }: Checked): Iterable<Found> {
  const { partOf, addressBy, formBy } = attribute;
  const composites = (spec.composite ?? []).map(({ name }) => name);
  if (partOf !== undefined && !composites.includes(partOf))
    yield {
      at,
      text: `it is a part of ${partOf}, which is no composite reference. ${knownNames(partOf, composites)}`,
    };
  const known = Object.keys(spec.attributes);
  for (const [member, name] of [
    ["addressBy", addressBy?.attribute],
    ["formBy", formBy],
  ] as const)
    if (name !== undefined && !known.includes(name))
      yield { at, text: `${member} names ${name}, which is no attribute. ${knownNames(name, known)}` };
}

function* checkBounds({ at, attribute: { bounds } }: Checked, type: DataType): Iterable<Found> {
  if (bounds === undefined) return;
  const { min, max } = bounds;
  if (type.jsonName !== "number") {
    yield { at, text: `bounds are for numbers, and ${type.name} is none. Take bounds away.` };
    return;
  }
  if (max !== undefined && max < min)
    yield {
      at,
      text: `no number is between ${String(min)} and ${String(max)}. Write the smaller one as min.`,
    };
  const [least, most] = [type.min ?? -Infinity, type.max ?? Infinity];
  if (min < least || (max ?? least) > most)
    yield {
      at,
      text: `the bounds are wider than ${type.name}, which has ${String(least)} to ${String(most)}. Write bounds within it.`,
    };
}

function* checkValues({ at, attribute: { values } }: Checked, type: DataType): Iterable<Found> {
  if (values === undefined) return;
  const names = Object.keys(values);
  if (names.length === 0) yield { at, text: `values has none. Write { word: { de: "…", en: "…" } }.` };
  const element = type.element === null ? type : dataType(type.element);
  if (element.jsonName === "boolean") return;
  for (const name of names) {
    const parsed = parseValue(element, element.jsonName === "number" ? Number(name) : name);
    if (!parsed.ok || (typeof parsed.value === "string" && parsed.value !== name))
      yield { at, text: `values has ${name}, which is no value of ${element.name}. ${wanted(element)}` };
  }
}

function* checkDefault({ at, attribute }: Checked, type: DataType): Iterable<Found> {
  const { default: given, ref, computed } = attribute;
  if (given === undefined || given === null || isSql(given)) return;
  if (computed !== undefined) {
    const text = `the default ${JSON.stringify(given)} is never used, because the value is computed. Take it away.`;
    yield { at, text };
  } else if (ref === undefined) yield* checkGiven(at, attribute, type, given);
}

function* checkGiven(
  at: string,
  { bounds, values = {}, hasOtherValues }: AttributeSpec,
  type: DataType,
  given: Json,
): Iterable<Found> {
  const shown = `the default ${JSON.stringify(given)}`;
  const names = hasOtherValues === true ? [] : Object.keys(values);
  if (!parseValue(type, given).ok)
    yield { at, text: `${shown} is no value of ${type.name}. ${wanted(type)}` };
  else if (typeof given === "number" && bounds !== undefined && !isWithin(given, bounds))
    yield { at, text: `${shown} is outside of the bounds. Write a number within them.` };
  else if (names.length > 0 && typeof given === "string" && !names.includes(given))
    yield { at, text: `${shown} is none of the values. ${knownNames(given, names)}` };
}

function isSql(given: Json | { readonly sql: string }): given is { readonly sql: string } {
  return typeof given === "object" && given !== null && "sql" in given;
}

function isWithin(given: number, { min, max }: { readonly min: number; readonly max?: number }): boolean {
  return given >= min && given <= (max ?? Infinity);
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
function wanted(type: DataType): string {
  const form = type.formatLiteral ?? JSON.stringify(EXAMPLES[type.jsonName]);
  return `Write a value as ${form} (${type.help.en}).`;
}
