import type { Json, Row } from "#contract/wire/json";
import type { AccountsSpec } from "../catalogue/define-accounts.ts";
import type { Assignable, Grant, NamedAssignment } from "../catalogue/define.ts";
import type { ObjectType } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { bind, createParams, quoted, textSql, type Params } from "../sql/bind.ts";
import type { Actor } from "./actor.ts";
import { actorValues, grantRuleSql, isTranslationOf, SU_ACCESS } from "./rules.ts";

/** A refused step; `source` is a `from` item that yields the refused row as alias `t`. */
export interface RefusedStep {
  readonly type: ObjectType;
  readonly accounts: AccountsSpec;
  /** Name of the refused function: `dns.record.create`. */
  readonly fn: string;
  /** All missing permissions. */
  readonly permissions: readonly string[];
  readonly key: Row;
  readonly actor: Actor;
  readonly grants: readonly Grant[] | null;
  source(params: Params): string;
}

/**
 * One object that must be owned or administered, with SQL that answers whether it is. Without an object it is a condition that no assignment can
 * meet.
 */
interface Need {
  readonly object: NamedAssignment | null;
  readonly isMet: string;
}

/** Result of a need for the refused row. `links` would meet the need for this actor. */
interface Found {
  readonly object: { readonly to: Assignable; readonly id: string } | null;
  readonly isMet: boolean;
  readonly links: readonly Json[];
  /** The object is assigned to nobody yet. */
  readonly isFree: boolean;
}

/** Details of `permission_missing`: all rights that would let the step pass (wire contract 4.3). */
export async function missingPermission(query: Query, step: RefusedStep): Promise<Record<string, Json>> {
  const { permissions } = step;
  const others = await permissionsOfObject(query, step);
  const sets = [permissions, ...others.map((name) => [name])];
  return {
    function: step.fn,
    object_fq_name: step.type.name,
    key: step.key,
    required_permission_list: [...permissions, ...others],
    required_permission_set_list: sets,
    required_role_list: await rolesWithAny(query, step.accounts, sets),
    required_assignment_list: await assignmentsFor(query, step),
  };
}

/** Details of `su_access_missing`. No assignment lifts this refusal. */
export function suAccessDetails(
  query: Query,
  accounts: AccountsSpec,
  suLogin: string,
): Promise<Record<string, Json>> {
  const of = { fn: "wapi.transaction.execute", object: accounts.account, key: { login_name: suLogin } };
  return onlyByPermission(query, accounts, of, SU_ACCESS);
}

/** Details of a refusal that one permission would lift. */
export async function onlyByPermission(
  query: Query,
  accounts: AccountsSpec,
  { fn, object, key }: { readonly fn: string; readonly object: string; readonly key: Row },
  permission: string,
): Promise<Record<string, Json>> {
  return {
    function: fn,
    object_fq_name: object,
    key,
    required_permission_list: [permission],
    required_permission_set_list: [[permission]],
    required_role_list: await rolesWithAny(query, accounts, [[permission]]),
    required_assignment_list: null,
  };
}

/** Roles that grant all permissions of one of the sets. */
async function rolesWithAny(
  query: Query,
  { rolesGranting }: AccountsSpec,
  sets: readonly (readonly string[])[],
): Promise<string[]> {
  const names = new Set<string>();
  for (const permissions of sets) {
    const rows = await query.query<{ name: string }>(rolesGranting, [permissions, permissions.length]);
    for (const { name } of rows) names.add(name);
  }
  return sets.length === 1 ? [...names] : [...names].toSorted();
}

/** Permissions that allow the step through the object that the refused row translates. */
async function permissionsOfObject(query: Query, step: RefusedStep): Promise<readonly string[]> {
  const rules = (step.grants ?? []).flatMap(partsOf).filter((grant) => "translated" in grant);
  if (rules.length === 0) return [];
  const names = rules.map(
    ({ translated, permission }) =>
      `case when ${isTranslationOf(translated)} then ${textSql(permission)} end`,
  );
  const params = createParams();
  const sql = `select array_remove(array[${names.join(", ")}], null) as names from ${step.source(params)} t`;
  const [row] = await query.query<{ names: readonly string[] }>(sql, params.values);
  return row?.names ?? [];
}

type Part = Exclude<Grant, { readonly all: unknown } | { readonly any: unknown }>;

