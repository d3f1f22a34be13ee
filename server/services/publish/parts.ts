import type { DeliveredSpec } from "../../catalogue/define-service.ts";
import { LOCKS } from "../../catalogue/locks.ts";
import type { Catalogue, ObjectType } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";

/** Objects that reach servers as parts of a unit. */
interface Source {
  readonly type: ObjectType;
  readonly delivered: DeliveredSpec;
}

const OPTIONS = { mode: "read write", statementTimeout: 600_000 } as const;

/** Gives the units of Kea and FreeRADIUS a new version if the answers of an object changed. False if no change was waiting. */
export function partsPublisher(catalogue: Catalogue): (db: Database) => Promise<boolean> {
  const sources = [...catalogue.types.values()].flatMap((type): readonly Source[] => {
    const { delivered } = type.spec.service ?? {};
    return delivered === undefined ? [] : [{ type, delivered }];
  });
  const kinds = sources.map(({ delivered }) => delivered.kind);
  const names = sources.map(({ type }) => type.name);
  const publish = publishSql(sources);
  return async (db) => {
    const [waiting] = await db.query<{ is_new: boolean; is_noted: boolean }>(WAITING, [names, kinds]);
    if (waiting === undefined || !(waiting.is_new || waiting.is_noted)) return false;
    await db.transaction(OPTIONS, async (tx) => {
      await tx.query(`select pg_advisory_xact_lock(${LOCKS.publishing})`);
      if (waiting.is_new) for (const sql of allSql(sources)) await tx.query(sql);
      await tx.query(publish);
    });
    return true;
  };
}

const WAITING = `select output.serves_parts()
    and exists (
      select
      from unnest($1::text[]) n
      where n not in (select name from output.known_type)) as is_new,
  exists (select from output.journal where kind = any($2::text[]) or kind = 'part_transaction') as is_noted`;

/** Records all objects. Waits for running writers, because they found no server and recorded nothing. */
function allSql(sources: readonly Source[]): readonly string[] {
  const tables = [...new Set(sources.flatMap(({ delivered }) => delivered.tables))].toSorted();
  return [
    `lock table ${tables.join(", ")} in share mode`,
    ...sources.map(({ type, delivered }) => {
      const known = `select object from output.part where type = '${type.name}'`;
      return `insert into output.journal (kind, key)
        select '${delivered.kind}', a.id::text
        from (select id from ${type.table} union ${known}) a(id)`;
    }),
    `insert into output.known_type
      values ${sources.map(({ type }) => `('${type.name}')`).join(", ")}
      on conflict do nothing`,
  ];
}

const SERIAL = "greatest(coalesce(u.serial, 0) + 1, extract(epoch from clock_timestamp())::bigint)";

/** SQL: compares the answers of recorded objects with those of the version before. It is one statement, so all answers belong to one snapshot. */
function publishSql(sources: readonly Source[]): string {
  const kinds = sources.map(({ delivered }) => `'${delivered.kind}'`).join(", ");
  const types = sources.map(({ type, delivered }) => `('${delivered.kind}', '${type.name}')`).join(", ");
  const wants = sources.map(({ type, delivered }) => {
    const keys = `array(select distinct key from touched where kind = '${delivered.kind}')`;
    return `select '${type.name}' as type, d.id as object, d.unit,
      md5(string_agg(d.content, ',' order by d.content)) as content
      from (${delivered.rows.replaceAll("{keys}", keys)}) d
      group by 2, 3`;
  });
  return `with noted as materialized (
      delete from output.journal
      where kind in (${kinds}, 'part_transaction')
      returning kind, key, xid),
    ended as materialized (select key::bigint as transaction, xid from noted where kind = 'part_transaction'),
    touched as materialized (
      select n.kind, n.key, n.xid, k.type, n.key::bigint as object
      from noted n join (values ${types}) k(kind, type) on k.kind = n.kind),
    want as materialized (${wants.join("\n    union all ")}), ${DIFFERENCE}, ${VERSIONS} ${NEW_PARTS}`;
}

/** Objects whose part of a unit has changed. */
const DIFFERENCE = `have as materialized (
    select p.type, p.object, p.unit, p.content
    from output.part p join (select distinct type, object from touched) t using (type, object)),
  changed as materialized (
    select type, object, unit, w.content
    from want w full join have h using (type, object, unit)
    where w.content is distinct from h.content)`;

/** New versions of the changed units, the positions of the log that they need, and the transactions with the changes. */
const VERSIONS = `told as (
    insert into output.unit (name, serial)
    select c.unit, ${SERIAL}
    from (select distinct unit from changed) c left join output.unit u on u.name = c.unit
    on conflict (name) do update set serial = excluded.serial
    returning name, serial),
  placed as (
    insert into output.unit_version (unit, serial, lsn)
    select name, serial, pg_current_wal_insert_lsn()
    from told),
  gone as (
    delete from output.part p
    using changed c
    where c.content is null and (p.type, p.object, p.unit) = (c.type, c.object, c.unit)),
  traced as (
    insert into output.transaction_unit (transaction, unit, serial)
    select distinct e.transaction, c.unit, u.serial
    from ended e
      join touched t on t.xid = e.xid
      join changed c on (c.type, c.object) = (t.type, t.object)
      join told u on u.name = c.unit
    on conflict do nothing)`;

const NEW_PARTS = `insert into output.part (type, object, unit, content, serial)
  select c.type, c.object, c.unit, c.content, u.serial
  from changed c join told u on u.name = c.unit
  where c.content is not null
  on conflict (type, object, unit) do update set content = excluded.content, serial = excluded.serial,
    at = excluded.at`;
