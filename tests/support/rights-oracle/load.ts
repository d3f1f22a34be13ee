import type { Json, Row } from "#contract/wire/json";
import { tokenHash } from "../../../server/access/token.ts";
import type { Catalogue, ObjectType } from "../../../server/catalogue/object-type.ts";
import type { Database, Tx } from "../../../server/db/database.ts";
import { quoted } from "../../../server/sql/bind.ts";
import { sequenceOf } from "../../../server/sql/ddl.ts";
import { columnsOf, type Column } from "../../../server/wapi/write/columns.ts";
import type { Rows } from "./facts.ts";
import { str } from "./facts.ts";
import { PART_STATES } from "./generate-names.ts";

/** Text of the token that a row of `cntl.wapi_auth` stands for; a token that a call made has its own. */
export function tokenText(row: Row): string {
  if (typeof row["token"] === "string") return row["token"];
  return `oracle-${str(row, "gpk")}-`.padEnd(50, "x");
}

/** Writes the rows of a world into an empty database; only constraints of the tables apply. */
export async function load(db: Database, catalogue: Catalogue, rows: Rows): Promise<void> {
  const written = { mode: "read write", statementTimeout: 60_000, dryRun: false } as const;
  await db.transaction(written, async (tx) => {
    for (const [name, list] of Object.entries(rows)) {
      const type = catalogue.types.get(name);
      if (name === "dhcp.lease") await writeLeases(tx, list);
      if (name === "nd.sighting") await writeSightings(tx, list);
      if (name === "output.delivery") await writeDeliveries(tx, list);
      if (name === "output.difference") await writeDifferences(tx, list);
      if (name === "output.name_state") await writeNameStates(tx, list);
      if (name === "output.record_state") await writeRecordStates(tx, list);
      if (name === "output.transaction_state") await writeTransactionStates(tx, list);
      const part = PART_STATES.find(({ state }) => state === name);
      if (part !== undefined) await writePartStates(tx, part, list);
      if (type === undefined || isMadeByServer(type)) continue;
      await write(tx, catalogue, type, list, rows);
    }
    // Nothing is published in this world, so that its states stay as they were written.
    await tx.query(
      "create or replace function output.serves_parts() returns boolean language sql stable as 'select false'",
    );
    await tx.query("update wapi.rights_epoch set epoch = epoch + 1");
  });
  await db.query("analyze");
}

function isMadeByServer({ spec }: ObjectType): boolean {
  return spec.source !== undefined && spec.source !== "table";
}

async function write(
  tx: Tx,
  catalogue: Catalogue,
  type: ObjectType,
  list: readonly Row[],
  rows: Rows,
): Promise<void> {
  const columns = columnsOf(type, catalogue).filter((column) =>
    list.some((row) => valueOf(column, row) !== undefined),
  );
  const records: Record<string, Json>[] = [];
  for (const row of list) {
    const record: Record<string, Json> = { id: idOf(row["gpk"]) };
    for (const column of columns) record[column.name] = await placed(tx, catalogue, column, row, rows);
    records.push(record);
  }
  const names = ["id", ...columns.map((column) => column.name)].map(quoted).join(", ");
  const shape = ["id bigint", ...columns.map((column) => `${quoted(column.name)} ${column.sqlType}`)].join(
    ", ",
  );
  const sql = `insert into ${type.table} (${names}) select ${names} from json_to_recordset($1::json) r(${shape})`;
  await tx.query(sql, [JSON.stringify(records)]);
  await writeSets(tx, catalogue, type, list, rows);
  await tx.query(`select setval('${sequenceOf(type)}', (select max(id) + 1 from ${type.table}))`);
}

/** Lists of references are stored in tables of their own. */
async function writeSets(
  tx: Tx,
  catalogue: Catalogue,
  type: ObjectType,
  list: readonly Row[],
  rows: Rows,
): Promise<void> {
  for (const { name, set, ref } of type.attributes.values()) {
    if (set !== true || ref === undefined) continue;
    const links = list.flatMap((row) =>
      keysIn(row[name]).map((key) => ({
        row_id: idOf(row["gpk"]),
        target_id: idByKey(rows, catalogue.type(ref.to), [key]),
      })),
    );
    const table = `${quoted(type.system)}.${quoted(`${type.object}_${name}`)}`;
    const sql = `insert into ${table} (row_id, target_id) select row_id, target_id from json_to_recordset($1::json) r(row_id bigint, target_id bigint)`;
    await tx.query(sql, [JSON.stringify(links)]);
  }
}

function keysIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value.map((key: Json) => key) : [];
}

/** Writes leases, as a DHCP server would. */
async function writeLeases(tx: Tx, list: readonly Row[]): Promise<void> {
  const sql = `insert into dhcp.lease_state (ip_addr, mac_addr, ts_begin, ts_end)
    select ip_addr, mac_addr, now() - interval '1 hour', now() + interval '1 day' from json_to_recordset($1::json) r(ip_addr inet, mac_addr macaddr)`;
  await tx.query(sql, [JSON.stringify(list)]);
}

/** Writes where addresses were seen, as whoever collects it would. */
async function writeSightings(tx: Tx, list: readonly Row[]): Promise<void> {
  const sql = `insert into macfinder.sighting (mac_addr, device, port, last_seen)
    select mac_addr, device, port, now() from json_to_recordset($1::json) r(mac_addr macaddr, device text, port text)`;
  await tx.query(sql, [JSON.stringify(list)]);
}

