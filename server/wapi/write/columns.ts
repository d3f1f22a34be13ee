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
  const columns: Column[] = [];
  for (const attribute of type.attributes.values()) {
    if (!isStored(attribute)) continue;
    columns.push({
      name: columnName(attribute.name),
      sqlType: columnType(attribute, catalogue),
      attribute,
      composite: null,
    });
  }
  for (const composite of type.spec.composite ?? []) {
    const sqlType = catalogue.type(composite.to).idType;
    columns.push({ name: composite.column, sqlType, attribute: null, composite });
  }
  for (const [name, definition] of Object.entries(type.spec.storage?.columns ?? {})) {
    if (columns.some((column) => column.name === name) || /\bgenerated\b/i.test(definition)) continue;
    columns.push({ name, sqlType: bareType(definition), attribute: null, composite: null });
  }
  known.set(type, columns);
  return columns;
}

/** Whether the attribute has a column of its own name. */
export function isStored(attribute: Attribute): boolean {
  return columnOf(attribute) !== null;
}

function columnType(attribute: Attribute, catalogue: Catalogue): string {
  return attribute.ref === undefined ? attribute.dataType.sqlType : refType(attribute.ref, catalogue);
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
