import type { Database, Query } from "../../server/db/database.ts";

/** Subnets of an account with the name of their BCD; the statement itself finds what the account owns. */
const LIST = `with recursive me as (select id from cntl.mgr where login_name = $1),
  o as (select l.ou id from cntl.mgr2ou l join me on l.login_name = me.id union select u.id from org.unit u join o on u.parent = o.id),
  g as (select l.group_name id from cntl.mgr2group l join me on l.login_name = me.id union select l.group_name from cntl.group2ou l join o on l.ou = o.id
    union select c.id from cntl."group" c join g on c.parent_group_name = g.id),
  b as (select l.bcd id from nd.bcd2ou l join o on l.ou = o.id union select l.bcd from nd.bcd2group l join g on l.group_name = g.id)
select coalesce(json_agg(row_to_json(x)), '[]')::text rows from (
  select 'net-' || s.id gpk, s.cidr::text cidr, c.name bcd, family(s.cidr) "type", s.description, host(s.gateway_addr) gateway_addr,
    host(s.router_anycast_addr) router_anycast_addr, array(select host(r) from unnest(s.reserved_addr_list) r) reserved_addr_list, true is_own
  from nd.ip_subnet s join nd.bcd c on c.id = s.bcd where s.bcd in (select id from b) order by s.cidr, s.id limit 50) x`;

/** P1: the list in hand-written SQL, as JSON text. */
export async function listByHand(db: Query, login: string): Promise<string> {
  const [row] = await db.query<{ rows: string }>(LIST, [login], "bench-list");
  return row?.rows ?? "[]";
}

const PAGE = `select coalesce(json_agg(row_to_json(x)), '[]')::text rows from (
  select 'fqdn-' || t.id gpk, t.value, t.type, t.description, z.value zone, t.is_zone_apex, t.zone_ttl_default, p.value parent,
    (select count(*) from dns.record r where r.fqdn = t.id) record_count, (select count(*) from dns.record r where r.target_fqdn = t.id) reference_count,
    (select count(*) from dns.fqdn s where s.parent = t.id) sub_fqdn_count,
    array(select 'fqdn-' || a.id from unnest(t.anc) with ordinality a(id, n) order by a.n) hierarchy_gfk_list, true is_own
  from (select * from dns.fqdn f where f.value > $1 order by f.value, f.id limit 50) t
  left join dns.fqdn z on z.id = t.zone left join dns.fqdn p on p.id = t.parent order by t.value, t.id) x`;

/** P3: the page in hand-written SQL, as JSON text. */
export async function pageByHand(db: Query, after: string): Promise<string> {
  const [row] = await db.query<{ rows: string }>(PAGE, [after], "bench-page");
  return row?.rows ?? "[]";
}

export interface HandRecord {
  readonly fqdn: string;
  readonly type: string;
  readonly data: string;
}

/** The changes of P4 without steps, rights, old values or order: five statements and the log, each for all rows at once. */
export interface HandChanges {
  readonly names: readonly string[];
  readonly records: readonly HandRecord[];
  readonly bcds: readonly string[];
  readonly subnets: readonly string[];
  readonly deleted: readonly { readonly fqdn: string; readonly type: string; readonly data: string }[];
  readonly text: string;
}

const LOGGED = (
  type: string,
  first: number,
): string => `insert into wapi.change_log (transaction_gfk, position, ts, actor_login_name, login_name,
  object_fq_name, object_gfk, object_title, "function", old, new)
  select $1, n + ${String(first)}, now(), 'bench', 'bench', '${type}', gpk, title, fn, old, new from changed`;

const STATEMENTS = {
  names: `with i as (select value, n from unnest($2::text[]) with ordinality i(value, n)),
    done as (insert into dns.fqdn (value, "type") select value, 'domain' from i returning *),
    changed as (select row_number() over () n, 'fqdn-' || id gpk, value title, 'create' fn, null::jsonb old, to_jsonb(done) new from done),
    logged as (${LOGGED("dns.fqdn", 0)}) select json_agg(new)::text rows from changed`,
  records: `with i as (select * from json_to_recordset($2::json) i(fqdn text, "type" text, data text)),
    done as (insert into dns.record (fqdn, "type", data, target_is_reverse_unique)
      select f.id, i."type", i.data, false from i join dns.fqdn f on f.value = i.fqdn returning *),
    changed as (select row_number() over () n, 'record-' || id gpk, data title, 'create' fn, null::jsonb old, to_jsonb(done) new from done),
    logged as (${LOGGED("dns.record", 350)}) select json_agg(new)::text rows from changed`,
  bcds: `with was as materialized (select b.* from nd.bcd b where b.name = any($2)),
    done as (update nd.bcd b set description = $3 from was where b.id = was.id returning b.*),
    changed as (select row_number() over () n, 'bcd-' || d.id gpk, d.name title, 'update' fn, to_jsonb(was) old, to_jsonb(d) new from done d join was on was.id = d.id),
    logged as (${LOGGED("nd.bcd", 700)}) select json_agg(new)::text rows from changed`,
  subnets: `with was as materialized (select b.* from nd.ip_subnet b where b.cidr = any($2::cidr[])),
    done as (update nd.ip_subnet b set description = $3 from was where b.id = was.id returning b.*),
    changed as (select row_number() over () n, 'net-' || d.id gpk, d.cidr::text title, 'update' fn, to_jsonb(was) old, to_jsonb(d) new from done d join was on was.id = d.id),
    logged as (${LOGGED("nd.ip_subnet", 800)}) select json_agg(new)::text rows from changed`,
  deleted: `with i as (select * from json_to_recordset($2::json) i(fqdn text, type text, data text)),
    done as (delete from dns.record r using i, dns.fqdn f where f.value = i.fqdn and r.fqdn = f.id and r."type" = i.type and r.data = i.data returning r.*),
    changed as (select row_number() over () n, 'record-' || id gpk, data title, 'delete' fn, to_jsonb(done) old, null::jsonb new from done),
    logged as (${LOGGED("dns.record", 900)}) select json_agg(old)::text rows from changed`,
} as const;

