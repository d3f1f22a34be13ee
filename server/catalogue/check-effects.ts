import { dataTypes, type DataType } from "./data-types.ts";
import type { AttributeSpec, ObjectTypeSpec, Specs } from "./define.ts";
import { canChange, hasColumn, isTable } from "./derived.ts";
import { foundAt, knownNames, type Found } from "./mistakes.ts";
import { besideSchemas, LONGEST_NAME } from "./own-schemas.ts";

/** Columns of every table of PostgreSQL. */
const OF_TABLES = ["tableoid", "xmin", "cmin", "xmax", "cmax", "ctid"];
/** Endings of the parameters that a list has for an attribute (wire contract 2.5). */
const ENDINGS = ["list", "regexp", "regexp_ic"];

/** Members that are written correctly but have no effect, or another effect than their author wants. */
export function* checkEffects(spec: ObjectTypeSpec, specs: Specs): Iterable<Found> {
  yield* foundAt("name", checkSchema(spec, specs));
  for (const [name, attribute] of Object.entries(spec.attributes))
    yield* foundAt(name, checkAttribute(name, attribute, spec));
  if (isTable(spec)) yield* foundAt("key", checkKey(spec));
  yield* foundAt("title", checkTitle(spec));
  yield* checkLinks(spec);
  yield* foundAt("hierarchy", checkTree(spec));
  yield* foundAt("ranking", checkRanking(spec));
  yield* checkUnused(spec);
  yield* foundAt("storage.columns", checkStorage(spec));
  yield* foundAt("storage.searched", checkSearched(spec));
}

function* checkSchema({ name }: ObjectTypeSpec, specs: Specs): Iterable<string> {
  const schema = name.slice(0, name.indexOf("."));
  if (name.length - schema.length - 1 > LONGEST_NAME)
    yield `the name of the object is longer than ${String(LONGEST_NAME)} characters. Write a shorter one.`;
  if (schema === "public" || besideSchemas(specs).includes(schema))
    yield `the schema ${schema} holds other things than types. Write another system, as lab.loan.`;
}

function* checkAttribute(name: string, attribute: AttributeSpec, spec: ObjectTypeSpec): Iterable<string> {
  yield* checkTaken(name, attribute, spec);
  if (attribute.default === null && attribute.nullable !== true)
    yield `the default is null, and ${name} is never null. Write nullable: true, or take the default away.`;
  yield* checkMarks(attribute);
}

function* checkTaken(name: string, attribute: AttributeSpec, spec: ObjectTypeSpec): Iterable<string> {
  // A computed attribute may replace the generated one.
  if (isTable(spec) && ["gpk", "is_own"].includes(name) && attribute.computed === undefined)
    yield `every row has ${name} already. Write another name.`;
  if (OF_TABLES.includes(name)) yield `every table of the database has ${name} already. Write another name.`;
  if (typeOf(attribute)?.isArray === true) return;
  for (const ending of ENDINGS) {
    const other = name.endsWith(`_${ending}`) ? name.slice(0, -ending.length - 1) : "";
    if (Object.hasOwn(spec.attributes, other))
      yield `lists have a parameter ${name} for ${other} already. Write another name.`;
  }
}

/** Marks that have a meaning for some data types only. */
function* checkMarks(attribute: AttributeSpec): Iterable<string> {
  const type = typeOf(attribute);
  if (type === null) return;
  const wanted = [
    ["isOffered", type.name === "boolean", 'flags: type: "boolean"'],
    ["isOrder", type.jsonName === "number", 'numbers: type: "integer"'],
    ["unit", type.jsonName === "number", 'numbers: type: "integer"'],
    ["isOneLine", type.jsonName === "string", 'texts: type: "text"'],
    ["formBy", type.jsonName === "string", 'texts: type: "text"'],
    ["hasOtherValues", attribute.values !== undefined, "attributes with values: { … }"],
  ] as const;
  for (const [mark, isRight, rightFor] of wanted)
    if (attribute[mark] !== undefined && !isRight)
      yield `${mark} is for ${rightFor}. Write that, or take ${mark} away.`;
  if (attribute.upToRows !== undefined && attribute.computed === undefined)
    yield `upToRows is for values with computed. Write computed: "…", or take it away.`;
  if (attribute.createOnly === true && attribute.computed !== undefined)
    yield `nobody writes a value that is computed. Take createOnly away.`;
}

