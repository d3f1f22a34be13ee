import type { Json } from "#contract/wire/json";
import type { ConstraintFault, ConstraintSpec } from "../catalogue/define.ts";
import { LONGEST_NAME } from "../catalogue/own-schemas.ts";
import type { Attribute, Catalogue, ObjectType, Reference } from "../catalogue/object-type.ts";
import { quoted } from "./bind.ts";
import { columnOf, type ColumnDefinition } from "./ddl-column.ts";
import { valueChecks } from "./ddl-values.ts";
import { hierarchyColumns, hierarchyStatements } from "./hierarchy.ts";
import { linkConstraint, linkStatements } from "./ddl-links.ts";

export { columnOf } from "./ddl-column.ts";

/** Everything that PostgreSQL keeps for one object type, as text to compare with what was applied before. */
export interface TableDefinition {
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  /** Name → the text after `constraint <name>`. */
  readonly constraints: Readonly<Record<string, string>>;
  /** Name → the complete `create index`. */
  readonly indexes: Readonly<Record<string, string>>;
}

/** The database of a catalogue. Tables hold data and only grow; everything else is replaced when it changes. */
export interface Definition {
  readonly tables: Readonly<Record<string, TableDefinition>>;
  readonly statements: readonly string[];
  readonly views: Readonly<Record<string, string>>;
  /** Tables of sets of references, by object type and attribute. Earlier versions did not note them. */
  readonly links?: Readonly<Record<string, { readonly table: string; readonly to: string }>>;
  /** Types of the site. Earlier versions did not note them. */
  readonly ofSite?: readonly string[];
}

/** A constraint of the database in terms of the catalogue. */
export interface NamedConstraint {
  readonly type: ObjectType;
  readonly fault: ConstraintFault | { readonly kind: "reference"; readonly reference: Reference };
}

/** Longest text in a B-tree index; longer ones are indexed by their hash. */
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

/** Name of the sequence that a type's ids come from, quoted and qualified. */
export function sequenceOf(type: Pick<ObjectType, "system" | "object">): string {
  return `${quoted(type.system)}.${quoted(`${type.object}_id_seq`)}`;
}

/** Object type and fault of a constraint or unique index; null for a foreign name. */
export function constraintOf(catalogue: Catalogue, constraintName: string): NamedConstraint | null {
  let known = namedConstraints.get(catalogue);
  if (known === undefined) {
    known = new Map(
      [...catalogue.types.values()].filter(isStored).flatMap((type) => faultsOf(type, catalogue)),
    );
    namedConstraints.set(catalogue, known);
  }
  return known.get(constraintName) ?? null;
}

const namedConstraints = new WeakMap<Catalogue, Map<string, NamedConstraint>>();

function tableOf(type: ObjectType, catalogue: Catalogue): TableDefinition {
  const fail = (what: string): Error => new Error(`${type.name}: ${what}`);
  const constraints: Record<string, string> = { [nameOf(type, "pkey")]: "primary key (id)" };
  const indexes: Record<string, string> = {};
  const add = (target: Record<string, string>, name: string, sql: string): void => {
    if (name.length > LONGEST_NAME)
      throw fail(`the name ${name} is longer than the ${String(LONGEST_NAME)} characters of PostgreSQL`);
    if (name in constraints || name in indexes) throw fail(`the name ${name} is used twice`);
    target[name] = sql;
  };
  for (const unique of uniqueSets(type)) {
    const { name, columns } = unique;
    // In the natural key null is a value (REF-FQDN has no data); other unique sets ignore rows with null.
    const nulls = name === nameOf(type, "key") ? " nulls not distinct" : "";
    const list = `(${columns.map(({ sql }) => sql).join(", ")})`;
    if (columns.every(({ sql }) => sql.startsWith('"'))) add(constraints, name, `unique${nulls} ${list}`);
    else add(indexes, name, `create unique index ${quoted(name)} on ${type.table} ${list}${nulls}`);
  }
  for (const key of foreignKeys(type, catalogue)) {
    add(
      constraints,
      key.name,
      `foreign key (${quoted(key.column)}) references ${catalogue.type(key.to).table} (id) on delete no action deferrable initially immediate`,
    );
    add(
      indexes,
      `${nameOf(type, key.column)}_idx`,
      indexOn(type, nameOf(type, key.column) + "_idx", `(${quoted(key.column)})`),
    );
  }
  for (const { what, sql } of valueChecks(type)) add(constraints, nameOf(type, what), sql);
  for (const [what, spec] of Object.entries(constraintsOf(type)))
    add(constraints, nameOf(type, what), spec.sql);
  for (const [what, body] of Object.entries(indexesOf(type))) {
    add(indexes, nameOf(type, what), indexOn(type, nameOf(type, what), body));
  }
  return { columns: columnsOf(type, catalogue), constraints, indexes };
}

