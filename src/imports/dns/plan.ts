import type { ImportJob } from "../shared/job.ts";
import { textIn } from "#contract/wire/json";
import { defaultTtl, readPresent, type Present } from "./present.ts";
import { addressesOf, reverseOf } from "./reverse.ts";
import { keyOf, readRecords, type FileRecord } from "./rows.ts";
import { dnsSteps } from "./steps.ts";
import { inOrder, type ImportDraft, type Rejected } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";
import { isIn, readZones, type Zone, type ZoneInput, type Zones, type ZoneSerial } from "./zones.ts";
import { listIn } from "../shared/list-in.ts";

export interface DnsImport extends ImportJob {
  readonly text: string;
  /** Name of the zone, canonical. */
  readonly zone: string;
}

/** Names and records that a list of records creates. Existing ones stay as they are. */
export async function planDns(job: DnsImport): Promise<ImportDraft> {
  const { records, rejected } = readRecords(job.text, job.zone, job.toAscii, job.say);
  const zones = [{ name: job.zone, ttl: null }];
  const none = { notes: [], repeated: [], files: [], left: [], serials: [], bare: [] };
  return planZonesOf({ ...none, zones, rows: records.map(({ row }) => row), records, rejected }, job);
}

export interface ZonesImport extends ImportJob {
  readonly inputs: readonly ZoneInput[];
  /** Seconds since 1970, the first serial of new zones. */
  readonly now?: number;
}

/** Steps that create the contents of zone files. Zones of a run may refer to each other. */
export async function planZones(job: ZonesImport): Promise<ImportDraft> {
  const read = readZones(job.inputs, job.toAscii, job.say);
  const { now = Math.floor(Date.now() / 1000) } = job;
  const draft = await planZonesOf(read, job);
  const ahead = await serialsAhead(read.serials, now, job);
  return { ...draft, notes: [...(draft.notes ?? []), ...ahead] };
}

async function planZonesOf(read: Zones, { client, say }: ImportJob): Promise<ImportDraft> {
  const { zones, records } = read;
  const present = await readPresent(client, zones, records, addressesOf(records));
  const named = new Set(records.map(({ fqdn }) => fqdn));
  const reasons = new Map(
    records.flatMap((record): [FileRecord, string][] => {
      const reason = present.records.has(keyOf(record))
        ? null
        : refusal(record, { present, named, zones, say });
      return reason === null ? [] : [[record, reason]];
    }),
  );
  // A rejected address record cannot replace a PTR record.
  const taken = records.filter((record) => record.type === "PTR" || !reasons.has(record));
  const reverse = reverseOf(taken, zones, present);
  const own = records.filter((record) => !reverse.represented.has(record));
  const missing = new Set(own.filter((record) => !present.records.has(keyOf(record))));
  const refused = [...missing].flatMap((record): Rejected[] => {
    const reason = reasons.get(record);
    return reason === undefined ? [] : [{ ...record.row, reason }];
  });
  const wanted = [...missing].filter((record) => !reasons.has(record));
  const retimed = retimedOf(own, zones, present);
  return {
    steps: dnsSteps({ zones, wanted, retimed, present, reverse }),
    rejected: inOrder([...read.rejected, ...refused], read.files),
    files: read.files,
    notes: [...read.notes, ...frequentTold(read, present, say)],
    rows: read.rows,
    left: read.left,
    present: [...read.repeated, ...records.filter((record) => !missing.has(record)).map(({ row }) => row)],
  };
}

/** The default TTL of new zones whose files have no SOA record that tells it. */
function frequentTold({ bare }: Zones, present: Present, say: Say): readonly Rejected[] {
  return bare.flatMap(({ name, ttl, row }) =>
    ttl === null || present.zones.has(name) ? [] : [{ ...row, reason: say("ttlFrequent", { ttl }) }],
  );
}

interface Beside {
  readonly present: Present;
  readonly named: ReadonlySet<string>;
  readonly zones: readonly Zone[];
  readonly say: Say;
}

/** Reason why a record contradicts existing data, or null. Checks only conditions that need no request for each record. */
function refusal(record: FileRecord, { present, named, zones, say }: Beside): string | null {
  const alias = present.aliases.get(record.fqdn);
  if (alias !== undefined) return say("aliasPresent", { target: alias });
  const types = present.types.get(record.fqdn);
  if (record.type === "CNAME" && types !== undefined)
    return say("aliasBesideData", { types: [...types].toSorted().join(", ") });
  const { target } = record;
  if (target === null || present.names.has(target) || named.has(target)) return null;
  const known = [...present.zones.keys(), ...zones.map(({ name }) => name)];
  if (known.includes(target)) return null;
  const zone = known.find((name) => isIn(target, name));
  return zone === undefined || present.zones.get(zone) === null
    ? null
    : say("targetMissing", { target, zone });
}

/** Existing records with another TTL, by name and type, because these share their TTL. */
function retimedOf(
  records: readonly FileRecord[],
  zones: readonly Zone[],
  present: Present,
): readonly (readonly FileRecord[])[] {
  const changed = records.filter((record) => {
    const stored = present.records.get(keyOf(record));
    if (stored === undefined || record.ttl === null) return false;
    return (stored ?? defaultTtl(record.fqdn, zones, present)) !== record.ttl;
  });
  return [...Map.groupBy(changed, ({ fqdn, type }) => `${fqdn} ${type}`).values()];
}

/** Zones whose serial in the file is not older than the present one (RFC 1982): name servers with these zones would keep their version. */
async function serialsAhead(
  serials: readonly ZoneSerial[],
  now: number,
  { client, say }: ImportJob,
): Promise<readonly Rejected[]> {
  const rows = await listIn(client, "output.delivery", "unit_list", new Set(serials.map(({ zone }) => zone)));
  const byZone = Map.groupBy(rows, (row) => textIn(row["unit"]));
  return serials.flatMap(({ zone, serial, row }) => {
    const served = (byZone.get(zone) ?? []).map((one) => Number(one["wanted"] ?? 0));
    const own = Math.max(now, ...served);
    const isAhead = (serial - own + CYCLE) % CYCLE < CYCLE / 2;
    return isAhead ? [{ ...row, reason: say("serialAhead", { serial, own }) }] : [];
  });
}

/** Serials count in 32 bits. */
const CYCLE = 2 ** 32;
