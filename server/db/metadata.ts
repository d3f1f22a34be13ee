import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { columnOf } from "../sql/ddl.ts";
import type { Query } from "./database.ts";

type Rows = readonly Readonly<Record<string, Json>>[];

/** Brings the rows of all metadata types to the catalogue: updates changed ones, removes missing ones. */
export async function writeMetadata(
  query: Query,
  catalogue: Catalogue,
  rows: Readonly<Record<string, Rows>>,
): Promise<void> {
  const types = [...catalogue.types.values()].filter(({ spec }) => spec.source === "metadata");
  // Metadata types refer to each other in both directions.
  await query.query("set constraints all deferred");
  for (const type of types) await writeRows(query, type, rows[type.name] ?? []);
  await query.query("set constraints all immediate");
  const { translations } = catalogue;
  if (translations !== null)
    await writeTexts(
      query,
      translations.table,
      types.map(({ name }) => name),
      rows[translations.name] ?? [],
    );
}

/** Writes texts of metadata rows in all languages; texts of other objects stay. */
async function writeTexts(query: Query, table: string, types: readonly string[], rows: Rows): Promise<void> {
  const key = "object_gfk, language_tag, lang_attr_key";
  await query.query(
    `delete from ${table} where object_fq_name = any($2) and (${key}) not in
       (select ${key} from json_populate_recordset(null::${table}, $1))`,
    [JSON.stringify(rows), types],
  );
  await query.query(
    `insert into ${table} (${key}, object_fq_name, value)
     select ${key}, object_fq_name, value from json_populate_recordset(null::${table}, $1)
     on conflict (${key}) do update set object_fq_name = excluded.object_fq_name, value = excluded.value`,
    [JSON.stringify(rows)],
  );
}

async function writeRows(query: Query, type: ObjectType, rows: Rows): Promise<void> {
  const columns = [...type.attributes.values()].flatMap((attribute) => columnOf(attribute) ?? []);
  const ids = rows.map((row) => row["id"] ?? null);
  await query.query(`delete from ${type.table} where id <> all($1::text[])`, [ids]);
  const names = ["id", ...columns].map(quoted);
  const updates = names.slice(1).map((name) => `${name} = excluded.${name}`);
  await query.query(
    `insert into ${type.table} (${names.join(", ")})
     select ${names.map((name) => `r.${name}`).join(", ")} from json_populate_recordset(null::${type.table}, $1) r
     on conflict (id) do update set ${updates.join(", ")}`,
    [JSON.stringify(rows)],
  );
}