function indexOn(type: ObjectType, name: string, body: string): string {
  return `create index ${quoted(name)} on ${type.table} ${body}`;
}

function constraintsOf(type: ObjectType): Readonly<Record<string, ConstraintSpec>> {
  return type.spec.storage?.constraints ?? {};
}

function indexesOf(type: ObjectType): Readonly<Record<string, string>> {
  const own = type.spec.storage?.indexes ?? {};
  return type.spec.hierarchy === undefined ? own : { ...own, path: "using gin (path)" };
}

function nameOf(type: ObjectType, what: string): string {
  return `${type.system}_${type.object}_${what}`;
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

/** Constant defaults, or the time of the insert. A reference cannot be constant, because a definition names no row. */
function defaultOf(attribute: Attribute, catalogue: Catalogue): string | null {
  const given = attribute.default;
  if (given === undefined || given === null) return null;
  if (typeof given === "object" && "sql" in given && typeof given.sql === "string") return given.sql;
  if (attribute.ref !== undefined && catalogue.type(attribute.ref.to).idType !== "text") return null;
  return literal(given);
}

function literal(value: Json): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (Array.isArray(value) && value.length === 0) return "'{}'";
  if (Array.isArray(value)) return `array[${value.map((member: Json) => literal(member)).join(", ")}]`;
  return `'${JSON.stringify(value).replaceAll("'", "''")}'`;
}

interface UniqueSet {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly columns: readonly { readonly sql: string }[];
}

/** The natural key and further unique sets. A key that is only the gpk is the primary key. */
function uniqueSets(type: ObjectType): readonly UniqueSet[] {
  const sets = [
    { name: nameOf(type, "key"), attributes: type.spec.key },
    ...(type.spec.unique ?? []).map((attributes) => ({
      name: nameOf(type, `${attributes.join("_")}_key`),
      attributes,
    })),
  ];
  return sets.flatMap((set) => {
    const columns = uniqueColumns(type, set.attributes);
    return columns === null ? [] : [{ ...set, columns }];
  });
}

function uniqueColumns(type: ObjectType, names: readonly string[]): readonly { sql: string }[] | null {
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
  return [...columns].map((sql) => ({ sql }));
}

function isLongText(attribute: Attribute): boolean {
  const { sqlType, textLength } = attribute.dataType;
  return sqlType === "text" && (textLength === null || textLength > INDEXED_TEXT);
}

interface ForeignKey {
  readonly name: string;
  readonly column: string;
  readonly attributes: readonly string[];
  readonly to: string;
}

function foreignKeys(type: ObjectType, catalogue: Catalogue): readonly ForeignKey[] {
  const single = [...type.attributes.values()].flatMap((attribute) => {
    const column = columnOf(attribute);
    return column === null || attribute.ref === undefined
      ? []
      : [{ column, attributes: [attribute.name], to: attribute.ref.to }];
  });
  return [...single, ...(type.spec.composite ?? [])]
    .filter(({ to }) => isStored(catalogue.type(to)))
    .map(({ column, attributes, to }) => ({ name: nameOf(type, `${column}_fkey`), column, attributes, to }));
}

function faultsOf(type: ObjectType, catalogue: Catalogue): [string, NamedConstraint][] {
  const unique = uniqueSets(type).map(({ name, attributes }): [string, NamedConstraint] => [
    name,
    { type, fault: { kind: "unique", attributes } },
  ]);
  const foreign = foreignKeys(type, catalogue).flatMap(
    ({ name, attributes }): [string, NamedConstraint][] => {
      const reference = type.references.find((one) => one.attributes.join() === attributes.join());
      return reference === undefined ? [] : [[name, { type, fault: { kind: "reference", reference } }]];
    },
  );
  const own = Object.entries(constraintsOf(type)).map(([what, { fault }]): [string, NamedConstraint] => [
    nameOf(type, what),
    { type, fault },
  ]);
  const links = type.references.flatMap((reference): [string, NamedConstraint][] =>
    reference.links === undefined
      ? []
      : [[linkConstraint(type, reference), { type, fault: { kind: "reference", reference } }]],
  );
  const values = valueChecks(type).map(({ what, fault }): [string, NamedConstraint] => [
    nameOf(type, what),
    { type, fault },
  ]);
  return [...unique, ...foreign, ...links, ...values, ...own];
}