const TRANSACTION = `insert into wapi.transaction (ts, actor_login_name, login_name, step_count, steps)
  values (now(), 'bench', 'bench', 1000, $1::json) returning id::text`;

/** P4 in hand-written SQL, committed. Returns the number of returned rows. */
export async function applyByHand(db: Database, changes: HandChanges): Promise<number> {
  return db.transaction({ mode: "read write", statementTimeout: 60_000, dryRun: false }, async (tx) => {
    const [made] = await tx.query<{ id: string }>(TRANSACTION, [JSON.stringify(changes)]);
    const id = made?.id ?? null;
    const parts: readonly (readonly [string, readonly unknown[]])[] = [
      [STATEMENTS.names, [id, changes.names]],
      [STATEMENTS.records, [id, JSON.stringify(changes.records)]],
      [STATEMENTS.bcds, [id, changes.bcds, changes.text]],
      [STATEMENTS.subnets, [id, changes.subnets, changes.text]],
      [STATEMENTS.deleted, [id, JSON.stringify(changes.deleted)]],
    ];
    let count = 0;
    for (const [sql, values] of parts) {
      const [row] = await tx.query<{ rows: string | null }>(sql, values);
      // Parse boundary: the statement returns a JSON array.
      count += (JSON.parse(row?.rows ?? "[]") as unknown[]).length;
    }
    return count;
  });
}

/** P5 and P24 in hand-written SQL: records, each with its name, logged. */
export async function createByHand(
  db: Database,
  records: readonly HandRecord[],
  dryRun = false,
): Promise<void> {
  await db.transaction({ mode: "read write", statementTimeout: 120_000, dryRun }, async (tx) => {
    // The product also takes this lock for many names; without it each name would take a lock of its own.
    await tx.query("select dns.lock_names()");
    await tx.query(STATEMENTS.names, [await logOf(tx, records.length), records.map(({ fqdn }) => fqdn)]);
    await tx.query(STATEMENTS.records, [await logOf(tx, records.length), JSON.stringify(records)]);
  });
}

/** P25 in hand-written SQL, rolled back: names only, logged. */
export async function createNamesByHand(db: Database, names: readonly string[]): Promise<void> {
  await db.transaction({ mode: "read write", statementTimeout: 120_000, dryRun: true }, async (tx) => {
    await tx.query("select dns.lock_names()");
    await tx.query(STATEMENTS.names, [await logOf(tx, names.length), names]);
  });
}

/** Each part logs in a transaction of its own, because both number their entries from 1. */
async function logOf(tx: Query, count: number): Promise<string | null> {
  const [made] = await tx.query<{ id: string }>(TRANSACTION, [JSON.stringify({ count })]);
  return made?.id ?? null;
}

const ASSIGNED = `with i as (select * from json_to_recordset($2::json) i(ip_addr inet, mac_addr macaddr)),
    done as (insert into dhcp.static_assignment (ip_addr, mac_addr, bcd, subnet)
      select i.ip_addr, i.mac_addr, s.bcd, s.id from i join nd.ip_subnet s on s.cidr >> i.ip_addr returning *),
    changed as (select row_number() over () n, 'dhcpstat-' || id gpk, host(ip_addr) title, 'create' fn, null::jsonb old, to_jsonb(done) new from done),
    logged as (${LOGGED("dhcp.static_assignment", 0)}) select json_agg(new)::text rows from changed`;

export interface HandAssignment {
  readonly ip_addr: string;
  readonly mac_addr: string;
}

/** P24 in hand-written SQL: a network and its static assignments, rolled back. */
export async function assignByHand(
  db: Database,
  { bcd, cidr }: { readonly bcd: string; readonly cidr: string },
  assignments: readonly HandAssignment[],
): Promise<void> {
  await db.transaction({ mode: "read write", statementTimeout: 120_000, dryRun: true }, async (tx) => {
    await tx.query(
      "with b as (insert into nd.bcd (name) values ($1) returning id) insert into nd.ip_subnet (cidr, bcd) select $2, id from b",
      [bcd, cidr],
    );
    await tx.query(ASSIGNED, [await logOf(tx, assignments.length), JSON.stringify(assignments)]);
  });
}