/** Writes what servers should have, as the publisher would. */
async function writeDeliveries(tx: Tx, list: readonly Row[]): Promise<void> {
  const sql = `insert into output.seen (server, unit, zone, wanted) select s.id, r.unit, z.id, r.wanted
    from json_to_recordset($1::json) r(server text, unit text, wanted text) join output.server s on s.name = r.server left join dns.fqdn z on z.value = r.unit`;
  await tx.query(sql, [JSON.stringify(list)]);
}

/** Writes what servers have differently, as a comparison would. */
async function writeDifferences(tx: Tx, list: readonly Row[]): Promise<void> {
  const sql = `insert into output.drift (id, seen, kind, name, type, ttl, data) overriding system value
    select r.gpk::bigint, d.id, r.kind, r.name, r.type, r.ttl, r.data
    from json_to_recordset($1::json) r(gpk text, server text, unit text, kind text, name text, type text, ttl int, data text)
      join output.server s on s.name = r.server join output.seen d on d.server = s.id and d.unit = r.unit`;
  await tx.query(sql, [JSON.stringify(list.map((row) => ({ ...row, gpk: idOf(row["gpk"]) })))]);
}

/** Writes which version brought each name, as the publisher would. */
async function writeNameStates(tx: Tx, list: readonly Row[]): Promise<void> {
  const rows = "json_to_recordset($1::json) r(zone text, fqdn text)";
  const zones = `insert into output.zone (name, apex, serial, ttl, is_served)
    select distinct r.zone, f.id, 1, 3600, true from ${rows} join dns.fqdn f on f.value = r.zone`;
  await tx.query(zones, [JSON.stringify(list)]);
  const names = `insert into output.name (zone, name, serial) select distinct r.zone, r.fqdn, 1 from ${rows}`;
  await tx.query(names, [JSON.stringify(list)]);
}

/** Writes which version brought each record, as the publisher would. */
async function writeRecordStates(tx: Tx, list: readonly Row[]): Promise<void> {
  const sql = `insert into output.rr (zone, name, type, ttl, rdata, record, serial)
    select distinct x.zone, x.name, r.type, 3600, coalesce(r.data, ''), r.id, 1
    from json_to_recordset($1::json) x(record bigint, zone text, name text) join dns.record r on r.id = x.record`;
  await tx.query(sql, [JSON.stringify(list.map((row) => ({ ...row, record: idOf(row["record_gfk"]) })))]);
}

async function writeTransactionStates(tx: Tx, list: readonly Row[]): Promise<void> {
  const sql = `insert into output.transaction_unit (transaction, unit, serial)
    select distinct r.gpk::bigint, r.unit, 1 from json_to_recordset($1::json) r(gpk text, unit text)`;
  const rows = list.map((row) => ({ gpk: idOf(row["transaction_gfk"]), unit: str(row, "unit") }));
  await tx.query(sql, [JSON.stringify(rows)]);
}

/** Writes which version brought each object, as the publisher would. */
async function writePartStates(
  tx: Tx,
  { of, by, unit }: (typeof PART_STATES)[number],
  list: readonly Row[],
): Promise<void> {
  const sql = `insert into output.part (type, object, unit, content, serial)
    select distinct $2, r.object, $3, '', 1 from json_to_recordset($1::json) r(object bigint)`;
  await tx.query(sql, [JSON.stringify(list.map((row) => ({ object: idOf(row[by]) }))), of, unit]);
}

/** States of objects that no server of this world answers. The server finds them, and the rights of all states apply. */
export async function unservedStates(db: Database, catalogue: Catalogue): Promise<Rows> {
  const found: Record<string, readonly Row[]> = {};
  for (const { state, of, by } of PART_STATES) {
    const { source } = catalogue.type(state).spec;
    if (typeof source !== "object") throw new Error(`${state} is no view`);
    const rows = await db.query<{ id: string; unit: string }>(
      `select distinct ${by} as id, unit from (${source.sql}) s where server is null`,
    );
    const { gpk } = catalogue.type(of).spec;
    found[state] = rows.map(({ id, unit }) => ({ [by]: `${gpk}-${id}`, server: null, unit }));
  }
  return found;
}

/** The wire value for a column: an attribute, a part of a reference, or a member that only the table has (`~name`). */
function valueOf(column: Column, row: Row): Json | undefined {
  if (column.name === "token_hash") return tokenHash(tokenText(row));
  if (column.composite !== null) return column.composite.attributes.map((name) => row[name] ?? null);
  return row[column.attribute?.name ?? `~${column.name}`];
}

async function placed(tx: Tx, catalogue: Catalogue, column: Column, row: Row, rows: Rows): Promise<Json> {
  const value = valueOf(column, row) ?? null;
  if (column.composite !== null) return idByKey(rows, catalogue.type(column.composite.to), value);
  const ref = column.attribute?.ref;
  if (value === null || ref === undefined) return value;
  if (ref.by === "gpk") return idOf(value);
  const target = catalogue.type(ref.to);
  if (!isMadeByServer(target)) return idByKey(rows, target, [value]);
  const [found] = await tx.query<{ id: string }>(
    `select id from ${target.table} where ${quoted(target.spec.key[0] ?? "")} = $1`,
    [value],
  );
  return found?.id ?? null;
}

function idByKey(rows: Rows, target: ObjectType, key: Json): Json {
  const wanted = JSON.stringify(key);
  const found = rows[target.name]?.find(
    (row) => JSON.stringify(target.spec.key.map((name) => row[name] ?? null)) === wanted,
  );
  if (found === undefined) throw new Error(`no ${target.name} ${wanted}`);
  return idOf(found["gpk"]);
}

function idOf(gpk: Json | undefined): string {
  return typeof gpk === "string" ? gpk.slice(gpk.lastIndexOf("-") + 1) : "";
}
