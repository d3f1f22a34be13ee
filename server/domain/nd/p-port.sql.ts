/**
 * SQL of the network documentation (wire contract 7.5). A port has at most one connection (`remote`) and one passage through its module
 * (`internal_gfk`), both unique. So ports form lines and rings. A walk that follows connection and passage in turn ends at the last port or at its
 * start.
 */

/** Name of a module, beginning with the site. Names of places are read at each query, and the tree stores those of modules. */
export function moduleName(alias: string): string {
  return `(
      select s.name || '/' || b.number || '/' || r.name
      from nd.module root
        join nd.room r on r.id = root.room_gfk
        join nd.bldg b on b.id = r.bldg
        join nd.site s on s.id = b.site
      where root.id = ${alias}.path[1])
    || '/' || ${alias}.tree_name`;
}

export function portName(alias: string): string {
  return `(select ${moduleName("m")} from nd.module m where m.id = ${alias}.module_gfk) || '/'
    || ${alias}.name`;
}

export function portNameById(id: string): string {
  return `(select ${portName("n")} from nd.p_port n where n.id = ${id})`;
}

/** Looks up one port by its id. The planner cannot estimate the number of rows and would otherwise read all ports. */
const PORT = (id: string): string =>
  `cross join lateral (select q.* from nd.p_port q where q.id = ${id} offset 0) p`;

const REACHED = (start: string): string =>
  `reached(id) as (
    select r.id
    from (${start}) r(id)
    union select v.id
    from reached r ${PORT("r.id")} cross join lateral (values (p.remote), (p.internal_gfk)) v(id)
    where v.id is not null)`;

/**
 * `id` and `value` of the ports in `{rows}`: the ports on their path as gpks, from the end with the smaller name (equal names by age). One walk
 * covers all ports: from every end along its line; what remains are rings. A walk never passes its start twice, so it also ends if only one side of a
 * passage is written.
 */
export const PATHS_OF_PORTS = `with recursive ${REACHED("{rows}")},
  walk(start, step, id, next, by_wire) as (
    select p.id, 0, p.id, coalesce(p.remote, p.internal_gfk), p.remote is not null
    from reached r ${PORT("r.id")}
    where p.remote is null or p.internal_gfk is null
    union all select w.start, w.step + 1, p.id, case when w.by_wire then p.internal_gfk else p.remote end,
      not w.by_wire
    from walk w ${PORT("w.next")}
    where p.id <> w.start),
  line(ids) as (select array_agg(w.id order by w.step) from walk w group by w.start),
  path(ids) as (
    select l.ids
    from line l
    where (nd.port_name(l.ids[1]) collate "C", l.ids[1])
      <= (nd.port_name(l.ids[cardinality(l.ids)]) collate "C", l.ids[cardinality(l.ids)])
    union all select r.ids
    from nd.rings(array(select r.id from reached r except select w.id from walk w)) r(ids)),
  named(ids, value) as materialized (
    select p.ids, array(select 'pp-' || x.id from unnest(p.ids) with ordinality x(id, n) order by x.n)
    from path p)
  select u.id, n.value
  from named n cross join lateral unnest(n.ids) u(id)`;

/**
 * `nd.port_name` and `nd.rings`: each ring among the given ports once, from the port with the smallest name through its connection. No port of a ring
 * is an end, so each walk returns to its start.
 */
export const PATH_STATEMENTS: readonly string[] = [
  // It is a function, because statements for lists would otherwise be slow to plan.
  `create or replace function nd.port_name(port bigint) returns text language plpgsql stable as $body$
  begin
    return ${portNameById("port")};
  end $body$`,
  `create or replace function nd.rings(ports bigint[])
    returns setof bigint[]
    language plpgsql stable as $body$
  declare
    left_over bigint[] := ports;
    ring bigint[];
    first int;
  begin
    while cardinality(left_over) > 0 loop
      with recursive w(step, id, next, by_wire) as (
        select 1, p.id, p.remote, true
        from nd.p_port p
        where p.id = left_over[1]
        union all select w.step + 1, p.id, case when w.by_wire then p.internal_gfk else p.remote end,
          not w.by_wire
        from w ${PORT("w.next")}
        where p.id <> left_over[1])
        select array_agg(w.id order by w.step) into ring
        from w;
      select r.n into first
        from unnest(ring) with ordinality r(id, n)
        order by ${portNameById("r.id")}, r.id
        limit 1;
      -- At an odd place the walk leaves through the connection, at an even one it came through it.
      if first % 2
        = 1 then
        return next ring[first:] || ring[:first - 1];
      else
        return next array(
          select r.id
          from unnest(ring) with ordinality r(id, n)
          order by (first - r.n + cardinality(ring)) % cardinality(ring));
      end if;
      left_over := array(select i from unnest(left_over) i except select i from unnest(ring) i);
    end loop;
  end $body$`,
];

