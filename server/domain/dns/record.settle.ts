import type { Json } from "#contract/wire/json";
import { anyOf } from "../../sql/bind.ts";
import type { ObjectType } from "../../catalogue/object-type.ts";
import { readRows } from "../../wapi/write/rows.ts";
import type { Placed, Stored, WriteRun } from "../../wapi/write/stages.ts";

/** A plain name becomes an alias with its CNAME, and a plain name again when the CNAME is deleted. */
export async function flipNames(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const concerned = works.filter((work) => keyPart(work, "type") === "CNAME");
  if (concerned.length === 0) return;
  const type = run.catalogue.type("dns.fqdn");
  const values = concerned.map((work) => keyPart(work, "fqdn"));
  const [from, to] = works[0]?.plan.kind === "create" ? ["domain", "alias"] : ["alias", "domain"];
  const sql = `select f.id::text as id, f.value
    from dns.fqdn f join dns.fqdn_type ft on ft.id = f.type
    where f.value = any($1::text[]) and ft.name = $2
    order by f.id
    for no key update of f`;
  const found = await run.tx.query<{ id: string; value: string }>(sql, [values, from]);
  const positions = new Map(
    found.map(({ id, value }) => [id, concerned[values.indexOf(value)]?.plan.position ?? 0]),
  );
  await changeLogged(run, type, positions, "type = (select n.id from dns.fqdn_type n where n.name = $2)", to);
}

/** Name or type of a record. The row before the step has both too, because they never change. */
function keyPart({ plan, given, before }: Placed, name: "fqdn" | "type"): Json {
  return (plan.kind === "create" ? given[name] : before?.[name]) ?? null;
}

/** Transactions that set the TTL of one name take turns, so the later one sees the records of the earlier one. */
export function holdSets(run: WriteRun, works: readonly Placed[]): void {
  const deciding = works.filter((work) => work.plan.kind === "create" || leads(work));
  if (deciding.length === 0) return;
  const names = deciding.map((work) => keyPart(work, "fqdn"));
  const sql = `select from dns.fqdn f where f.value = any($1::text[]) order by f.id for no key update`;
  run.tx.defer(sql, [names], "write-ttl-hold");
}

/** The step itself sets the TTL of the set. */
function leads({ plan }: Placed): boolean {
  return plan.new["ttl"] !== undefined || plan.new["ttl_reset_date"] !== undefined;
}

/** All records of one name and type share TTL and reset date; each changed record gets its own log entry. */
export async function spreadTtl(run: WriteRun, works: readonly Stored[]): Promise<void> {
  const leading = works.filter(leads);
  const following = works.filter((work) => work.plan.kind === "create" && !leading.includes(work));
  for (const work of leading) await leadSet(run, work);
  if (following.length > 0) followSets(run, following);
}

/** A new record gets TTL and reset date from its set if the step has none, unless the reset date has passed. */
function joinSet(run: WriteRun, work: Stored): void {
  const missing = ["ttl", "ttl_reset_date"].find((name) => work.plan.new[name] === undefined);
  if (work.plan.kind !== "create" || missing === undefined) return;
  const sql = `update dns.record t
    set ${missing} = o.${missing}
    from dns.record o
    where t.id = $1::bigint
      and o.fqdn = t.fqdn
      and o.type = t.type
      and (o.ttl_reset_date > now()) is not false
      and o.id = (
        select min(x.id)
        from dns.record x
        where x.fqdn = t.fqdn and x.type = t.type and x.id <> t.id)`;
  run.tx.defer(sql, [work.id], `write-ttl-join-${missing}`);
}

async function leadSet(run: WriteRun, work: Stored): Promise<void> {
  joinSet(run, work);
  const sql = `select o.id::text as id
    from dns.record t join dns.record o on o.fqdn = t.fqdn and o.type = t.type and o.id <> t.id
    where t.id = $1::bigint and (t.ttl, t.ttl_reset_date) is distinct from (o.ttl, o.ttl_reset_date)
    order by o.id
    for no key update of o`;
  const found = await run.tx.query<{ id: string }>(sql, [work.id], "write-ttl-set");
  const positions = new Map(found.map(({ id }) => [id, work.plan.position]));
  const set =
    "(ttl, ttl_reset_date) = (select n.ttl, n.ttl_reset_date from dns.record n where n.id = $2::bigint)";
  await changeLogged(run, run.catalogue.type("dns.record"), positions, set, work.id);
}

/** New records without a TTL take the TTL of their set. */
function followSets(run: WriteRun, works: readonly Stored[]): void {
  const sql = `update dns.record t
    set ttl = o.ttl, ttl_reset_date = o.ttl_reset_date
    from dns.record o
    where t.id = ${anyOf("$1::bigint[]", "bigint")}
      and o.fqdn = t.fqdn
      and o.type = t.type
      and o.id = (select min(x.id) from dns.record x where x.fqdn = t.fqdn and x.type = t.type)
      and o.id <> t.id
      and (t.ttl, t.ttl_reset_date) is distinct from (o.ttl, o.ttl_reset_date)`;
  run.tx.defer(sql, [works.map(({ id }) => id)], "write-ttl-follow");
}

async function changeLogged(
  run: WriteRun,
  type: ObjectType,
  positions: ReadonlyMap<string, number>,
  set: string,
  value: string,
): Promise<void> {
  const ids = [...positions.keys()];
  if (ids.length === 0) return;
  const before = await readRows(run, type, ids);
  await run.tx.query(`update ${type.table} t set ${set} where t.id = any($1::bigint[])`, [ids, value]);
  const after = await readRows(run, type, ids);
  for (const [id, position] of positions) {
    const [old, now] = [before.get(id), after.get(id)];
    // A TTL whose reset date has passed is null before and after.
    if (old?.text === now?.text) continue;
    run.log.add(position, { type, id, fn: "update", old: old?.row ?? null, new: now?.row ?? null });
  }
}
