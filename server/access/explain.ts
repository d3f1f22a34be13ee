import type { Json, Row } from "#contract/wire/json";
import type { ObjectName } from "#contract/wire/step";
import type { Grant } from "../catalogue/define.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { bind, createParams, quoted, type Params } from "../sql/bind.ts";
import type { Actor } from "./actor.ts";
import { actorValues, grantRuleSql } from "./rules.ts";

/** A refused step: `source` is a `from` item that yields the row the rules were asked about, as alias `t`. */
export interface RefusedStep {
  readonly type: ObjectType;
  /** Name of the refused function: `dns.record.create`. */
  readonly fn: string;
  /** Permissions that are missing, all of them. */
  readonly permissions: readonly string[];
  readonly key: Row;
  readonly actor: Actor;
  readonly grants: readonly Grant[] | null;
  source(params: Params): string;
}

/** One thing that has to be owned or administered: SQL of its id and of whether the actor does. Without object, a condition no assignment meets. */
interface Need {
  readonly object: { readonly type: ObjectName; readonly id: string } | null;
  readonly isMet: string;
}

/** What a need came to for the refused row. */
interface Found {
  readonly type: ObjectName | null;
  readonly id: string | null;
  readonly isMet: boolean;
}

const ROLES = `with recursive r(id, permission) as (
  select l.role_name, p.id from cntl.role2permission l join cntl.permission p on p.id = l.permission_name where p.name = any($1)
  union select l.role_name, r.permission from r join cntl.role2role l on l.sub_role_name = r.id)
select c.name from cntl.role c join r on r.id = c.id group by c.name having count(*) = $2::int order by c.name`;

/** Details of `permission_missing`: everything that would make the step pass (wire contract 4.3). */
export async function missingPermission(query: Query, step: RefusedStep): Promise<Record<string, Json>> {
  const { permissions } = step;
  return {
    function: step.fn,
    object_fq_name: step.type.name,
    key: step.key,
    required_permission_list: permissions,
    required_role_list: await rolesWith(query, permissions),
    required_assignment_list: await assignmentsFor(query, step),
  };
}

/** Details of `su_access_missing`: assignments do not help there. */
export async function suAccessDetails(query: Query, suLogin: string): Promise<Record<string, Json>> {
  const permissions = ["wapi.su_access"];
  return {
    function: "wapi.transaction.execute",
    object_fq_name: "cntl.mgr",
    key: { login_name: suLogin },
    required_permission_list: permissions,
    required_role_list: await rolesWith(query, permissions),
    required_assignment_list: null,
  };
}

/** Roles that grant all of these permissions, directly or through a contained role. */
async function rolesWith(query: Query, permissions: readonly string[]): Promise<string[]> {
  const rows = await query.query<{ name: string }>(ROLES, [permissions, permissions.length]);
  return rows.map((row) => row.name);
}

async function assignmentsFor(query: Query, step: RefusedStep): Promise<Json> {
  if (step.grants === null) return null;
  const alternatives = waysOf({ all: step.grants });
  const found = await evaluated(query, step, [...new Set(alternatives.flat())]);
  const way = alternatives.map((needs) => needs.map((need) => found.get(need))).find(canBeAssigned);
  if (way === undefined) return null;
  const entries = new Map<string, Json>();
  for (const one of way) {
    if (one === undefined || one.type === null || one.id === null) continue;
    const name = `${one.type}/${one.id}`;
    if (!entries.has(name)) entries.set(name, await entryOf(query, one.type, one.id, one.isMet));
  }
  return entries.size === 0 ? null : [...entries.values()];
}

/** Assignments can open this way: everything that is no assignment holds already. */
function canBeAssigned(way: readonly (Found | undefined)[]): boolean {
  return way.every((one) => one !== undefined && (one.isMet || one.id !== null));
}

/** Asks all needs about the refused row at once. */
async function evaluated(
  query: Query,
  step: RefusedStep,
  needs: readonly Need[],
): Promise<ReadonlyMap<Need, Found>> {
  const params = createParams();
  const values = actorValues(step.actor);
  const parts = needs.map(({ object: wanted, isMet }) => {
    const id = wanted === null ? "null" : `(${bind(wanted.id, values, params)})::text`;
    return `json_build_object('id', ${id}, 'isMet', coalesce(${bind(isMet, values, params)}, false))`;
  });
  const sql = `select json_build_array(${parts.join(", ")}) found from ${step.source(params)} t`;
  const [row] = await query.query<{ found: { id: string | null; isMet: boolean }[] }>(sql, params.values);
  const told = row?.found ?? [];
  return new Map(
    needs.map((need, at) => [
      need,
      { type: need.object?.type ?? null, id: told[at]?.id ?? null, isMet: told[at]?.isMet === true },
    ]),
  );
}

