import { createHash } from "node:crypto";
import { attributeOf, type Catalogue, type ObjectType } from "../../catalogue/object-type.ts";
import { quoted } from "../../sql/bind.ts";
import { columnOf, definitionOf } from "../../sql/ddl.ts";

/** A table in the form of the copy. */
export interface CopiedTable {
  readonly schema: string;
  /** Quoted and qualified. */
  readonly table: string;
  /** Quoted name → SQL type. */
  readonly columns: ReadonlyMap<string, string>;
  /** The names, separated by commas. */
  readonly list: string;
  /** Columns that refer to other rows. */
  readonly references: readonly string[];
}

/** All columns that are copied to the databases beside services. */
export interface CopyLayout {
  readonly tables: readonly CopiedTable[];
  /** Another layout is another publication, so that older copies continue. */
  readonly publication: string;
}

export function copyLayoutOf(catalogue: Catalogue): CopyLayout {
  const { tables: defined } = definitionOf(catalogue);
  const tables = [...catalogue.types.values()].flatMap((type) => {
    const columns = defined[type.name]?.columns;
    return type.spec.service?.copied === undefined || columns === undefined
      ? []
      : [copiedTable(type, (name) => columns[name]?.type)];
  });
  const text = JSON.stringify(tables.map(({ table, columns }) => [table, ...columns]));
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return { tables, publication: `netportal_services_${hash}` };
}

function copiedTable(type: ObjectType, typeOf: (column: string) => string | undefined): CopiedTable {
  const attributes = (type.spec.service?.copied ?? []).map((name) => attributeOf(type, name));
  const columns = attributes.map((attribute) => columnOf(attribute) ?? "");
  const names = ["id", ...columns];
  return {
    schema: type.system,
    table: type.table,
    columns: new Map(names.map((name) => [quoted(name), sqlTypeOf(type, name, typeOf(name))])),
    list: names.map(quoted).join(", "),
    references: attributes.flatMap((attribute, at) =>
      attribute.ref === undefined ? [] : [quoted(columns[at] ?? "")],
    ),
  };
}

function sqlTypeOf(type: ObjectType, column: string, sqlType: string | undefined): string {
  if (sqlType !== undefined) return sqlType;
  throw new Error(`${type.name}: only attributes with a column can be copied, which "${column}" is not`);
}
