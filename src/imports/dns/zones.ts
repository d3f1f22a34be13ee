import { bytesOf } from "#contract/values/record-strings";
import { isTextType } from "#contract/values/record-types";
import { readFqdn, reversedName, type ToAscii } from "#contract/values/fqdn";
import { keyOf, recordOf, withoutContradictions, type FileRecord } from "./rows.ts";
import { includedBy, noted, type Include, type MissingText } from "../shared/including.ts";
import { divided, firstBy, ofFile, toldIn, type Rejected, type SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";
import { readZoneFile, type ZoneContent, type ZoneRecord } from "./zone-file.ts";

/** A zone of a run. */
export interface Zone {
  readonly name: string;
  /** Default TTL of the file in seconds; null if it has none. */
  readonly ttl: number | null;
}

export interface ZoneInput {
  /** The name for people: that of the file or of the server. */
  readonly label: string;
  readonly text: string;
  /** Canonical; null: the SOA record names the zone. */
  readonly zone: string | null;
  readonly include: Include;
  /** What to do about a missing file. */
  readonly missing?: MissingText;
}

/** The serial in the SOA record of a zone. */
export interface ZoneSerial {
  readonly zone: string;
  readonly serial: number;
  readonly row: SourceRow;
}

export interface Zones {
  readonly zones: readonly Zone[];
  readonly records: readonly FileRecord[];
  readonly rejected: readonly Rejected[];
  readonly notes: readonly Rejected[];
  readonly serials: readonly ZoneSerial[];
  /** The first record of each file that has neither `$TTL` nor a SOA record, which a note could be about. */
  readonly bare: readonly BareZone[];
  /** Rows of all records. */
  readonly rows: readonly SourceRow[];
  /** Rows of omitted records. */
  readonly left: readonly SourceRow[];
  /** Records that occur twice: in a zone and as glue above it, or in one file. */
  readonly repeated: readonly SourceRow[];
  /** Names of the files in the order in which they were read. */
  readonly files: readonly string[];
}

/** A zone whose default TTL is the most frequent one of its records. */
export interface BareZone extends Zone {
  readonly row: SourceRow;
}

/** The records of all zones of a run that do not contradict each other. */
export function readZones(inputs: readonly ZoneInput[], toAscii: ToAscii, say: Say): Zones {
  const files: string[] = [];
  const parts = inputs.map((input) => {
    files.push(input.label);
    return readZone({ ...input, include: noted(input.include, files) }, inputs.length > 1, toAscii, say);
  });
  const isEmpty = parts.every(
    ({ records, rejected, notes }) => records.length + rejected.length + notes.length === 0,
  );
  if (isEmpty) throw new Error(ofFile(files[0] ?? null, say("nothingHere")));
  const all = parts.flatMap(({ records }) => records);
  const single = firstBy(all, keyOf);
  const fitting = withoutContradictions([...single.values()], say);
  const sets = withOneTtl(fitting.records, say);
  return {
    zones: parts.map(({ zone }) => zone),
    records: sets.records,
    rejected: [...parts.flatMap(({ rejected }) => rejected), ...fitting.rejected],
    notes: [...parts.flatMap(({ notes }) => notes), ...sets.notes],
    serials: parts.flatMap(({ serials }) => serials),
    bare: parts.flatMap(({ bare }) => bare),
    rows: parts.flatMap(({ rows }) => rows),
    left: parts.flatMap((part) => part.left),
    repeated: all.filter((record) => single.get(keyOf(record)) !== record).map(({ row }) => row),
    files,
  };
}

interface ZonePart extends Pick<
  Zones,
  "records" | "rejected" | "notes" | "serials" | "bare" | "rows" | "left"
> {
  readonly zone: Zone;
}

/** Record types that the name server itself makes when it signs the zone. */
const OF_SIGNATURES = new Set(["RRSIG", "NSEC", "NSEC3", "NSEC3PARAM", "TYPE65534"]);

function readZone(input: ZoneInput, isOneOfMany: boolean, toAscii: ToAscii, say: Say): ZonePart {
  const { label, text, zone: given, include, missing } = input;
  const file = isOneOfMany ? label : null;
  const read = readZoneFile({ text, file, origin: given, include, missing, within: [label], say });
  const zone = readFqdn(given ?? authorityIn(read.records), toAscii);
  if (!zone.ok) {
    // An unreadable entry may be the cause, so the first one is named.
    const [first] = read.rejected;
    const why = first === undefined ? "" : ` ${toldIn(first, first.reason, say)}`;
    throw new Error(say("noZone", { file: label }) + why);
  }
  const { left = [], taken = [] } = Object.groupBy(read.records, ({ type }) =>
    type === "SOA" || OF_SIGNATURES.has(type) ? "left" : "taken",
  );
  const made = taken.map((record): FileRecord | Rejected => {
    const own = recordOf({ ...record, text: dataText(record) }, toAscii, say);
    if ("reason" in own || isIn(own.fqdn, zone.value)) return own;
    return { ...record.row, reason: say("outOfZone", { name: own.fqdn, zone: zone.value }) };
  });
  const { kept: records, rejected } = divided<FileRecord>(made);
  const joined = taken.filter(isJoined).map(({ row }) => ({ ...row, reason: say("textJoined") }));
  const ttl = read.defaultTtl ?? read.minimumTtl ?? mostFrequent(records);
  const told = soaTold(read, ttl, say);
  const notes = left.map(({ row, type }) => ({
    ...row,
    reason: type === "SOA" ? told : say("signatureLeft", { type }),
  }));
  const serials = left.flatMap((record) => serialIn(record, zone.value));
  return {
    zone: { name: zone.value, ttl },
    records,
    rejected: [...read.rejected, ...rejected],
    notes: [...notes, ...joined, ...agesLeft(read, say)],
    serials,
    bare: bareIn(read, { name: zone.value, ttl }),
    rows: read.records.map(({ row }) => row),
    left: left.map(({ row }) => row),
  };
}

/** Notes about the SOA record, which contains the default TTL of a new zone. */
function soaTold({ defaultTtl, minimumTtl }: ZoneContent, ttl: number | null, say: Say): string {
  if (defaultTtl !== null || ttl === null) return say("soaLeft");
  return say(minimumTtl === null ? "soaFrequent" : "soaMinimum", { ttl });
}

function bareIn({ records, defaultTtl }: ZoneContent, zone: Zone): readonly BareZone[] {
  const [first] = records;
  const isBare = defaultTtl === null && records.every(({ type }) => type !== "SOA");
  return isBare && first !== undefined ? [{ ...zone, row: first.row }] : [];
}

function agesLeft({ aged }: ZoneContent, say: Say): readonly Rejected[] {
  const [first] = aged;
  return first === undefined ? [] : [{ ...first, reason: say("agesLeft", { count: aged.length }) }];
}

function serialIn({ type, data, row }: ZoneRecord, zone: string): readonly ZoneSerial[] {
  const serial = type === "SOA" && /^\d{1,10}$/.test(data[2] ?? "") ? Number(data[2]) : 0;
  return serial === 0 ? [] : [{ zone, serial, row }];
}

/** Owner of the SOA record; empty if there is none. */
function authorityIn(records: readonly ZoneRecord[]): string {
  return records.find(({ type }) => type === "SOA")?.owner ?? "";
}

/** Words of a text are strings of their own, whether or not they are quoted. */
function dataText({ type, data }: ZoneRecord): string {
  if (!isTextType(type)) return data.join(" ");
  return data.map((word) => (word.startsWith('"') ? word : `"${word}"`)).join(" ");
}

/** True for a text of several strings that are served with other divisions from here. */
function isJoined({ type, data }: ZoneRecord): boolean {
  const lengths = isTextType(type) ? data.map((word) => bytesOf(word)?.length ?? 0) : [];
  return !lengths.includes(0) && lengths.slice(0, -1).some((length) => length !== LONGEST_STRING);
}

const LONGEST_STRING = 255;

/** Names of the files that a zone file includes. */
export function includedByZone(text: string): readonly string[] {
  return includedBy(text, /^\s*\$INCLUDE\s+"?(?<file>[^\s"]+)/gim);
}

export function isIn(name: string, zone: string): boolean {
  return reversedName(name).startsWith(reversedName(zone));
}

/** Without `$TTL` the default is the most frequent TTL of the records. */
function mostFrequent(records: readonly FileRecord[]): number | null {
  const counts = Map.groupBy(records, ({ ttl }) => ttl);
  const [most] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0] ?? null;
}

/** Records of one name and type have one TTL (RFC 2181). The first one is used, as by name servers that read such a file. */
function withOneTtl(records: readonly FileRecord[], say: Say): Pick<Zones, "records" | "notes"> {
  const first = new Map<string, number | null>();
  const notes: Rejected[] = [];
  const same = records.map((record): FileRecord => {
    const { fqdn, type, ttl, row } = record;
    const set = `${fqdn} ${type}`;
    const known = first.get(set);
    if (known === undefined) first.set(set, ttl);
    if (known === undefined || known === ttl) return record;
    notes.push({ ...row, reason: say("ttlOfSet", { type, ttl: known ?? "" }) });
    return { ...record, ttl: known };
  });
  return { records: same, notes };
}