function partsOf(grant: Grant): readonly Part[] {
  if ("any" in grant) return grant.any.flatMap(partsOf);
  return "all" in grant ? grant.all.flatMap(partsOf) : [grant];
}

/** Assignments of the way that needs the fewest; null if no assignment helps. */
async function assignmentsFor(query: Query, step: RefusedStep): Promise<Json> {
  if (step.grants === null) return null;
  const alternatives = waysOf({ all: step.grants });
  const found = await evaluated(query, step, [...new Set(alternatives.flat())]);
  const ways = alternatives.map((needs) => needs.flatMap((need) => found.get(need) ?? []));
  // All needs without an object are met, and the objects of the other needs have an owner who can be asked.
  const possible = ways.filter((way) =>
    way.every(({ isMet, links, isFree }) => isMet || links.length > 0 || isFree),
  );
  const [way] = possible.toSorted((a, b) => effort(a) - effort(b));
  const told: Json[] = [];
  for (const [name, found] of Map.groupBy(way ?? [], nameOf))
    if (name !== null) told.push(await entryOf(query, found.reduce(joined)));
  return told.length === 0 ? null : told;
}

function nameOf({ object }: Found): string | null {
  return object === null ? null : `${object.to.type}/${object.id}`;
}

/** One object without owner counts more than any number of links. */
function effort(way: readonly Found[]): number {
  const open = way.filter(({ isMet }) => !isMet);
  return open.length + 100 * open.filter(({ isFree }) => isFree).length;
}

/** If two rules need the same object, only links that satisfy both rules count. */
function joined(one: Found, other: Found): Found {
  const both = new Set(other.links.map((link) => JSON.stringify(link)));
  return {
    ...one,
    isMet: one.isMet && other.isMet,
    links: one.links.filter((link) => both.has(JSON.stringify(link))),
  };
}

/** Evaluates all needs for the refused row at once, then reads the links of each object. */
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
  const sql = `select json_build_array(${parts.join(", ")}) as found from ${step.source(params)} t`;
  const [row] = await query.query<{ found: { id: string | null; isMet: boolean }[] }>(sql, params.values);
  const told = row?.found ?? [];
  const found = new Map<Need, Found>();
  for (const [at, need] of needs.entries()) {
    const { id = null, isMet = false } = told[at] ?? {};
    found.set(need, await linked(query, step, need, { id, isMet }));
  }
  return found;
}

/** A service account has rights by groups only, so administration of an OE does not help it. */
async function linked(
  query: Query,
  step: RefusedStep,
  { object: wanted }: Need,
  { id, isMet }: { readonly id: string | null; readonly isMet: boolean },
): Promise<Found> {
  if (wanted === null || id === null) return { object: null, isMet, links: [], isFree: false };
  const params = createParams();
  const from = `(${wanted.to.links.replaceAll("$1", params.add(id, "bigint"))}) l(link, grp, ou)`;
  const counts = wanted.links === undefined ? "true" : bind(wanted.links, actorValues(step.actor), params);
  const sql = `select l.link,
    (${counts}) is true and (l.ou is null or ${String(step.actor.kind !== "svc")}) as counts
    from ${from} cross join ${step.source(params)} t
    order by l.ou is not null, l.link::text`;
  const links = await query.query<{ link: Json; counts: boolean }>(sql, params.values);
  return {
    object: { to: wanted.to, id },
    isMet,
    links: links.filter(({ counts: does }) => does).map(({ link }) => link),
    isFree: links.length === 0,
  };
}

/** The ways to satisfy a grant; all needs of one way must be met together. */
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

function needOf(grant: Part): Need {
  const isMet = grantRuleSql(grant);
  if ("isAccount" in grant || "isOtherAccount" in grant || "isTrue" in grant || "translated" in grant)
    return { object: null, isMet };
  if ("sql" in grant) return { object: grant.names ?? null, isMet };
  return { object: { to: grant.reaches, id: `t.${quoted(grant.by)}` }, isMet };
}

async function entryOf(query: Query, { object: named, isMet, links }: Found): Promise<Json> {
  if (named === null) throw new Error("a condition is no assignment");
  const [found] = await query.query<{ key: Row }>(named.to.key, [named.id]);
  return { object_fq_name: named.to.type, key: found?.key ?? {}, is_met: isMet, link_list: links };
}
