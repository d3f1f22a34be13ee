import type { Attribute, Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { CompositeReference, ReferenceSpec } from "../../catalogue/define.ts";
import { columnOf } from "../../sql/ddl.ts";
import { quoted } from "../../sql/bind.ts";

/** A column that a step can fill: of an attribute, of a reference over several attributes, or hidden. */
export interface Column {
  readonly name: string;
  readonly sqlType: string;
  readonly attribute: Attribute | null;
  readonly composite: CompositeReference | null;
}

const known = new WeakMap<ObjectType, readonly Column[]>();

/** All stored columns of the type except `id`. */
export function columnsOf(type: ObjectType, catalogue: Catalogue): readonly Column[] {
  const columns = known.get(type) ?? [...readColumns(type, catalogue)];
  known.set(type, columns);
  return columns;
}

function* readColumns(type: ObjectType, catalogue: Catalogue): Iterable<Column> {
  const names = new Set<string>();
  for (const attribute of type.attributes.values()) {
    const name = columnOf(attribute);
    if (name === null) continue;
    names.add(name);
    yield { name, sqlType: storedType(attribute, catalogue), attribute, composite: null };
  }
  for (const composite of type.spec.composite ?? []) {
    const { column: name, to } = composite;
    names.add(name);
    yield { name, sqlType: catalogue.type(to).idType, attribute: null, composite };
  }
  for (const [name, definition] of Object.entries(type.spec.storage?.columns ?? {}))
    if (!names.has(name) && !/\bgenerated\b/i.test(definition))
      yield { name, sqlType: bareType(definition), attribute: null, composite: null };
}

function storedType({ ref, dataType }: Attribute, catalogue: Catalogue): string {
  return ref === undefined ? dataType.sqlType : refType(ref, catalogue);
}

/** SQL type of a column or parameter that holds the id of a target. */
export function refType(ref: ReferenceSpec, catalogue: Catalogue): string {
  return catalogue.type(ref.to).idType;
}

/** `bigint[] not null default '{}'` → `bigint[]`. */
function bareType(definition: string): string {
  return definition.replace(/\s+(not null|null|default|references|check|collate|unique|primary)\b.*$/is, "");
}

/** The column with the position of a row among all sent rows. */
export const PLACE = { name: "o", sqlType: "int" };

/** `i("name" text, "bcd" bigint)`: the column list of a record set. */
export function recordSet(
  alias: string,
  columns: readonly { readonly name: string; readonly sqlType: string }[],
): string {
  return `${alias}(${columns.map((column) => `${quoted(column.name)} ${column.sqlType}`).join(", ")})`;
}
