import type { Json } from "#contract/wire/json";
import { checkNarrowing, wantedOf } from "./check-narrowing.ts";
import { dataType, dataTypes, parseValue, type DataType } from "./data-types.ts";
import { narrowedType, narrowingOf } from "./narrow.ts";
import type { AttributeSpec, LookupSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { knownNames, unknownType, type Found } from "./mistakes.ts";

/** What is wrong in the attributes of a type. */
export function checkAttributes(spec: ObjectTypeSpec, specs: Specs): readonly Found[] {
  return Object.entries(spec.attributes).flatMap(([at, attribute]) => {
    const of: Checked = { at, attribute, spec, specs };
    const { type } = attribute;
    const unknown = checkDataType(at, type);
    if (unknown !== null) return [unknown, ...checkReference(of), ...checkRead(of), ...checkNeighbours(of)];
    return [
      ...checkReference(of),
      ...checkRead(of),
      ...checkNeighbours(of),
      ...checkNarrowing(at, attribute, dataType(type)),
      ...checkDefault(at, attribute, dataType(type)),
    ];
  });
}

const TYPES: ReadonlySet<string> = new Set(dataTypes().map(({ name }) => name));

export function checkDataType(at: string, type: string): Found | null {
  if (TYPES.has(type)) return null;
  return { at, text: `there is no data type ${type}. ${knownNames(type, TYPES)}` };
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

function* checkRead({ at, attribute: { lookup, counted }, spec, specs }: Checked): Iterable<Found> {
  if (lookup !== undefined) {
    yield* checkOther(at, "lookup", lookup.to, lookup.attribute, specs);
    yield* checkShared(at, lookup, spec);
  }
  if (counted !== undefined) yield* checkOther(at, "counted", counted.of, counted.by, specs);
}

/** The join that a lookup shares is that of an attribute with the key of the same object. */
function* checkShared(
  at: string,
  { shares, to }: LookupSpec,
  { attributes }: ObjectTypeSpec,
): Iterable<Found> {
  if (shares === undefined) return;
  const joining = Object.entries(attributes).filter(
    ([, { ref, set }]) =>
      ref !== undefined && ref.to === to && ref.by !== "gpk" && ref.copied === undefined && set !== true,
  );
  const known = joining.map(([name]) => name);
  if (!known.includes(shares))
    yield {
      at,
      text: `lookup shares the join of ${shares}, which shows no key of ${to}. ${knownNames(shares, known)}`,
    };
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

/** An attribute or a parameter with a default. */
type Defaulted = Pick<AttributeSpec, "default" | "ref" | "computed"> & Parameters<typeof narrowingOf>[0];

export function* checkDefault(at: string, attribute: Defaulted, type: DataType): Iterable<Found> {
  const { default: given, computed } = attribute;
  if (given === undefined || given === null || isSql(given)) return;
  if (computed !== undefined) {
    const text = `the default ${JSON.stringify(given)} is never used, because the value is computed. Take it away.`;
    yield { at, text };
  } else yield* checkGiven(at, attribute, type, given);
}

function* checkGiven(at: string, attribute: Defaulted, type: DataType, given: Json): Iterable<Found> {
  const shown = `the default ${JSON.stringify(given)}`;
  if (!parseValue(type, given).ok) {
    yield { at, text: `${shown} is no value of ${type.name}. ${wantedOf(type)}` };
    return;
  }
  const narrowing = narrowingOf(attribute);
  if (narrowing === null || parseValue(narrowedType(type, narrowing), given).ok) return;
  const { values, wanted } = narrowing;
  if (values !== null && typeof given === "string")
    yield { at, text: `${shown} is none of the values. ${knownNames(given, values)}` };
  else
    yield {
      at,
      text: `${shown} is not allowed by ${at} itself. Write a value that is: ${wanted.en}.`,
    };
}

function isSql(given: Json | { readonly sql: string }): given is { readonly sql: string } {
  return typeof given === "object" && given !== null && "sql" in given;
}