/** Ids of all ports that are connected with the ports `{earlier} e`, directly or through others. */
export const PORTS_ON_PATHS = `with recursive ${REACHED(`select e.id from {earlier} e`)}
  select r.id
  from reached r`;

/**
 * Maintains `remote` of both ports with the rows of `nd.connection`. A port in two connections would be the remote of two ports, which the unique
 * `remote` refuses.
 */
export const CONNECTION_STATEMENTS: readonly string[] = [
  `create or replace function nd.connection_made() returns trigger language plpgsql as $body$
  begin
    update nd.p_port p
      set remote = x.remote
      from (
        select c.p_port_a_gfk, c.p_port_b_gfk
        from made c
        union all select c.p_port_b_gfk, c.p_port_a_gfk
        from made c) x(id, remote)
      where p.id = x.id and p.remote is distinct from x.remote;
    return null;
  end $body$`,
  `create or replace trigger connection_made after insert on nd.connection
    referencing new table as made
    for each statement execute function nd.connection_made()`,
  `create or replace function nd.connection_ended() returns trigger language plpgsql as $body$
  begin
    update nd.p_port p
      set remote = null
      from (select c.p_port_a_gfk from ended c union all select c.p_port_b_gfk from ended c) x(id)
      where p.id = x.id;
    return null;
  end $body$`,
  `create or replace trigger connection_ended after delete on nd.connection
    referencing old table as ended
    for each statement execute function nd.connection_ended()`,
];

/** Access points with the ports on their paths. The walk begins at the first connected port of the device. */
export const ACCESS_POINTS = `select d.id::text as id, d.id as fqdn,
  case when e.last <> u.id then ${portNameById("e.last")} end as port,
  case when e.first <> e.last then ${portNameById("e.first")} end as socket,
  coalesce(u.speed, x.speed) as speed, coalesce(u.power, x.power) as power, d.serial_number,
  coalesce(top.room_gfk,
    (
      select root.room_gfk
      from nd.p_port p join nd.module m on m.id = p.module_gfk join nd.module root on root.id = m.path[1]
      where p.id = e.first)) as room_gfk
  from nd.device d
    left join lateral (
      select m.id, root.room_gfk
      from nd.module m join nd.module root on root.id = m.path[1]
      where m.device = d.id
      order by m.id
      limit 1) top on true
    left join lateral (
      select p.id, p.remote, p.speed, p.power
      from nd.module m join nd.module i on i.path @> array[m.id] join nd.p_port p on p.module_gfk = i.id
      where m.device = d.id
      order by p.remote is null, p.id
      limit 1) u on true
    left join lateral (
      with recursive w(step, id, next, by_wire) as (
        select 0, u.id, u.remote, true
        union all select w.step + 1, p.id, case when w.by_wire then p.internal_gfk else p.remote end,
          not w.by_wire
        from w join nd.p_port p on p.id = w.next
        where p.id <> u.id)
      select (select w.id from w where w.step = 1) as first,
        (select w.id from w order by w.step desc limit 1) as last) e on true
    left join nd.p_port x on x.id = e.last
  where d.type = 'ap'`;

/** Rooms and ports by building, with one walk over each table: even a few hundred buildings need all ports. */
export const BUILDING_USE = `select b.id::text as id, b.id as bldg, coalesce(r.rooms, 0)::int as room_count,
  coalesce(p.ports, 0)::int as port_count, coalesce(p.wired, 0)::int as connected_count
  from nd.bldg b
    left join (select bldg, count(*) as rooms from nd.room group by bldg) r on r.bldg = b.id
    left join (
      select r.bldg, sum(m.ports) as ports, sum(m.wired) as wired
      from (select module_gfk, count(*) as ports, count(remote) as wired from nd.p_port group by module_gfk) m
        join nd.module own on own.id = m.module_gfk
        join nd.module root on root.id = own.path[1]
        join nd.room r on r.id = root.room_gfk
      group by r.bldg) p on p.bldg
      = b.id`;

/**
 * Ports by room, type and speed. The path of a module begins with its root, so the index finds the modules inside the roots of a few rooms, and ports
 * are never read one by one.
 */
export const PORT_USE = `select r.id || '-' || left(md5(row(p.speed, p.port_type)::text), 12) as id,
  s.name as site, b.number as bldg, r.floor, r.id as room_gfk, p.port_type, p.speed,
  count(*)::int as port_count, count(p.remote)::int as connected_count
  from nd.site s
    join nd.bldg b on b.site = s.id
    join nd.room r on r.bldg = b.id
    join nd.module root on root.room_gfk = r.id
    join nd.module m on m.path @> array[root.id]
    join nd.p_port p on p.module_gfk = m.id
  group by s.name, b.number, r.id, p.port_type, p.speed`;
