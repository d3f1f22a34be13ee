import { APEX_LENGTH } from "#contract/values/fqdn";
import { OUTSIDE } from "./fqdn.sql.ts";
import { textIn } from "#contract/wire/json";
import { objectName, standAlone } from "../../wapi/write/read-write-set.ts";
import { idOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { checkBelowNew, refuseAliasAsApex } from "./record.places.ts";
import { NAMES, namesAbove } from "./fqdn.tree.ts";
import { violation } from "../violation.fault.ts";

/** Domain names: owners of the nearest name above may create names, and the type of a name must fit its zone and records (wire contract 7.6). */
export default defineBehaviour({
  holds({ fn, new: values, executions }) {
    if (values["is_zone_apex"] !== undefined) return [{ tree: NAMES, how: "alone" }];
    return fn === "create" ? [{ tree: NAMES, adds: executions ?? Infinity }] : [];
  },
  /** A row shows the parent of its name, so it changes when names above are created or deleted. */
  readsAndWrites(plan, set, keys) {
    const value = plan.new["value"] ?? plan.old["value"] ?? keys.get(textIn(plan.old["gpk"]))?.[0];
    for (const name of namesAbove(textIn(value))) set.reads.add(objectName("dns.fqdn", [name]));
    if (["is_zone_apex", "zone_ttl_default"].some((name) => plan.new[name] !== undefined)) standAlone(set);
  },
  async prepare(run, works) {
    if (works[0]?.plan.kind === "create") await placeBelow(run, works);
  },
  async check(run, works) {
    const kind = works[0]?.plan.kind;
    if (kind === "create") await checkNewTypes(run, works);
    if (kind === "update") {
      works.forEach(refuseAliasAsApex);
      await checkRecordsFit(run, works);
    }
    if (kind !== "delete") await checkZones(run, works);
  },
  /** When a zone is removed, its contents belong to the zone above and its name servers become those of a delegation. */
  async settle(run, works) {
    const ended = works.filter(
      ({ plan, before, given }) =>
        before?.["is_zone_apex"] === true && (plan.kind === "delete" || given["is_zone_apex"] === false),
    );
    await checkBelowNew(
      run,
      ended.map(({ before }) => textIn(before?.["value"])),
    );
  },
});

interface Above extends Readonly<Record<"parent" | "scope" | "zone", string | null>> {
  readonly o: number;
}

/**
 * Finds the nearest existing name above each new name. Its owners decide, and the new name belongs to its zone. New names are mostly neighbours, so
 * each place is looked up once.
 */
async function placeBelow(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const above = works.map((work) => namesAbove(textIn(work.given["value"])));
  const places = [...new Map(above.map((names) => [names[0] ?? "", names]))];
  const asked = places.map(([, names], o) => ({ o, above: names }));
  const sql = `select i.o, f.id::text as parent, f.scope::text as scope, f.zone::text as zone
    from json_to_recordset($1::json) i(o int, above text[])
      left join lateral (
        select f.*
        from dns.fqdn f
        where f.value = any(i.above)
        order by length(f.value) desc
        limit 1) f on true`;
  const found = await run.tx.query<Above>(sql, [JSON.stringify(asked)], "write-names-above");
  const byPlace = new Map(found.map((one) => [places[one.o]?.[0], one]));
  for (const [at, { extras }] of works.entries()) {
    const { parent = null, scope = null, zone = null } = byPlace.get(above[at]?.[0] ?? "") ?? {};
    // The rule of the type reads `parent`; the database fills the columns.
    Object.assign(extras, { parent, scope, zone });
  }
}

async function checkNewTypes(run: WriteRun, works: readonly Placed[]): Promise<void> {
  await refuseOldTypes(run, works);
  for (const { given, extras } of works) {
    const type = textIn(given["type"]);
    if (OUTSIDE.has(type) && extras["zone"] !== null)
      throw violation("dns.fqdn", "extern_outside_zones", "value", "type");
  }
}

/** Refuses types that only old data have, for new names and for changes of type. */
async function refuseOldTypes(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const sql = "select t.name from dns.fqdn_type t where t.is_creatable";
  const rows = await run.tx.query<{ name: string }>(sql, [], "write-fqdn-types");
  const creatable = new Set(rows.map(({ name }) => name));
  if (!works.every(({ given }) => creatable.has(textIn(given["type"]))))
    throw violation("dns.fqdn", "type_is_creatable", "type");
}

async function checkRecordsFit(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const changed = works.filter(
    (work) => typeof work.given["type"] === "string" && work.given["type"] !== work.before?.["type"],
  );
  if (changed.length === 0) return;
  await refuseOldTypes(run, changed);
  const sql = `select r.fqdn::text as id, array_agg(distinct rt.name) as types
    from dns.record r join dns.record_type rt on rt.id = r.type
    where r.fqdn = any($1::bigint[])
    group by r.fqdn`;
  const rows = await run.tx.query<{ id: string; types: string[] }>(sql, [changed.map(idOf)]);
  const types = new Map(rows.map((row) => [row.id, row.types]));
  for (const work of changed) {
    const has = types.get(idOf(work)) ?? [];
    if (!has.every((one) => fits(textIn(work.given["type"]), one)))
      throw violation("dns.fqdn", "type_fits_records", "type");
    if (OUTSIDE.has(textIn(work.given["type"])) && work.before?.["zone"] !== null)
      throw violation("dns.fqdn", "extern_outside_zones", "type");
  }
}

/** Refuses a new zone at or above a name that is outside all zones. */
async function checkZones(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const apexes = works.filter((work) => work.given["is_zone_apex"] === true);
  if (apexes.length === 0) return;
  if (apexes.some(({ given, before }) => textIn(given["value"] ?? before?.["value"]).length > APEX_LENGTH))
    throw violation("dns.fqdn", "apex_fits_soa", "value", "is_zone_apex");
  const isOutside = apexes.some((work) => OUTSIDE.has(textIn(work.given["type"] ?? work.before?.["type"])));
  const sql = `select 1
    from unnest($1::text[]) i(value)
      cross join lateral (select dns.reversed_name(i.value) as rkey) n
      cross join lateral (
        select f.type
        from dns.fqdn f
        where f.rkey > n.rkey and f.rkey < n.rkey || chr(1114111)
        offset 0) f
    where f.type = any($2::text[])
    limit 1`;
  const names = apexes.map((work) => textIn(work.given["value"] ?? work.before?.["value"]));
  const [below] = isOutside ? [{}] : await run.tx.query(sql, [names, [...OUTSIDE]]);
  if (below !== undefined) throw violation("dns.fqdn", "extern_outside_zones", "is_zone_apex", "type");
}

/** Whether a name of this type may have a record of that type. */
export function fits(fqdnType: string, recordType: string): boolean {
  if (OUTSIDE.has(fqdnType)) return recordType === "REF-FQDN";
  return fqdnType !== "alias" || recordType === "CNAME";
}
