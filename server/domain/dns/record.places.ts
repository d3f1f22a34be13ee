import type { Localised } from "#contract/wire/json";
import { refuse } from "../../faults.ts";
import { textOf } from "../../wapi/write/text.ts";
import type { Work, WriteRun } from "../../wapi/write/work.ts";
import { isAddressType, recordType } from "./record.targets.ts";

/** Where a name stands among zones and delegations. */
export interface NamePlace {
  readonly value: string;
  readonly isApex: boolean;
  /** Names at it and above, inside its zone, that hand what is below to other name servers. */
  readonly delegations: readonly { readonly name: string; readonly servers: readonly string[] }[];
}

/** Ids of the name `f` and of the names above it below the apex of its zone. */
const IN_ITS_ZONE = "f.anc[coalesce(array_position(f.anc, f.zone), 0) + 1:]";

/** Columns of `NamePlace` beside the name, for a query over `dns.fqdn f`. */
export const PLACE_OF_NAME = `f.is_zone_apex is true "isApex",
  coalesce((select json_agg(json_build_object('name', d.value, 'servers', d.servers)) from (
    select c.value, array_agg(s.value) servers from dns.fqdn c join dns.record n on n.fqdn = c.id and n.type = 'NS'
      join dns.fqdn s on s.id = n.target_fqdn
    where c.id = any(${IN_ITS_ZONE}) group by c.value) d), '[]') delegations`;

/** Types of which a name has one record. Of bare references there is one anyway: they have no data that could differ. */
export const SINGLETONS: ReadonlySet<string> = new Set(["CNAME", "DNAME"]);

/** An alias is not its own target, whatever it was before. */
export function refuseOwnTarget(work: Work): void {
  const name = textOf(work.given["fqdn"] ?? work.before?.["fqdn"]);
  if (recordType(work) === "CNAME" && work.given["data"] === name) throw conflict(name, ["CNAME"], OF_ITSELF);
}

/** An alias stands at no apex; below a delegation stand addresses of its name servers and DS alone. */
export function checkPlace(work: Work, name: NamePlace): void {
  const type = recordType(work);
  if (type === "CNAME" && name.isApex) throw conflict(name.value, [], AT_APEX);
  if (work.plan.kind !== "create") return;
  const left = name.delegations.find((one) => !staysBelow(type, name.value, one));
  if (left !== undefined) throw conflict(left.name, ["NS"], BELOW);
}

function staysBelow(type: string, name: string, delegation: NamePlace["delegations"][number]): boolean {
  if (KEPT_BELOW.has(type) || (type === "NS" && name === delegation.name)) return true;
  return isAddressType(type) && delegation.servers.includes(name);
}

/** Bare references are no data of a zone. */
const KEPT_BELOW: ReadonlySet<string> = new Set(["DS", "REF-FQDN"]);

/**
 * Names that a new NS, or an end of a zone, may have put below a delegation, with all below them: what stands there has to be of a kind that
 * may. Addresses come before or after their NS.
 */
export async function checkBelowNew(run: WriteRun, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const sql = `select d.value "name", array_agg(distinct r.type order by r.type) types from unnest($1::text[]) n(value)
    cross join lateral (select f.id, f.anc, f.zone from dns.fqdn f
      where f.rkey >= dns.reversed_name(n.value) and f.rkey < dns.reversed_name(n.value) || chr(1114111) offset 0) f
    join dns.record r on r.fqdn = f.id and r.type not in ('A', 'AAAA', 'DS', 'REF-FQDN')
    join dns.fqdn d on d.id = any(${IN_ITS_ZONE}) and not (r.type = 'NS' and d.id = f.id)
      and exists (select from dns.record s where s.fqdn = d.id and s.type = 'NS')
    where not exists (select from dns.fqdn a where a.value = n.value and a.is_zone_apex)
    group by d.value order by d.value limit 1`;
  const [held] = await run.tx.query<{ name: string; types: string[] }>(sql, [names], "write-delegation");
  if (held !== undefined) throw conflict(held.name, held.types, ABOVE);
}

type Told = readonly [because: Localised, hint: Localised];

const AT_APEX: Told = [
  {
    de: "Der Name ist Spitze einer Zone; dort ist kein CNAME möglich.",
    en: "The name is the apex of a zone; no CNAME is possible there.",
  },
  {
    de: "Nehmen Sie einen Namen darunter, oder A und AAAA.",
    en: "Take a name below it, or A and AAAA.",
  },
];
const OF_ITSELF: Told = [
  {
    de: "Ein CNAME kann nicht auf seinen eigenen Namen zeigen.",
    en: "A CNAME cannot point to its own name.",
  },
  { de: "Geben Sie einen anderen Namen als Ziel an.", en: "Give another name as the target." },
];
const BELOW: Told = [
  {
    de: "Der Name gehört anderen Nameservern (NS-Einträge darüber oder an ihm); hier stehen nur deren Adressen und DS.",
    en: "The name belongs to other name servers (NS records at it or above); only their addresses and DS stand here.",
  },
  {
    de: "Tragen Sie es bei diesen Nameservern ein, oder entfernen Sie deren NS-Einträge.",
    en: "Enter it at these name servers, or remove their NS records.",
  },
];
const ABOVE: Told = [
  {
    de: "Was an und unter einem Namen mit NS-Einträgen steht, gehört anderen Nameservern; hier stehen schon Einträge anderer Typen.",
    en: "What stands at and below a name with NS records belongs to other name servers; records of other types stand here already.",
  },
  { de: "Entfernen Sie diese Einträge zuerst.", en: "Remove these records first." },
];

function conflict(fqdn: string, types: readonly string[], [because, hint]: Told): Error {
  return refuse("cname_conflict", { fqdn, type_list: types }, undefined, hint).because(because);
}

/** A name with an alias becomes no apex. */
export function refuseAliasAsApex({ given, before }: Work): void {
  const isAlias = before?.["type"] === "alias" && before["record_count"] !== 0;
  if (isAlias && given["is_zone_apex"] === true) throw conflict(textOf(before["value"]), ["CNAME"], AT_APEX);
}
