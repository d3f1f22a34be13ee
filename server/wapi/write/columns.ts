import type { Attribute, Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { CompositeReference, ReferenceSpec } from "../../catalogue/define.ts";
import { columnOf } from "../../sql/ddl.ts";
import { columnName, quoted } from "../../sql/bind.ts";

/** A column that a step can fill: of an attribute, of a reference over several attributes, or hidden. */
export interface Column {
  readonly name: string;
  readonly sqlType: string;
  readonly attribute: Attribute | null;
  readonly composite: CompositeReference | null;
}

const known = new WeakMap<ObjectType, readonly Column[]>();

/** All stored columns of the type but `id`. */
export function columnsOf(type: ObjectType, catalogue: Catalogue): readonly Column[] {
  const found = known.get(type);
  if (found !== undefined) return found;
  const columns = [...attributeColumns(type, catalogue), ...compositeColumns(type, catalogue)];
  columns.push(...hiddenColumns(type, new Set(columns.map((column) => column.name))));
  known.set(type, columns);
  return columns;
}

function attributeColumns(type: ObjectType, catalogue: Catalogue): Column[] {
  return [...type.attributes.values()].filter(isStored).map((attribute) => ({
    name: columnName(attribute.name),
    sqlType: attribute.ref === undefined ? attribute.dataType.sqlType : refType(attribute.ref, catalogue),
    attribute,
    composite: null,
  }));
}

function compositeColumns(type: ObjectType, catalogue: Catalogue): Column[] {
  return (type.spec.composite ?? []).map((composite) => ({
    name: composite.column,
    sqlType: catalogue.type(composite.to).idType,
    attribute: null,
    composite,
  }));
}

function hiddenColumns(type: ObjectType, known: ReadonlySet<string>): Column[] {
  return Object.entries(type.spec.storage?.columns ?? {})
    .filter(([name, definition]) => !known.has(name) && !/\bgenerated\b/i.test(definition))
    .map(([name, definition]) => ({ name, sqlType: bareType(definition), attribute: null, composite: null }));
}

/** Whether the attribute has a column of its own. */
export function isStored(attribute: Attribute): boolean {
  return columnOf(attribute) !== null;
}

/** SQL type of a column or parameter that holds the id of a target. */
export function refType(ref: ReferenceSpec, catalogue: Catalogue): string {
  return catalogue.type(ref.to).idType;
}

/** `bigint[] not null default '{}'` → `bigint[]`. */
function bareType(definition: string): string {
  return definition.replace(/\s+(not null|null|default|references|check|collate|unique|primary)\b.*$/is, "");
}

/** `i("name" text, "bcd" bigint)`: the column list of a record set. */
export function recordSet(
  alias: string,
  columns: readonly { readonly name: string; readonly sqlType: string }[],
): string {
  return `${alias}(${columns.map((column) => `${quoted(column.name)} ${column.sqlType}`).join(", ")})`;
}