/** The ways to pass a grant, each a list of needs that have to be met together. */
function waysOf(grant: Grant): readonly (readonly Need[])[] {
  if ("any" in grant) return grant.any.flatMap(waysOf);
  if ("all" in grant)
    return grant.all
      .map(waysOf)
      .reduce<readonly (readonly Need[])[]>(
        (ways, more) => ways.flatMap((way) => more.map((next) => [...way, ...next])),
        [[]],
      );
  return [[needOf(grant)]];
}

function needOf(grant: Exclude<Grant, { readonly all: unknown } | { readonly any: unknown }>): Need {
  const isMet = grantRuleSql(grant);
  if ("isAccount" in grant) return { object: null, isMet };
  if ("sql" in grant) {
    const { names } = grant;
    return { object: names === undefined ? null : { type: names.type, id: `t.${quoted(names.by)}` }, isMet };
  }
  if ("ownsAddress" in grant) {
    const id = `select s.bcd from nd.ip_subnet s where s.cidr >>= t.${quoted(grant.ownsAddress)} order by masklen(s.cidr) desc limit 1`;
    return { object: { type: "nd.bcd", id }, isMet };
  }
  return {
    object: { type: "owns" in grant ? grant.owns : grant.administers, id: `t.${quoted(grant.by)}` },
    isMet,
  };
}

const object = (type: ObjectName, ...parts: readonly string[]): string =>
  `json_build_object('object_fq_name', '${type}', 'key', json_build_object(${parts.join(", ")}))`;

/** Per type: its key by id, and the links whose group or unit gives the right. A name is reached through every name above it. */
const ENTRIES: Readonly<Record<string, { readonly key: string; readonly links: string }>> = {
  "nd.bcd": {
    key: `select json_build_object('name', b.name) key from nd.bcd b where b.id = $1::bigint`,
    links: `select ${object("nd.bcd2group", "'bcd', b.name", "'group_name', g.name")} link from nd.bcd2group l
        join nd.bcd b on b.id = l.bcd join cntl."group" g on g.id = l.group_name where l.bcd = $1::bigint
      union all select ${object("nd.bcd2ou", "'bcd', b.name", "'ou', u.fq_name")} from nd.bcd2ou l
        join nd.bcd b on b.id = l.bcd join org.unit u on u.id = l.ou where l.bcd = $1::bigint`,
  },
  "dns.fqdn": {
    key: `select json_build_object('value', coalesce(s.value, f.value)) key from dns.fqdn f left join dns.fqdn s on s.id = f.scope where f.id = $1::bigint`,
    links: `select ${object("dns.fqdn2group", "'fqdn', n.value", "'group_name', g.name")} link from dns.fqdn f
        join dns.fqdn n on n.id = any(f.anc) join dns.fqdn2group l on l.fqdn = n.id join cntl."group" g on g.id = l.group_name where f.id = $1::bigint
      union all select ${object("dns.fqdn2ou", "'fqdn', n.value", "'ou', u.fq_name")} from dns.fqdn f
        join dns.fqdn n on n.id = any(f.anc) join dns.fqdn2ou l on l.fqdn = n.id join org.unit u on u.id = l.ou where f.id = $1::bigint`,
  },
  "org.unit": {
    key: `select json_build_object('fq_name', u.fq_name) key from org.unit u where u.id = $1::bigint`,
    links: `select ${object("org.unit", "'fq_name', u.fq_name")} link from org.unit u where u.id = $1::bigint`,
  },
  "cntl.group": {
    key: `select json_build_object('name', g.name) key from cntl."group" g where g.id = $1::bigint`,
    links: `select ${object("cntl.group", "'name', g.name")} link from cntl."group" g where g.id = $1::bigint
      union all select ${object("cntl.group2ou", "'group_name', g.name", "'ou', u.fq_name")} from cntl.group2ou l
        join cntl."group" g on g.id = l.group_name join org.unit u on u.id = l.ou where l.group_name = $1::bigint`,
  },
};

async function entryOf(query: Query, type: ObjectName, id: string, isMet: boolean): Promise<Json> {
  const sql = ENTRIES[type];
  if (sql === undefined) throw new Error(`no assignments are known for ${type}`);
  const [found] = await query.query<{ key: Row }>(sql.key, [id]);
  const links = await query.query<{ link: Json }>(sql.links, [id]);
  return {
    object_fq_name: type,
    key: found?.key ?? {},
    is_met: isMet,
    link_list: links.map((row) => row.link),
  };
}
