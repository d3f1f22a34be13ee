import { IS_ASKED } from "../../catalogue/noting.ts";
import { TRANSITION_TABLES } from "../../services/delivery/notes.sql.ts";

/**
 * Keys of the names that a record affects: its name, the name server that may need glue, the names that a DNAME hides, and the address for its
 * reverse name.
 */
function touchedIn(rows: string, reverse = rows): string {
  return `select x.kind, x.key
    from (${rows}) r
      cross join lateral (
        values ('name', r.name), ('name', case when r.type = 'NS' then r.data end),
          ('zone', case when r.type = 'DNAME' then r.name end)) x(kind, key)
    where x.key is not null
    union select 'address', host(r.target_ipaddr)
    from (${reverse}) r
    where r.target_is_reverse_unique and r.target_ipaddr is not null`;
}

/** Name servers that were added or removed. A zone is answered only while it has a name server. */
function serversIn(rows: string): string {
  return `select 'servers', r.name || ' ' || r.data from (${rows}) r where r.type = 'NS'`;
}

const SERVER = "name, type, data";
const RECORD = "id, name, zone, type, data, ttl, ttl_reset_date, target_is_reverse_unique";
/** Columns that a reverse name depends on. The TTL of the record is not one of them. */
const REVERSE = "id, name, target_is_reverse_unique, target_ipaddr";
const APEX = "id, value, is_zone_apex, zone_ttl_default";

const SIDES = ["new_rows", "old_rows"] as const;

/** New or old rows of a changed table, without unchanged rows. */
function changed(columns: string, rows: (typeof SIDES)[number]): string {
  const others = rows === "new_rows" ? "old_rows" : "new_rows";
  return `select ${columns} from ${rows} except select ${columns} from ${others}`;
}

/** Triggers that record, in each transaction, which keys it affects. They record nothing while no name server is served. */
export const JOURNAL_STATEMENTS: readonly string[] = [
  `create or replace function output.serves_dns() returns boolean language sql stable as $body$
    select exists (select from output.server where kind = 'dns' and is_enabled)
  $body$`,
  trigger("record", "insert", touchedIn("table new_rows"), serversIn("table new_rows")),
  trigger("record", "delete", touchedIn("table old_rows"), serversIn("table old_rows")),
  trigger(
    "record",
    "update",
    SIDES.map((rows) => touchedIn(changed(RECORD, rows), changed(REVERSE, rows))).join(" union "),
    SIDES.map((rows) => serversIn(changed(SERVER, rows))).join(" union "),
  ),
  trigger("fqdn", "insert", "select 'zone', value from new_rows where is_zone_apex"),
  trigger("fqdn", "delete", "select 'zone', value from old_rows where is_zone_apex"),
  trigger(
    "fqdn",
    "update",
    `select 'zone', value
      from (${changed(APEX, "new_rows")}) n
      union select 'zone', value
      from (${changed(APEX, "old_rows")}) o`,
  ),
  // A new server gets all zones. The lock waits for running writers, because they found no server and recorded nothing.
  `create or replace function output.server_changed() returns trigger language plpgsql as $body$
  begin
    if tg_op <> 'DELETE' and output.serves_dns() then
      lock table dns.record, dns.fqdn in share row exclusive mode;
      insert into output.journal (kind, key) select 'zone', value from dns.fqdn where is_zone_apex;
    end if;
    insert into output.journal (kind, key) values ('server', '');
    return null;
  end $body$`,
  ...["insert", "update", "delete"].map(
    (event) =>
      `create or replace trigger server_${event} after ${event} on output.server
        for each statement execute function output.server_changed()`,
  ),
  `create or replace function output.server_zones_changed() returns trigger language plpgsql as $body$
  begin
    insert into output.journal (kind, key) values ('server', '');
    return null;
  end $body$`,
  `create or replace trigger server_zones_changed after insert or delete on output.server_zone_list
    for each statement execute function output.server_zones_changed()`,
];

/** `asked`: SQL of further keys that only a dry run needs. */
function trigger(
  table: "record" | "fqdn",
  event: "insert" | "update" | "delete",
  touched: string,
  asked?: string,
): string {
  const name = `${table}_${event}_touched`;
  const all = asked === undefined ? touched : `${touched} union ${asked}`;
  return `create or replace function output.${name}()
    returns trigger
    language plpgsql as $body$
    begin
      if output.serves_dns() then
        insert into output.journal (kind, key) select distinct t.kind, t.key from (${touched}) t(kind, key);
      end if;
      if ${IS_ASKED} then
        insert into output.asked (kind, key) select distinct t.kind, t.key from (${all}) t(kind, key);
      end if;
      return null;
    end $body$;
  create or replace trigger output_${name} after ${event} on dns.${table}
    referencing ${TRANSITION_TABLES[event]}
    for each statement execute function output.${name}()`;
}
