import { textIn } from "#contract/wire/json";
import type { FileRecord } from "./rows.ts";
import { defaultTtl, STANDARD_TTL, type Present } from "./present.ts";
import { isAddress, type Reverse } from "./reverse.ts";
import { type ImportStep } from "../shared/steps.ts";
import { isIn, type Zone } from "./zones.ts";
import { onlyNeeded } from "#contract/table/units";

export interface DnsPlan {
  readonly zones: readonly Zone[];
  /** Records that do not exist yet. */
  readonly wanted: readonly FileRecord[];
  /** Existing records with another TTL, by name and type. */
  readonly retimed: readonly (readonly FileRecord[])[];
  readonly present: Present;
  readonly reverse: Reverse;
}

/** Zones and names first, so that records may point to each other in any order; then the records as in the files. */
export function dnsSteps(plan: DnsPlan): readonly ImportStep[] {
  const names = zoneSteps(plan);
  addNames(plan, names);
  const needs = (...wanted: readonly (string | null)[]): readonly string[] =>
    wanted.flatMap((name) => names.get(name ?? "")?.idx ?? []);
  const records = plan.wanted.map((record, at): ImportStep => ({
    idx: `record-${String(at + 1)}`,
    name: "dns.record.create",
    new: {
      fqdn: record.fqdn,
      type: record.type,
      data: record.data,
      ...ttlParameter(record, plan),
      ...(isAddress(record.type) ? { target_is_reverse_unique: plan.reverse.isReverse(record) } : {}),
    },
    needs: needs(record.fqdn, record.target),
    row: record.row,
    also: isAddress(record.type) ? [plan.reverse.pointerOf(record)?.row ?? []].flat() : [],
  }));
  return onlyNeeded([...names.values(), ...records, ...changes(plan)]);
}

function nameIn(step: ImportStep): string {
  return textIn(step.new["value"] ?? step.old?.["value"]);
}

/** Steps that make zones, by name. A name outside all zones cannot be below an apex, so such names change first, the innermost of them before those above. */
function zoneSteps(plan: DnsPlan): Map<string, ImportStep> {
  const apexes = new Map(apexSteps(plan).map((step) => [nameIn(step), step]));
  const outside = plan.present.outside.toSorted((a, b) => b.length - a.length);
  const inner = outside.map((value, at): ImportStep => {
    const apex = apexes.get(value);
    const change = { name: "dns.fqdn.update", old: { value }, row: null };
    const idx = apex?.idx ?? `inner-${String(at + 1)}`;
    return { ...change, idx, new: { type: "domain", ...apex?.new }, needs: [] };
  });
  const names = new Map(inner.map((step) => [nameIn(step), step]));
  const below = (name: string): readonly string[] =>
    inner.filter((step) => nameIn(step) !== name && isIn(nameIn(step), name)).map(({ idx }) => idx);
  for (const [name, step] of apexes) names.set(name, { ...(names.get(name) ?? step), needs: below(name) });
  return names;
}

/** Zones that do not exist yet, the outermost first. */
function apexSteps({ zones, present }: DnsPlan): readonly ImportStep[] {
  const missing = zones.filter(({ name }) => !present.zones.has(name));
  return missing
    .toSorted((a, b) => a.name.length - b.name.length)
    .map(({ name, ttl }, at): ImportStep => {
      const apex = {
        is_zone_apex: true,
        ...(ttl === null || ttl === STANDARD_TTL ? {} : { zone_ttl_default: ttl }),
      };
      const step = { idx: `zone-${String(at + 1)}`, needs: [], row: null };
      return present.names.has(name)
        ? { ...step, name: "dns.fqdn.update", old: { value: name }, new: apex }
        : { ...step, name: "dns.fqdn.create", new: { value: name, type: "domain", ...apex } };
    });
}

function addNames({ zones, wanted, present }: DnsPlan, names: Map<string, ImportStep>): void {
  const apexes = zones.toSorted((a, b) => b.name.length - a.name.length);
  const zoneOf = (value: string): Zone | undefined => apexes.find(({ name }) => isIn(value, name));
  const add = (value: string, type: string, more: Pick<ImportStep, "isSpare"> = {}): void => {
    if (present.names.has(value) || names.has(value)) return;
    const needs = [names.get(zoneOf(value)?.name ?? "")?.idx ?? []].flat();
    const idx = `name-${String(names.size + 1)}`;
    names.set(value, { idx, name: "dns.fqdn.create", new: { value, type }, needs, row: null, ...more });
  };
  const aliases = new Set(wanted.filter(({ type }) => type === "CNAME").map(({ fqdn }) => fqdn));
  for (const { fqdn } of wanted) add(fqdn, aliases.has(fqdn) ? "alias" : "domain");
  // A target in a zone is created from its file; one outside all zones gets a type of its own (wire contract 7.6).
  for (const { target, type } of wanted) {
    if (target === null) continue;
    const zone = zoneOf(target);
    // The account reads only a part of this zone, so only the server knows whether the target exists.
    if (zone !== undefined && present.zones.get(zone.name) === null) continue;
    if (zone !== undefined) add(target, "domain");
    else add(target, type === "NS" ? "nameserver_extref" : "extern", { isSpare: true });
  }
}

/** No parameter if the TTL equals the default of the zone. */
function ttlParameter(record: FileRecord, { zones, present }: DnsPlan): { readonly ttl?: number } {
  const { ttl } = record;
  return ttl === null || ttl === defaultTtl(record.fqdn, zones, present) ? {} : { ttl };
}

function changes(plan: DnsPlan): readonly ImportStep[] {
  const change = { name: "dns.record.update", needs: [] };
  const retimed = plan.retimed.flatMap(([record, ...others], at): readonly ImportStep[] => {
    if (record === undefined) return [];
    const { fqdn, type, data, row } = record;
    const { ttl = null } = ttlParameter(record, plan);
    const also = others.map((other) => other.row);
    return [{ ...change, idx: `ttl-${String(at + 1)}`, old: { fqdn, type, data }, new: { ttl }, row, also }];
  });
  const turned = plan.reverse.turned.map(({ pointer: { row }, fqdn, address }, at): ImportStep => {
    const old = { fqdn, type: address.includes(":") ? "AAAA" : "A", data: address };
    return { ...change, idx: `reverse-${String(at + 1)}`, old, new: { target_is_reverse_unique: true }, row };
  });
  return [...retimed, ...turned];
}
