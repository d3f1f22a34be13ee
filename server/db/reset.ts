import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Catalogue, ObjectType } from "../catalogue/object-type.ts";
import { columnOf } from "../sql/ddl.ts";
import { quoted } from "../sql/bind.ts";

export interface ResetOptions {
  /** Address of the production database, which is only read. */
  readonly from: string;
  /** Address of the database of the test instance, whose contents are replaced. */
  readonly to: string;
  readonly catalogue: Catalogue;
  readonly onProgress?: (text: string) => void;
}

/** Sign-ins, outgoing mails and counters. They are emptied in the test instance and never read in production, like types with `isOfInstance`. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  "netportal.progress",
  "netportal.attempt",
  "netportal.sign_in",
  "netportal.mail_outbox",
  "netportal.ticket_news",
]);
/** Tables that each instance keeps. The test instance keeps its passwords, and production has none. */
const KEPT: ReadonlySet<string> = new Set([
  "netportal.definition",
  "netportal.migration",
  "netportal.site_migration",
  "netportal.vendor",
  "netportal.vendor_list",
  "wapi.rights_epoch",
]);
/** Columns that are not in the catalogue: the hash of a token. */
const HASHES = ["token_hash"];

/**
 * The comment of a database that may be replaced. Its owner may write it. A setting of this name, which only a superuser may write, is accepted too.
 */
const MARK = "netportal.mode=test";

/** The database must not be read or replaced, and nothing was changed. */
export class ResetRefused extends Error {}

/**
 * Makes the test instance a copy of production in the state of one moment, in one transaction (SYS-17). Tokens, sessions, mails, failed sign-ins and
 * secret values are not copied. Throws `ResetRefused` if the target is not marked as a test instance.
 */
export async function resetFromProduction(options: ResetOptions): Promise<void> {
  const [source, target] = [clientOf(options.from), clientOf(options.to)];
  try {
    await Promise.all([source.connect(), target.connect()]);
    await source.query("begin isolation level repeatable read read only");
    await refuseWrongPair(source, target);
    await target.query("begin");
    await copyAll(source, target, options);
    await target.query("commit");
    await target.query("analyze");
  } finally {
    // An open transaction is rolled back when its connection ends.
    await Promise.allSettled([source.end(), target.end()]);
  }
}

function clientOf(connectionString: string): pg.Client {
  return new pg.Client({ connectionString, application_name: "netportal-reset" });
}

async function refuseWrongPair(source: pg.Client, target: pg.Client): Promise<void> {
  const [from, to] = [await identityOf(source), await identityOf(target)];
  if (to.mode !== "test") {
    throw new ResetRefused(
      `The database ${to.name} is not marked as that of a test instance, so it is not replaced. Mark it once, as its owner: comment on database ${quoted(to.name)} is '${MARK}'`,
    );
  }
  if (from.mode === "test")
    throw new ResetRefused(`The database ${from.name} is that of a test instance, not of production.`);
  if (from.hash === null || from.hash !== to.hash) {
    throw new ResetRefused(
      "Production and the test instance were made from other definitions. Start both with the same version first.",
    );
  }
}

interface Identity {
  readonly name: string;
  readonly mode: string | null;
  /** Hash of the applied definitions; null for a database of another product. */
  readonly hash: string | null;
}

async function identityOf(client: pg.Client): Promise<Identity> {
  const { rows } = await client.query<Identity & { readonly is_ours: boolean }>(
    `select d.datname as name,
      coalesce(current_setting('netportal.mode', true),
        substring(shobj_description(d.oid, 'pg_database') from $1)) as mode,
      null as hash, to_regclass('netportal.definition') is not null as is_ours
      from pg_database d
      where d.datname = current_database()`,
    ["^netportal\\.mode=(\\w+)$"],
  );
  const [row] = rows;
  if (row === undefined || !row.is_ours) return row ?? { name: "", mode: null, hash: null };
  const applied = await client.query<{ hash: string }>("select hash from netportal.definition");
  return { ...row, hash: applied.rows[0]?.hash ?? null };
}

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: readonly TableReference[];
}

interface TableReference {
  readonly column: string;
  readonly to: string;
  /** Rows that cannot exist without it. */
  readonly is_needed: boolean;
}

const TABLES = `select n.nspname || '.' || c.relname as name,
  array_agg(a.attname::text order by a.attnum) as columns,
  coalesce((
      select json_agg(json_build_object('column', r.attname, 'to', fn.nspname || '.' || f.relname,
        'is_needed', r.attnotnull))
      from pg_constraint k
        join pg_class f on f.oid = k.confrelid
        join pg_namespace fn on fn.oid = f.relnamespace
        join pg_attribute r on r.attrelid = k.conrelid and r.attnum = any(k.conkey)
      where k.conrelid = c.oid and k.contype = 'f'),
    '[]') as "references"
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname not in ('information_schema', 'public')
  group by c.oid, 1
  order by name`;

