import { textIn, type Row } from "#contract/wire/json";
import { reversedName, type ToAscii } from "#contract/values/fqdn";
import { LIMITS } from "#contract/limits";
import type { Client } from "./client.ts";
import { keyOf, readRecords, type FileRecord } from "./dns-rows.ts";
import { onlyNeeded, type ImportDraft, type ImportStep, type Rejected } from "./steps.ts";
import type { Say } from "./texts.ts";

export interface DnsImport {
  readonly text: string;
  /** Name of the zone, canonical. */
  readonly zone: string;
  readonly client: Client;
  readonly toAscii: ToAscii;
  readonly say: Say;
  readonly onRead: (rows: number) => void;
}

interface Present {
  readonly zones: readonly string[];
  readonly names: ReadonlySet<string>;
  readonly records: ReadonlySet<string>;
  /** Target of the alias, by name. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Types of the records that are no alias, by name. */
  readonly types: ReadonlyMap<string, ReadonlySet<string>>;
  readonly addresses: ReadonlySet<string>;
}

/** Names and records that a list of records makes; what is there already is left as it is. */
export async function planDns(job: DnsImport): Promise<ImportDraft> {
  const file = readRecords(job.text, job.zone, job.toAscii, job.say);
  job.onRead(file.rows);
  const present = await readPresent(job, file.records);
  const missing = file.records.filter((record) => !present.records.has(keyOf(record)));
  const named = new Set(file.records.map(({ fqdn }) => fqdn));
  const rejected: Rejected[] = [...file.rejected];
  const wanted = missing.filter((record) => {
    const reason = refusal(record, present, named, job.say);
    if (reason !== null) rejected.push({ ...record.row, reason });
    return reason === null;
  });
  return {
    steps: planSteps(wanted, file.records, present, job.zone),
    rejected: rejected.toSorted((a, b) => a.line - b.line),
    present: file.records.length - missing.length,
  };
}

/** Why a record cannot go beside what is there, as far as that can be told without asking the server for each. */
function refusal(record: FileRecord, present: Present, named: ReadonlySet<string>, say: Say): string | null {
  const alias = present.aliases.get(record.fqdn);
  if (alias !== undefined) return say("aliasPresent", { target: alias });
  const types = present.types.get(record.fqdn);
  if (record.type === "CNAME" && types !== undefined)
    return say("aliasBesideData", { types: [...types].toSorted().join(", ") });
  const { target } = record;
  if (target === null || present.names.has(target) || named.has(target)) return null;
  const zone = present.zones.find((name) => isBelow(target, name));
  return zone === undefined ? null : say("targetMissing", { target, zone });
}

/** Names first, so that records may point to each other in any order; then the records as in the file. */
function planSteps(
  wanted: readonly FileRecord[],
  all: readonly FileRecord[],
  present: Present,
  zone: string,
): readonly ImportStep[] {
  const names = new Map<string, ImportStep>();
  const addName = (value: string, type: string, needs: readonly string[]): void => {
    if (present.names.has(value) || names.has(value)) return;
    names.set(value, {
      idx: `name-${String(names.size + 1)}`,
      name: "dns.fqdn.create",
      new: { value, type },
      needs,
      row: null,
    });
  };
  const apex = apexStep(zone, present);
  const below = apex === null ? [] : [apex.idx];
  const aliases = new Set(wanted.filter(({ type }) => type === "CNAME").map(({ fqdn }) => fqdn));
  for (const { fqdn } of wanted)
    if (fqdn !== zone) addName(fqdn, aliases.has(fqdn) ? "alias" : "domain", below);
  for (const { target, type } of wanted)
    if (target !== null && target !== zone) addName(target, ...typeOfTarget(target, type, zone, below));
  const times = timesByAddress(all);
  const records = wanted.map((record): ImportStep => {
    const { fqdn, type, data, target, row } = record;
    const needs = [fqdn, ...(target === null ? [] : [target])].map((name) =>
      name === zone ? apex?.idx : names.get(name)?.idx,
    );
    const isAlone = isAddress(type) && times.get(data) === 1 && !present.addresses.has(data);
    return {
      idx: `record-${String(row.line)}`,
      name: "dns.record.create",
      new: { fqdn, type, data, target_is_reverse_unique: isAlone },
      needs: needs.filter((idx) => idx !== undefined),
      row,
    };
  });
  return onlyNeeded([...(apex === null ? [] : [apex]), ...names.values(), ...records]);
}