/** People and programs name an object by its key, so the key must be stored. */
function* checkKey({ key, attributes }: ObjectTypeSpec): Iterable<string> {
  for (const name of key) {
    const attribute = attributes[name];
    if (attribute === undefined) continue;
    const { nullable, computed, partOf } = attribute;
    if (nullable === true && key.length === 1)
      yield `${name} can be null, so an object would have no name. Take its nullable away.`;
    if (computed !== undefined && partOf === undefined)
      yield `${name} is computed, so nobody can name an object by it. Name an attribute that is stored.`;
    if (attribute.set === true || isUnnamed(attribute))
      yield `${name} is a list or an object. Name an attribute with one value.`;
  }
  if (key.includes("is_own")) yield `is_own depends on the reader. Name an attribute of the type.`;
}

function* checkTitle({ title, attributes }: ObjectTypeSpec): Iterable<string> {
  for (const name of title)
    if (isUnnamed(attributes[name]))
      yield `${name} is a list or an object. Name an attribute with one value.`;
}

function isUnnamed(attribute: AttributeSpec | undefined): boolean {
  const type = typeOf(attribute);
  return type !== null && (type.isArray || type.jsonName === "object" || type.jsonName === "json");
}

function typeOf(attribute: AttributeSpec | undefined): DataType | null {
  return dataTypes().find(({ name }) => name === attribute?.type) ?? null;
}

/** Members that name an attribute with a reference. */
function* checkLinks({ attributes, vanishesWith, madeWith, ...spec }: ObjectTypeSpec): Iterable<Found> {
  for (const [at, named] of Object.entries({ vanishesWith, madeWith }))
    for (const name of [named ?? []].flat())
      if (isNoReference(attributes[name]))
        yield { at, text: `${name} refers to no object. Name an attribute with a ref.` };
  if (spec.vanishesWhile === undefined || vanishesWith !== undefined) return;
  const text = `it is the condition for vanishesWith, which is missing. Write vanishesWith: "…", or take it away.`;
  yield { at: "vanishesWhile", text };
}

function* checkTree({ name, attributes, hierarchy }: ObjectTypeSpec): Iterable<string> {
  const parent = attributes[hierarchy?.parent ?? ""];
  if (parent === undefined || parent.ref?.to === name) return;
  const above = parent.ref?.to ?? "no object";
  yield `${hierarchy?.parent ?? ""} refers to ${above}, and a tree has objects of one type. Write ref: { to: "${name}" }.`;
}

/** An attribute with a gpk is a reference too: it names an object of any type. */
function isNoReference(attribute: AttributeSpec | undefined): boolean {
  return attribute !== undefined && attribute.ref === undefined && attribute.type !== "gpk";
}

function* checkRanking({ ranking, attributes }: ObjectTypeSpec): Iterable<string> {
  const values = attributes[ranking?.attribute ?? ""]?.values;
  if (values === undefined) return;
  for (const value of ranking?.values ?? [])
    if (!(value in values)) yield `${value} is none of the values. ${knownNames(value, Object.keys(values))}`;
}

/** Functions that no account could call. */
function* checkUnused({ functions, attributes, write }: ObjectTypeSpec): Iterable<Found> {
  const { update, more = {} } = functions;
  const isEmpty = update?.extra === undefined && !Object.values(attributes).some(canChange);
  if (write !== "nobody" && update !== undefined && isEmpty)
    yield {
      at: "functions.update",
      text: `no attribute can be changed after its creation. Take update away.`,
    };
  for (const name of Object.keys(more))
    if (!/^[a-z][a-z0-9_]*$/.test(name))
      yield { at: `more.${name}`, text: `the name must be small letters, digits and _, as prolong.` };
}

function* checkStorage({ storage, attributes }: ObjectTypeSpec): Iterable<string> {
  const taken = Object.entries(attributes).flatMap(([name, one]) => (hasColumn(one) ? [name] : []));
  for (const name of Object.keys(storage?.columns ?? {}))
    if (taken.includes(name) || name === "id")
      yield `the table has a column ${name} already. Write another name.`;
}

function* checkSearched({ storage, attributes }: ObjectTypeSpec): Iterable<string> {
  const known = [...Object.keys(attributes), ...Object.keys(storage?.columns ?? {})];
  for (const name of storage?.searched ?? [])
    if (!known.includes(name)) yield `${name} is no column. ${knownNames(name, known)}`;
}