/** Rows that need an omitted row are omitted too. */
function leaveOutWhatNeeds(leftOut: Set<string>, tables: readonly Table[]): void {
  // A name that is added here is visited in the same loop.
  for (const gone of leftOut)
    for (const { name, references } of tables)
      if (references.some(({ to, is_needed }) => is_needed && to === gone)) leftOut.add(name);
}

async function copyAll(source: pg.Client, target: pg.Client, options: ResetOptions): Promise<void> {
  const types = [...options.catalogue.types.values()];
  const ofInstance = types.filter(({ spec }) => spec.isOfInstance === true);
  const emptied = types.flatMap(({ spec }) => spec.storage?.emptied ?? []);
  const leftOut = new Set([...LEFT_OUT, ...emptied, ...ofInstance.map(({ name }) => name)]);
  const { rows: all } = await target.query<Table>(TABLES);
  leaveOutWhatNeeds(leftOut, all);
  // Each start writes the metadata rows.
  const described = types.filter(({ spec }) => spec.source === "metadata").map(({ name }) => name);
  const kept = new Set([...KEPT, ...described, options.catalogue.accounts.passwords]);
  const own = all.filter(({ name }) => !kept.has(name));
  const copied = own.filter(({ name }) => !leftOut.has(name));
  await target.query("set constraints all deferred");
  await target.query(`truncate ${own.map(({ name }) => tableName(name)).join(", ")}`);
  for (const { name } of copied) await target.query(`alter table ${tableName(name)} disable trigger user`);
  await copyBrought(source, target, types);
  const hidden = hiddenColumns(options.catalogue);
  for (const table of copied) {
    options.onProgress?.(table.name);
    await copyTable(source, target, table, { hidden, leftOut });
  }
  // Pending checks would prevent further changes of the tables.
  await target.query("set constraints all immediate");
  for (const { name } of copied) await target.query(`alter table ${tableName(name)} enable trigger user`);
  await copySequences(source, target);
  // Running processes drop their cached rights.
  await target.query("update wapi.rights_epoch set epoch = epoch + 1");
}

/** Metadata rows that were created together with objects are copied, because the objects refer to them. */
async function copyBrought(
  source: pg.Client,
  target: pg.Client,
  types: readonly ObjectType[],
): Promise<void> {
  for (const { name, spec } of types) {
    if (spec.broughtRows === undefined) continue;
    const table = tableName(name);
    const sql = `select coalesce(json_agg(t), '[]')::text as rows from ${table} t where id ~ $1`;
    const { rows } = await source.query<{ rows: string }>(sql, [spec.broughtRows]);
    await target.query(
      `insert into ${table} select * from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [rows[0]?.rows],
    );
  }
}

/** Data that are not copied: secret columns by table, and whole tables. */
interface LeftOut {
  readonly hidden: ReadonlyMap<string, ReadonlySet<string>>;
  readonly leftOut: ReadonlySet<string>;
}

async function copyTable(
  source: pg.Client,
  target: pg.Client,
  { name, columns, references }: Table,
  { hidden, leftOut }: LeftOut,
): Promise<void> {
  const secret = hidden.get(name);
  const isDangling = (column: string): boolean =>
    references.some((one) => one.column === column && leftOut.has(one.to));
  const read = columns.map((column) => {
    if (isDangling(column) || secret?.has(column) === true) return "null";
    // Numbers of transactions mean nothing in another database.
    if (name === "wapi.transaction" && column === "xid") return "null";
    // Deleted rows are kept in their stored form.
    return column === "gone_row"
      ? `gone_row - ${pg.escapeLiteral(`{${namesIn(hidden)}}`)}::text[]`
      : quoted(column);
  });
  const list = columns.map(quoted).join(", ");
  const out = source.query(copyTo(`copy (select ${read.join(", ")} from ${tableName(name)}) to stdout`));
  const into = target.query(copyFrom(`copy ${tableName(name)} (${list}) from stdin`));
  await pipeline(out, into);
}

/** Sequences continue as in production, or new objects would take numbers of copied ones. */
async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `select name, case when has_sequence_privilege(name, 'select') then last else '' end as last
      from (
        select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
        from pg_sequences) s`,
  );
  // An unreadable sequence would look unused.
  const hidden = rows.find(({ last }) => last === "");
  if (hidden !== undefined) throw new ResetRefused(`The user of production may not read ${hidden.name}.`);
  for (const { name, last } of rows)
    if (last !== null) await target.query("select setval($1::regclass, $2::bigint)", [name, last]);
}

function hiddenColumns(catalogue: Catalogue): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    [...catalogue.types.values()].map(({ name, attributes }) => {
      const secret = [...attributes.values()].filter((attribute) => attribute.secret === true);
      return [name, new Set(secret.flatMap((attribute) => columnOf(attribute) ?? []))];
    }),
  );
}

function namesIn(hidden: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...HASHES, ...[...hidden.values()].flatMap((names) => [...names])].join(",");
}

function tableName(name: string): string {
  return name.split(".").map(quoted).join(".");
}
