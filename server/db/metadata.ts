import type { Json } from "#contract/wire/json";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { quoted } from "../sql/bind.ts";
import { columnOf } from "../sql/ddl.ts";
import type { Query } from "./database.ts";

type Rows = readonly Readonly<Record<string, Json>>[];

/** Makes the rows of all metadata types equal to the catalogue: updates changed rows, deletes obsolete ones. */
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
  const names = types.map(({ name }) => name);
  if (translations !== null)
    await writeTexts(query, translations.table, names, rows[translations.name] ?? []);
}

/** SQL over `o`: the row comes from no definition, and was not created together with an object. */
const IS_LOST = "o.id <> all($1::text[]) and (o.id ~ $2::text) is not true";

function keptRows({ spec }: ObjectType, rows: Rows): readonly unknown[] {
  return [rows.map(({ id }) => id ?? null), spec.broughtRows ?? null];
}

/** Writes texts of metadata rows in all languages; texts of other objects stay. */
async function writeTexts(query: Query, table: string, types: readonly string[], rows: Rows): Promise<void> {
  const key = "object_gfk, language_tag, lang_attr_key";
  await query.query(
    `delete from ${table}
      where object_fq_name = any($2)
        and (${key}) not in (select ${key} from json_populate_recordset(null::${table}, $1))`,
    [JSON.stringify(rows), types],
  );
  await query.query(
    `insert into ${table} (${key}, object_fq_name, value)
      select ${key}, object_fq_name, value
      from json_populate_recordset(null::${table}, $1)
      on conflict (${key}) do update set object_fq_name = excluded.object_fq_name, value = excluded.value`,
    [JSON.stringify(rows)],
  );
}

async function writeRows(query: Query, type: ObjectType, rows: Rows): Promise<void> {
  const columns = [...type.attributes.values()].flatMap((attribute) => columnOf(attribute) ?? []);
  await query.query(`delete from ${type.table} o where ${IS_LOST}`, keptRows(type, rows));
  const names = ["id", ...columns].map(quoted);
  const updates = names.slice(1).map((name) => `${name} = excluded.${name}`);
  await query.query(
    `insert into ${type.table} (${names.join(", ")})
      select ${names.map((name) => `r.${name}`).join(", ")}
      from json_populate_recordset(null::${type.table}, $1) r
      on conflict (id) do update set ${updates.join(", ")}`,
    [JSON.stringify(rows)],
  );
}

/** Refuses metadata that would lose rows to which objects still refer, with the statements that remove these references. */
export async function refuseLostTargets(
  query: Query,
  catalogue: Catalogue,
  rows: Readonly<Record<string, Rows>>,
): Promise<void> {
  const lost: string[] = [];
  for (const { from, to, column } of describedTargets(catalogue)) {
    const [key = ""] = to.spec.key;
    const found = await query.query<{ id: string; name: string; number: string }>(
      `select o.id, o.${quoted(key)}::text as name, count(*) as number
        from ${from.table} t join ${to.table} o on o.id = t.${quoted(column)}
        where ${IS_LOST}
        group by 1, 2
        order by o.id`,
      keptRows(to, rows[to.name] ?? []),
    );
    for (const { id, name, number } of found)
      lost.push(
        `${to.name} ${name} is gone, and ${number} ${from.name} still refer to it. Write into a migration: delete from ${from.name} where ${column} = '${id}';`,
      );
  }
  if (lost.length > 0)
    throw new Error(
      `The definitions lack what objects refer to. Nothing was changed.\n  ${lost.join("\n  ")}`,
    );
}

/** References of objects to rows that describe the catalogue. */
export function describedTargets(catalogue: Catalogue) {
  const objects = [...catalogue.types.values()].filter(({ spec }) => (spec.source ?? "table") === "table");
  return objects.flatMap((from) =>
    from.references.flatMap(({ to: name, attributes, isEnforced }) => {
      const [column] = attributes;
      const to = catalogue.type(name);
      const isDescribed = isEnforced && to.spec.source === "metadata" && attributes.length === 1;
      return column === undefined || !isDescribed ? [] : [{ from, to, column }];
    }),
  );
}
