import type { Database } from "../../server/db/database.ts";
import type { Bench } from "./bench.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import { load, times } from "./load.ts";

const PORTS = 1_000_000;
const HOPS = 40;
const MODULE = "bench-paths";
const RELATION = "api_func_nd_p_port_is_contained_by_conn_id_gfk_list";

/** P10: all ports on the path of one port among a million, each with its path, over HTTP. */
export async function paths({ base, db, size, ada: token, note }: Bench): Promise<readonly Figure[]> {
  const starts = await makePorts(db, note);
  const url = `${base}/api/4.2/wapi/transaction/execute`;
  const bodies = starts.map((id) =>
    JSON.stringify([
      { idx: "found", name: "nd.p_port.list", old: { gpk_list: [`pp-${id}`] } },
      { name: "nd.p_port.list", inner_join_ref: { found: RELATION } },
    ]),
  );
  await refuseOtherRows(db, url, token, starts[0] ?? "", bodies[0] ?? "");
  await load({ url, token, bodies, clients: 1, calls: 100 });
  const { times: ours } = await load({ url, token, bodies, clients: 1, calls: 300 });
  let at = 0;
  const floor = await times(200, 50, () => pathByHand(db, starts[at++ % starts.length] ?? ""));
  const what = `connection path of ${String(HOPS)} ports among ${String(PORTS)}, found from one of them`;
  return [figureOf({ id: "P10", size, what, unit: "ms", times: ours, floor: quantile(floor, 0.5) })];
}

const FILL = `insert into nd.p_port (id, module_gfk, name, internal_gfk, remote)
  select $1 + h * n.paths + k, $2, 'x' || k || '-' || h,
    case when h between 1 and $4 - 2 then $1 + (h + case h % 2 when 1 then 1 else -1 end) * n.paths + k end,
    $1 + (h + case h % 2 when 0 then 1 else -1 end) * n.paths + k
  from (select $3::bigint paths) n, generate_series(0, n.paths - 1) k, generate_series(0, $4::int - 1) h`;
const WIRE = `insert into nd.connection (p_port_a_gfk, p_port_b_gfk, login_name)
  select p.id, p.remote, 'bench' from nd.p_port p where p.module_gfk = $1 and p.id < p.remote`;

/** Creates ports up to a million, once. Neighbours on a path are far from each other on disk. Returns ports of different paths. */
async function makePorts(db: Database, note: (text: string) => void): Promise<readonly string[]> {
  const [there] = await db.query<{ id: string }>("select id::text from nd.module where name = $1", [MODULE]);
  const module = there?.id ?? (await fill(db, note));
  const rows = await db.query<{ id: string }>(
    "select id::text from nd.p_port where module_gfk = $1 and name ~ '-17$' order by id limit 100",
    [module],
  );
  return rows.map(({ id }) => id);
}

async function fill(db: Database, note: (text: string) => void): Promise<string> {
  note(`P10: filling up to ${String(PORTS)} ports …`);
  const made = await db.transaction(
    { mode: "read write", statementTimeout: 600_000, dryRun: false },
    async (tx) => {
      const [module] = await tx.query<{ id: string }>(
        `insert into nd.module (name, module_type, room_gfk)
         select $1, (select min(id) from ndcfg.module_type), (select min(id) from nd.room) returning id::text`,
        [MODULE],
      );
      const id = module?.id ?? "";
      const [free] = await tx.query<{ first: string; paths: number }>(
        "select (coalesce(max(id), 0) + 1)::text first, greatest(($1 - count(*)) / $2, 100)::int paths from nd.p_port",
        [PORTS, HOPS],
      );
      await tx.query(FILL, [free?.first, id, free?.paths, HOPS]);
      await tx.query("select setval('nd.p_port_id_seq', (select max(id) + 1 from nd.p_port), false)");
      // FILL has already written the other ends, so the trigger is not needed.
      await tx.query("alter table nd.connection disable trigger connection_made");
      await tx.query(WIRE, [id]);
      await tx.query("alter table nd.connection enable trigger connection_made");
      return id;
    },
  );
  await db.query("vacuum analyze nd.p_port, nd.connection");
  return made;
}

const BY_HAND = `with recursive w(step, id, next, by_wire) as (
    select 0, p.id, p.remote, true from nd.p_port p where p.id = $1
    union all
    select w.step + 1, p.id, case when w.by_wire then p.internal_gfk else p.remote end, not w.by_wire from w join nd.p_port p on p.id = w.next),
  v(step, id, next, by_wire) as (
    select 0, p.id, p.internal_gfk, false from nd.p_port p where p.id = $1
    union all
    select v.step - 1, p.id, case when v.by_wire then p.internal_gfk else p.remote end, not v.by_wire from v join nd.p_port p on p.id = v.next),
  path(step, id) as (select step, id from w union all select step, id from v where step < 0)
select coalesce(json_agg(row_to_json(x)), '[]')::text rows from (
  select 'pp-' || p.id gpk, 'mod-' || p.module_gfk module_gfk, p.name, p.port_type, p.speed, p.power, 'pp-' || p.internal_gfk internal_gfk, p.description,
    'pp-' || p.remote remote_gfk, p.internal_gfk is null is_edge_node, p.remote is not null is_connected,
    s.name || '/' || b.number || '/' || r.name || '/' || m.tree_name || '/' || p.name fq_name, l.list conn_id_gfk_list, false is_own
  from path join nd.p_port p on p.id = path.id join nd.module m on m.id = p.module_gfk join nd.module root on root.id = m.path[1]
  join nd.room r on r.id = root.room_gfk join nd.bldg b on b.id = r.bldg join nd.site s on s.id = b.site
  cross join (select array_agg('pp-' || id order by step) list from path) l order by p.module_gfk, p.name) x`;

async function pathByHand(db: Database, id: string): Promise<string> {
  const [row] = await db.query<{ rows: string }>(BY_HAND, [id], "bench-path");
  return row?.rows ?? "[]";
}

/** The figures are comparable only if both sides return the same ports. */
async function refuseOtherRows(
  db: Database,
  url: string,
  token: string,
  start: string,
  body: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  // By the wire contract the product returns one result list for each step; the floor returns a JSON array.
  const [, ours = []] = (await answer.json()) as { gpk: string }[][];
  const hand = JSON.parse(await pathByHand(db, start)) as { gpk: string }[];
  const keys = (rows: readonly { gpk: string }[]): string => rows.map(({ gpk }) => gpk).join(" ");
  if (keys(ours) !== keys(hand) || ours.length !== HOPS)
    throw new Error("P10: the floor answers other ports");
}
