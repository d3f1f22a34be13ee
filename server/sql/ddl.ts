import type { Json } from "#contract/wire/json";
import type { ConstraintFault, ConstraintSpec } from "../catalogue/define.ts";
import { isSqlDefault } from "../catalogue/derived.ts";
import { LONGEST_NAME } from "../catalogue/own-schemas.ts";
import type { Attribute, Catalogue, ObjectType, Reference } from "../catalogue/object-type.ts";
import { constraintName, quoted, textSql } from "./bind.ts";
import { columnOf, type ColumnDefinition } from "./ddl-column.ts";
import { valueChecks } from "./ddl-values.ts";
import { hierarchyColumns, hierarchyStatements } from "./hierarchy.ts";
import { linkStatements, linkWord } from "./ddl-links.ts";
import { partsIndex } from "./joined-text.ts";

export { columnOf } from "./ddl-column.ts";

/** Everything that PostgreSQL stores for one object type, as text that can be compared with the applied one. */
export interface TableDefinition {
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  /** Name → the text after `constraint <name>`. */
  readonly constraints: Readonly<Record<string, string>>;
  /** Name → the complete `create index`. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** The database of a catalogue. Tables contain data and are only extended; all other objects are replaced when they change. */
export interface Definition {
  readonly tables: Readonly<Record<string, TableDefinition>>;
  readonly statements: readonly string[];
  readonly views: Readonly<Record<string, string>>;
  /** Tables of sets of references, by object type and attribute. Earlier versions did not record them. */
  readonly links?: Readonly<Record<string, { readonly table: string; readonly to: string }>>;
  /** Types of the site. Earlier versions did not record them. */
  readonly ofSite?: readonly string[];
}

/** A constraint of the database in the terms of the catalogue. */
export interface NamedConstraint {
  readonly type: ObjectType;
  readonly fault: ConstraintFault | { readonly kind: "reference"; readonly reference: Reference };
}

/** Maximum length of a text in a B-tree index; longer ones are indexed by their hash. */
const INDEXED_TEXT = 255;

/** Tables, constraints, indexes, functions and views of all object types. */
export function definitionOf(catalogue: Catalogue): Definition {
  const types = [...catalogue.types.values()];
  const stored = types.filter(isStored);
  return {
    tables: Object.fromEntries(stored.map((type) => [type.name, tableOf(type, catalogue)])),
    statements: [
      ...stored.flatMap((type) => linkStatements(type, catalogue)),
      ...stored.flatMap(hierarchyStatements),
      ...types.flatMap((type) => type.spec.storage?.statements ?? []),
    ],
    views: Object.fromEntries(
      types.flatMap(({ name, spec }) => (typeof spec.source === "object" ? [[name, spec.source.sql]] : [])),
    ),
    links: Object.fromEntries(stored.flatMap(linksOf)),
    ofSite: stored.filter(({ siteFile }) => siteFile !== null).map(({ name }) => name),
  };
}

function linksOf({ name, references }: ObjectType) {
  return references.flatMap(({ links: table, attributes, to }) =>
    table === undefined ? [] : [[`${name}.${attributes.join("_")}`, { table, to }] as const],
  );
}

/** Whether a type has a table of its own. */
export function isStored(type: ObjectType): boolean {
  const source = type.spec.source ?? "table";
  return source === "table" || source === "metadata";
}

/** Name of the sequence for the ids of a type, quoted and qualified. */
export function sequenceOf({ system, object }: Pick<ObjectType, "system" | "object">): string {
  return `${quoted(system)}.${quoted(`${object}_id_seq`)}`;
}

/** Object type and fault of a constraint or unique index; null for a foreign name. */
export function constraintOf(catalogue: Catalogue, constraintName: string): NamedConstraint | null {
  const known = namedConstraints.get(catalogue) ?? new Map(faultsIn(catalogue));
  namedConstraints.set(catalogue, known);
  return known.get(constraintName) ?? null;
}

const namedConstraints = new WeakMap<Catalogue, Map<string, NamedConstraint>>();

function faultsIn(catalogue: Catalogue): readonly [string, NamedConstraint][] {
  const stored = [...catalogue.types.values()].filter(isStored);
  return stored.flatMap((type) => faultsOf(type, catalogue));
}

function tableOf(type: ObjectType, catalogue: Catalogue): TableDefinition {
  const constraints: Record<string, string> = { [constraintName(type, "pkey")]: "primary key (id)" };
  const indexes: Record<string, string> = {};
  const nameFor = (what: string): string => {
    const name = constraintName(type, what);
    const fail = (reason: string): Error => new Error(`${type.name}: the name ${name} is ${reason}`);
    if (name.length > LONGEST_NAME)
      throw fail(`longer than the ${String(LONGEST_NAME)} characters of PostgreSQL`);
    if (name in constraints || name in indexes) throw fail("used twice");
    return name;
  };
  const constrain = (what: string, sql: string): void => {
    constraints[nameFor(what)] = sql;
  };
  const index = (what: string, body: string, kind = "index"): void => {
    const name = nameFor(what);
    indexes[name] = `create ${kind} ${quoted(name)} on ${type.table} ${body}`;
  };
  for (const { what, columns } of uniqueSets(type)) {
    // In the natural key null is a value (REF-FQDN has no data), but other unique sets ignore rows with null.
    const nulls = what === KEY ? " nulls not distinct" : "";
    const list = `(${columns.join(", ")})`;
    if (columns.every((sql) => sql.startsWith('"'))) constrain(what, `unique${nulls} ${list}`);
    else index(what, `${list}${nulls}`, "unique index");
  }
  for (const { column, to } of foreignKeys(type, catalogue)) {
    const own = `(${quoted(column)})`;
    const target = catalogue.type(to).table;
    constrain(
      `${column}_fkey`,
      `foreign key ${own} references ${target} (id) on delete no action deferrable initially immediate`,
    );
    index(`${column}_idx`, own);
  }
  for (const [what, { sql }] of constraintsOf(type)) constrain(what, sql);
  for (const [what, body] of ownIndexes(type)) index(what, body);
  return { columns: columnsOf(type, catalogue), constraints, indexes };
}

/** Indexes beside those of keys and references: name → the text after `on <table>`. */
function* ownIndexes({ spec: { storage = {}, hierarchy } }: ObjectType): Iterable<readonly [string, string]> {
  for (const column of storage.searched ?? []) yield [`${column}_trgm`, partsIndex(column)];
  yield* Object.entries(storage.indexes ?? {});
  if (hierarchy !== undefined) yield ["path", "using gin (path)"];
}

/** Constraints by their names within the type: conditions of attributes, and constraints of the definition. */
function constraintsOf(type: ObjectType): readonly (readonly [string, ConstraintSpec])[] {
  return [...valueChecks(type), ...Object.entries(type.spec.storage?.constraints ?? {})];
}

function columnsOf(type: ObjectType, catalogue: Catalogue): Record<string, ColumnDefinition> {
  const columns: Record<string, ColumnDefinition> = {
    id:
      type.idType === "text"
        ? { type: 'text collate "C"', isRequired: true, default: null }
        : { type: "bigint", isRequired: true, default: `nextval('${sequenceOf(type)}')` },
  };
  for (const attribute of type.attributes.values()) {
    const name = columnOf(attribute);
    if (name !== null) columns[name] = columnFor(attribute, catalogue);
  }
  for (const composite of type.spec.composite ?? []) {
    const parts = composite.attributes.map((name) => type.attributes.get(name));
    columns[composite.column] = {
      type: idColumn(catalogue.type(composite.to)),
      isRequired: !parts.every((part) => part?.nullable === true),
      default: null,
    };
  }
  Object.assign(columns, hierarchyColumns(type));
  for (const [name, sql] of Object.entries(type.spec.storage?.columns ?? {})) {
    columns[name] = { type: sql, isRequired: false, default: null };
  }
  return columns;
}

function columnFor(attribute: Attribute, catalogue: Catalogue): ColumnDefinition {
  return {
    type: attribute.ref === undefined ? valueColumn(attribute) : idColumn(catalogue.type(attribute.ref.to)),
    isRequired: attribute.nullable !== true && attribute.ref?.otherwise === undefined,
    default: defaultOf(attribute, catalogue),
  };
}

function valueColumn(attribute: Attribute): string {
  const type = attribute.dataType.sqlType;
  return type === "text" || type === "text[]" ? `${type} collate "C"` : type;
}

function idColumn(target: ObjectType): string {
  return target.idType === "text" ? 'text collate "C"' : "bigint";
}

/** Constant defaults, or the time of the insert. A reference cannot have a constant default, because a definition names no row. */
function defaultOf(attribute: Attribute, catalogue: Catalogue): string | null {
  const given = attribute.default;
  if (given === undefined || given === null) return null;
  if (isSqlDefault(given)) return given.sql;
  if (attribute.ref !== undefined && catalogue.type(attribute.ref.to).idType !== "text") return null;
  return literal(given);
}

function literal(value: Json): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return textSql(value);
  if (Array.isArray(value) && value.length === 0) return "'{}'";
  if (Array.isArray(value)) return `array[${value.map((member: Json) => literal(member)).join(", ")}]`;
  return textSql(JSON.stringify(value));
}