function apexStep(zone: string, present: Present): ImportStep | null {
  if (present.names.has(zone)) return null;
  const values = { value: zone, type: "domain", is_zone_apex: true };
  return { idx: "zone", name: "dns.fqdn.create", new: values, needs: [], row: null };
}

/** A target in the zone comes from the file; one outside of all zones is a name of its own kind (wire contract 7.6). */
function typeOfTarget(
  target: string,
  recordType: string,
  zone: string,
  below: readonly string[],
): [string, readonly string[]] {
  if (isBelow(target, zone)) return ["domain", below];
  return [recordType === "NS" ? "nameserver_extref" : "extern", []];
}

function isBelow(name: string, above: string): boolean {
  return reversedName(name).startsWith(reversedName(above));
}

function isAddress(type: string): boolean {
  return type === "A" || type === "AAAA";
}

/** How many names an address has in the file: only one that has a single name points back to it. */
function timesByAddress(records: readonly FileRecord[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { type, data } of records) if (isAddress(type)) times.set(data, (times.get(data) ?? 0) + 1);
  return times;
}

async function readPresent(job: DnsImport, records: readonly FileRecord[]): Promise<Present> {
  const { client, zone } = job;
  const apexes = await client.list("dns.fqdn", { is_zone_apex: true });
  const named = new Set([
    zone,
    ...records.flatMap(({ fqdn, target }) => (target === null ? [fqdn] : [fqdn, target])),
  ]);
  const names = await listIn(client, "dns.fqdn", "value_list", named);
  const owners = new Set(records.map(({ fqdn }) => fqdn));
  const found = await listIn(client, "dns.record", "fqdn_list", owners);
  const addresses = new Set(records.filter(({ type }) => isAddress(type)).map(({ data }) => data));
  const used = await listIn(client, "dns.record", "target_ipaddr_list", addresses);
  const others = found.filter((row) => row["type"] !== "CNAME");
  return {
    zones: apexes.map((row) => textIn(row["value"])).concat(zone),
    names: new Set(names.map((row) => textIn(row["value"]))),
    records: new Set(
      found.map((row) =>
        keyOf({ fqdn: textIn(row["fqdn"]), type: textIn(row["type"]), data: textIn(row["data"]) }),
      ),
    ),
    aliases: new Map(
      found
        .filter((row) => row["type"] === "CNAME")
        .map((row) => [textIn(row["fqdn"]), textIn(row["data"])] as const),
    ),
    types: new Map(
      [...Map.groupBy(others, (row) => textIn(row["fqdn"]))].map(
        ([name, rows]) => [name, new Set(rows.map((row) => textIn(row["type"])))] as const,
      ),
    ),
    addresses: new Set(used.map((row) => textIn(row["target_ipaddr"]))),
  };
}

/** Rows whose attribute is one of the values, as many at a time as one parameter holds (wire contract 1.8). */
async function listIn(
  client: Client,
  name: string,
  parameter: string,
  values: ReadonlySet<string>,
): Promise<readonly Row[]> {
  const all = [...values];
  const rows: Row[] = [];
  for (let start = 0; start < all.length; start += LIMITS.listElements) {
    const part = all.slice(start, start + LIMITS.listElements);
    rows.push(...(await client.list(name, { [parameter]: part })));
  }
  return rows;
}
