import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { columnOf } from "../sql/ddl.ts";
import type { Query } from "./database.ts";

type Rows = readonly Readonly<Record<string, Json>>[];

/** Makes the rows of all metadata types those of the catalogue: changed ones are updated, missing ones removed. */
export async function writeMetadata(
  query: Query,
  catalogue: Catalogue,
  rows: Readonly<Record<string, Rows>>,
): Promise<void> {
  const types = [...catalogue.types.values()].filter(({ spec }) => spec.source === "metadata");
  // References between metadata types may go either way.
  await query.query("set constraints all deferred");
  for (const type of types) await writeRows(query, type, rows[type.name] ?? []);
  await query.query("set constraints all immediate");
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