const KEY = "key";

/** The natural key and further unique sets. A key that is only the gpk is the primary key. */
function uniqueSets(type: ObjectType) {
  const further = type.spec.unique ?? [];
  return [
    { what: KEY, attributes: type.spec.key },
    ...further.map((attributes) => ({ what: `${attributes.join("_")}_key`, attributes })),
  ].flatMap((set) => {
    const columns = uniqueColumns(type, set.attributes);
    return columns === null ? [] : [{ ...set, columns }];
  });
}

function uniqueColumns(type: ObjectType, names: readonly string[]): readonly string[] | null {
  const columns = new Set<string>();
  for (const name of names) {
    const attribute = type.attributes.get(name);
    if (attribute === undefined)
      throw new Error(`${type.name}: the key names ${name}, which is no attribute`);
    const composite = type.spec.composite?.find((one) => one.name === attribute.partOf);
    const column = composite?.column ?? columnOf(attribute);
    // A computed part of a key (gpk, derived type) is unique through the columns behind it.
    if (column === null) return null;
    const isLong = attribute.ref === undefined && composite === undefined && isLongText(attribute);
    columns.add(isLong ? `md5(${quoted(column)})` : quoted(column));
  }
  return [...columns];
}

function isLongText(attribute: Attribute): boolean {
  const { sqlType, textLength } = attribute.dataType;
  return sqlType === "text" && (textLength === null || textLength > INDEXED_TEXT);
}

