import { checkNarrowing, wantedOf } from "./check-narrowing.ts";
import { dataType, dataTypes, parseValue, writtenType } from "./data-types.ts";
import type { AttributeSpec, LookupSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { isSqlDefault } from "./derived.ts";
import { foundAt, knownNames, unknownType, type Found } from "./mistakes.ts";

/** What is wrong in the attributes of a type. */
export function* checkAttributes(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  for (const [name, attribute] of Object.entries(spec.attributes))
    yield* foundAt(name, checkAttribute(name, attribute, spec, specs));
}

function* checkAttribute(
  name: string,
  attribute: AttributeSpec,
  spec: ObjectTypeSpec,
  specs: Specs,
): Iterable<string> {
  const unknown = unknownDataType(attribute.type);
  if (unknown !== null) yield unknown;
  yield* checkReference(attribute, specs);
  yield* checkRead(attribute, spec, specs);
  yield* checkNeighbours(attribute, spec);
  yield* checkAsked(attribute, specs);
  if (unknown === null) yield* checkWritten(name, attribute);
}

/** What is wrong in the values of an attribute or parameter whose data type is known. */
export function* checkWritten(name: string, attribute: Written): Iterable<string> {
  yield* checkNarrowing(attribute, dataType(attribute.type));
  yield* checkDefault(name, attribute);
}

const TYPES: ReadonlySet<string> = new Set(dataTypes().map(({ name }) => name));

export function unknownDataType(type: string): string | null {
  return TYPES.has(type) ? null : `there is no data type ${type}. ${knownNames(type, TYPES)}`;
}

function* checkReference({ ref, set }: AttributeSpec, specs: Specs): Iterable<string> {
  const target = ref === undefined ? undefined : specs.get(ref.to);
  if (ref !== undefined && target === undefined) yield unknownType(ref.to, specs);
  if (target !== undefined && ref?.by !== "gpk" && target.key.length > 1)
    yield `the key of ${target.name} has parts (${target.key.join(", ")}). Write by: "gpk" in its ref, or a composite reference.`;
  if (set === true && ref === undefined)
    yield `set: true is for references only. Write a ref, or take it away.`;
}

function* checkRead(
  { lookup, counted }: AttributeSpec,
  spec: ObjectTypeSpec,
  specs: Specs,
): Iterable<string> {
  if (lookup !== undefined) {
    yield* checkOther("lookup", lookup.to, lookup.attribute, specs);
    yield* checkShared(lookup, spec);
  }
  if (counted !== undefined) yield* checkOther("counted", counted.of, counted.by, specs);
}

/** A lookup may share only the join of an attribute with the key of the same object. */
function* checkShared({ shares, to }: LookupSpec, { attributes }: ObjectTypeSpec): Iterable<string> {
  if (shares === undefined) return;
  const joining = Object.entries(attributes).filter(
    ([, { ref, set }]) =>
      ref !== undefined && ref.to === to && ref.by !== "gpk" && ref.copied === undefined && set !== true,
  );
  const known = joining.map(([name]) => name);
  if (!known.includes(shares))
    yield `lookup shares the join of ${shares}, which shows no key of ${to}. ${knownNames(shares, known)}`;
}

/** A value that is read from another type names the type and one of its attributes. */
function* checkOther(member: string, to: string, name: string, specs: Specs): Iterable<string> {
  const other = specs.get(to);
  if (other === undefined) {
    yield unknownType(to, specs);
    return;
  }
  const columns = (other.composite ?? []).map(({ column }) => column);
  const known = [...Object.keys(other.attributes), ...columns, ...Object.keys(other.storage?.columns ?? {})];
  if (!known.includes(name))
    yield `${member} names ${name}, which ${to} does not have. ${knownNames(name, known)}`;
}

/** The type of the objects that a flag asks for has the attributes that `asks` names. */
function* checkAsked({ asks }: AttributeSpec, specs: Specs): Iterable<string> {
  if (asks === undefined) return;
  const { object_fq_name: to, reference, attribute, ref } = asks;
  for (const name of [reference, attribute, ...Object.keys(asks.new)])
    yield* checkOther("asks", to, name, specs);
  yield* checkOther("asks", ref.object_fq_name, ref.attribute, specs);
}

/** Members that name other attributes or composite references of the same type. */
function* checkNeighbours(
  { partOf, addressBy, formBy, isGiven, madeOf = [] }: AttributeSpec,
  { composite = [], attributes }: ObjectTypeSpec,
): Iterable<string> {
  const composites = composite.map(({ name }) => name);
  if (partOf !== undefined && !composites.includes(partOf))
    yield `it is a part of ${partOf}, which is no composite reference. ${knownNames(partOf, composites)}`;
  const known = Object.keys(attributes);
  const parts = madeOf.flatMap((form) => Array.from(form.matchAll(/\{(\w+)\}/g), ([, name]) => name));
  const named = { addressBy: [addressBy?.attribute], formBy: [formBy], isGiven: [isGiven], madeOf: parts };
  for (const [member, names] of Object.entries(named))
    for (const name of names)
      if (name !== undefined && !known.includes(name))
        yield `${member} names ${name}, which is no attribute. ${knownNames(name, known)}`;
}

/** An attribute or a parameter. */
type Written = Pick<AttributeSpec, "type" | "default"> & Parameters<typeof checkNarrowing>[0];

function* checkDefault(name: string, attribute: Written): Iterable<string> {
  const { type, default: given, computed } = attribute;
  if (given === undefined || given === null || isSqlDefault(given)) return;
  const shown = `the default ${JSON.stringify(given)}`;
  const written = writtenType(attribute);
  const { narrowing } = written;
  if (computed !== undefined) yield `${shown} is never used, because the value is computed. Take it away.`;
  else if (!parseValue(dataType(type), given).ok)
    yield `${shown} is no value of ${type}. ${wantedOf(dataType(type))}`;
  else if (narrowing === null || parseValue(written, given).ok) return;
  else if (narrowing.values !== null && typeof given === "string")
    yield `${shown} is none of the values. ${knownNames(given, narrowing.values)}`;
  else yield `${shown} is not allowed by ${name} itself. Write a value that is: ${narrowing.wanted.en}.`;
}
