/**
 * SQL of the network documentation (wire contract 7.5). A port has at most one connection (`remote`) and one way through its module
 * (`internal_gfk`), both unique. So ports hang together in lines and rings, and a walk that takes the two kinds of way in turns ends where there
 * is no further port or where it comes back to its start.
 */

/** Name of a module from the site on: the names of places are read live, those of modules are kept by the tree. */
export function moduleName(alias: string): string {
  return `(select s.name || '/' || b.number || '/' || r.name from nd.module root join nd.room r on r.id = root.room_gfk
    join nd.bldg b on b.id = r.bldg join nd.site s on s.id = b.site where root.id = ${alias}.path[1]) || '/' || ${alias}.tree_name`;
}

/** Name of a port: that of its module and its own. */
export function portName(alias: string): string {
  return `(select ${moduleName("m")} from nd.module m where m.id = ${alias}.module_gfk) || '/' || ${alias}.name`;
}

/** The name of the port with this id. */
export function portNameById(id: string): string {
  return `(select ${portName("n")} from nd.p_port n where n.id = ${id})`;
}

/**
 * Rows `step`, `dir`, `id` of both walks out of the port `t`: `dir` 1 leaves through the connection, -1 through the module; `next` is where the
 * walk goes on, and `by_wire` through which kind of way. In a ring each of the two goes all around.
 */
const WALKS = `w(step, dir, id, next, by_wire) as (
    select 0, d.dir, t.id, case d.dir when 1 then t.remote else t.internal_gfk end, d.dir = 1 from (values (1), (-1)) d(dir)
    union all
    select w.step + w.dir, w.dir, p.id, case when w.by_wire then p.internal_gfk else p.remote end, not w.by_wire
    from w join nd.p_port p on p.id = w.next where p.id <> t.id)`;

/**
 * Ports on the path of the port `t` in order, as gpks: from the end with the smaller name, ports of one name by age. A ring has no end; it begins
 * with its smallest name and goes on through the connection of that port.
 */
export const PATH_OF_PORT = `with recursive ${WALKS},
  kind(is_ring) as (select exists (select from w where w.dir = 1 and w.next = t.id)),
  l as (select w.step, w.id, kind.is_ring from w, kind where w.dir = 1 or (w.step <> 0 and not kind.is_ring)),
  first_of_ring(step) as (select l.step from l where l.is_ring order by ${portNameById("l.id")}, l.id limit 1),
  ends(a, b) as (select (select l.id from l order by l.step limit 1), (select l.id from l order by l.step desc limit 1)),
  turned(sign) as (select case when (${portNameById("ends.a")}, ends.a) > (${portNameById("ends.b")}, ends.b) then -1 else 1 end from ends),
  places(place, id) as (
    select case when l.is_ring
      then ((l.step - f.step) * case when f.step % 2 = 0 then 1 else -1 end + (select count(*) from l)) % (select count(*) from l)
      else l.step * turned.sign end, l.id
    from l cross join turned left join first_of_ring f on true)
  select array(select 'pp-' || p.id from places p order by p.place)`;

/** Ids of all ports that hang together with the ports `{earlier} e`: one walk over all of them, each port once. */
export const PORTS_ON_PATHS = `with recursive reached(id) as (
    select e.id from {earlier} e
    union
    select v.id from reached r join nd.p_port p on p.id = r.id cross join lateral (values (p.remote), (p.internal_gfk)) v(id) where v.id is not null)
  select id from reached`;

/**
 * Keeps `remote` of both ports beside the rows of `nd.connection`. A port in two connections would be the other end of two ports, which
 * `remote` being unique does not let happen.
 */
export const CONNECTION_STATEMENTS: readonly string[] = [
  `create or replace function nd.connection_made() returns trigger language plpgsql as $body$
begin
  update nd.p_port p set remote = x.remote
  from (select c.p_port_a_gfk, c.p_port_b_gfk from made c union all select c.p_port_b_gfk, c.p_port_a_gfk from made c) x(id, remote)
  where p.id = x.id and p.remote is distinct from x.remote;
  return null;
end $body$`,
  `create or replace trigger connection_made after insert on nd.connection
  referencing new table as made for each statement execute function nd.connection_made()`,
  `create or replace function nd.connection_ended() returns trigger language plpgsql as $body$
begin
  update nd.p_port p set remote = null
  from (select c.p_port_a_gfk from ended c union all select c.p_port_b_gfk from ended c) x(id)
  where p.id = x.id;
  return null;
end $body$`,
  `create or replace trigger connection_ended after delete on nd.connection
  referencing old table as ended for each statement execute function nd.connection_ended()`,
];

/** Access points with what lies on their paths: the walk begins at the first connected port of the device. */
export const ACCESS_POINTS = `select d.id::text as id, d.id as fqdn,
    case when e.last <> u.id then ${portNameById("e.last")} end as port,
    case when e.first <> e.last then ${portNameById("e.first")} end as socket,
    coalesce(u.speed, x.speed) as speed, coalesce(u.power, x.power) as power, d.serial_number,
    coalesce(top.room_gfk, (select root.room_gfk from nd.p_port p join nd.module m on m.id = p.module_gfk
      join nd.module root on root.id = m.path[1] where p.id = e.first)) as room_gfk
  from nd.device d
  left join lateral (select m.id, root.room_gfk from nd.module m join nd.module root on root.id = m.path[1]
    where m.device = d.id order by m.id limit 1) top on true
  left join lateral (select p.id, p.remote, p.speed, p.power from nd.module m join nd.module i on i.path @> array[m.id]
      join nd.p_port p on p.module_gfk = i.id
    where m.device = d.id order by p.remote is null, p.id limit 1) u on true
  left join lateral (
    with recursive w(step, id, next, by_wire) as (
      select 0, u.id, u.remote, true
      union all
      select w.step + 1, p.id, case when w.by_wire then p.internal_gfk else p.remote end, not w.by_wire
      from w join nd.p_port p on p.id = w.next where p.id <> u.id)
    select (select w.id from w where w.step = 1) as first, (select w.id from w order by w.step desc limit 1) as last) e on true
  left join nd.p_port x on x.id = e.last
  where d.type = 'ap'`;