function foreignKeys(type: ObjectType, catalogue: Catalogue) {
  const single = [...type.attributes.values()].flatMap((attribute) => {
    const column = columnOf(attribute);
    return column === null || attribute.ref === undefined
      ? []
      : [{ column, attributes: [attribute.name], to: attribute.ref.to }];
  });
  return [...single, ...(type.spec.composite ?? [])].filter(({ to }) => isStored(catalogue.type(to)));
}

function faultsOf(type: ObjectType, catalogue: Catalogue): readonly [string, NamedConstraint][] {
  const links = type.references.filter((one) => one.links !== undefined);
  const faults: readonly (readonly [string, NamedConstraint["fault"]])[] = [
    ...uniqueSets(type).map(({ what, attributes }) => [what, { kind: "unique", attributes }] as const),
    ...foreignKeys(type, catalogue).flatMap(({ column, attributes }) => {
      const reference = type.references.find((one) => one.attributes.join() === attributes.join());
      return reference === undefined ? [] : [[`${column}_fkey`, { kind: "reference", reference }] as const];
    }),
    ...links.map((reference) => [linkWord(reference), { kind: "reference", reference }] as const),
    ...constraintsOf(type).map(([what, { fault }]) => [what, fault] as const),
  ];
  return faults.map(([what, fault]) => [constraintName(type, what), { type, fault }]);
}
