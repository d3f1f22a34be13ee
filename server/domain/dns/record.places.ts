import { RECORD_TYPES } from "#contract/records/index";
import { hasFields } from "#contract/values/record-types";
import { textIn } from "#contract/wire/json";
import { refuse } from "../../faults.ts";
import type { Placed, WriteRun } from "../../wapi/write/stages.ts";
import CONFLICTS from "./record.conflicts.json" with { type: "json" };
import { isAddressType, recordType } from "./record.targets.ts";

/** Position of a name among zones and delegations. */
export interface NamePlace {
  readonly value: string;
  readonly isApex: boolean;
  /** Names at or above it, inside its zone, that are delegated to other name servers. */
  readonly delegations: readonly { readonly name: string; readonly servers: readonly string[] }[];
}

/** Ids of the name `f` and of the names above it, below the apex of its zone. */
const IN_ITS_ZONE = "f.anc[coalesce(array_position(f.anc, f.zone), 0) + 1:]";

/**
 * Columns of `NamePlace` except the name, for a query over `dns.fqdn f`. `offset`: if few records seem to be NS records, the planner would read all
 * of them for each name.
 */
export const PLACE_OF_NAME = `f.is_zone_apex is true "isApex",
  coalesce((
      select json_agg(json_build_object('name', d.value, 'servers', d.servers))
      from (
        select c.value, array_agg(s.value) as servers
        from dns.fqdn c
          cross join lateral (
            select r.target_fqdn
            from dns.record r
            where r.fqdn = c.id and r.type = 'NS'
            offset 0) n
          join dns.fqdn s on s.id = n.target_fqdn
        where c.id = any(${IN_ITS_ZONE})
        group by c.value) d),
    '[]') delegations`;

/** Types that occur once at a name. Bare references occur once in any case, because they have no data. */
export const SINGLETONS: ReadonlySet<string> = new Set(
  RECORD_TYPES.filter((type) => type.isSingleton && hasFields(type)).map(({ name }) => name),
);

/** Refuses an alias that points to itself, and a DNAME that points to itself or to a name below. */
export function refuseOwnTarget(work: Placed): void {
  const name = textIn(work.given["fqdn"] ?? work.before?.["fqdn"]);
  const [type, target] = [recordType(work), textIn(work.given["data"])];
  if (type === "CNAME" && target === name) throw conflict(name, ["CNAME"], CONFLICTS.ofItself);
  if (type === "DNAME" && `.${target}`.endsWith(name === "." ? name : `.${name}`))
    throw conflict(name, ["DNAME"], CONFLICTS.dnameOfItself);
}

/** An alias cannot be at an apex. Below a delegation only DS and addresses of its name servers are allowed. */
export function checkPlace(work: Placed, name: NamePlace): void {
  const type = recordType(work);
  if (type === "CNAME" && name.isApex) throw conflict(name.value, [], CONFLICTS.atApex);
  if (work.plan.kind !== "create") return;
  // Bare references are not data of a zone, so they are allowed too.
  if (type === "DS" || type === "REF-FQDN") return;
  const left = name.delegations.find((one) =>
    isAddressType(type) ? !one.servers.includes(name.value) : type !== "NS" || name.value !== one.name,
  );
  if (left !== undefined) throw conflict(left.name, ["NS"], CONFLICTS.below);
}

/**
 * Checks the names, and all names below them: a new NS or the end of a zone may have put them below a delegation. The check runs at the end, because
 * addresses may come before or after their NS.
 */
export async function checkBelowNew(run: WriteRun, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const sql = `select d.value "name", array_agg(distinct r.type order by r.type) as types
    from unnest($1::text[]) n(value)
      cross join lateral (
        select f.id, f.anc, f.zone
        from dns.fqdn f
        where f.rkey >= dns.reversed_name(n.value) and f.rkey < dns.reversed_name(n.value) || chr(1114111)
        offset 0) f
      join dns.record r on r.fqdn = f.id and r.type not in ('A', 'AAAA', 'DS', 'REF-FQDN')
      join dns.fqdn d on d.id = any(${IN_ITS_ZONE})
        and not (r.type = 'NS' and d.id = f.id)
        and exists (select from dns.record s where s.fqdn = d.id and s.type = 'NS')
    where not exists (select from dns.fqdn a where a.value = n.value and a.is_zone_apex)
    group by d.value
    order by d.value
    limit 1`;
  const [held] = await run.tx.query<{ name: string; types: string[] }>(sql, [names], "write-delegation");
  if (held !== undefined) throw conflict(held.name, held.types, CONFLICTS.above);
}

type Conflict = (typeof CONFLICTS)[keyof typeof CONFLICTS];

function conflict(fqdn: string, types: readonly string[], { text, hint }: Conflict): Error {
  return refuse("cname_conflict", { fqdn, type_list: types }, undefined, hint).because(text);
}

/** A name with an alias cannot become an apex. */
export function refuseAliasAsApex({ given, before }: Placed): void {
  const isAlias = before?.["type"] === "alias" && before["record_count"] !== 0;
  if (isAlias && given["is_zone_apex"] === true)
    throw conflict(textIn(before["value"]), ["CNAME"], CONFLICTS.atApex);
}
