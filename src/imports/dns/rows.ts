import { readFqdn, type ToAscii } from "#contract/values/fqdn";
import { value as ofText } from "#contract/types/text";
import type { TableLine } from "#contract/values/table-text";
import { parsed, refused, type Parsed, type Refused } from "#contract/values/parsed";
import { isOtherType } from "#contract/values/record-codes";
import { parseRecordData, targetName } from "#contract/values/record-data";
import { hasFields, isKept, NO_ALIAS_TARGET, recordExample, recordForm } from "#contract/values/record-types";
import { divided, placeIn, type Rejected, type SourceRow } from "../shared/steps.ts";
import { rowsOf } from "../shared/table.ts";
import { sayWhy, type Say } from "../shared/texts.ts";

const COLUMNS = ["name", "type", "data"];

/** One record of the file in canonical form. */
export interface FileRecord {
  readonly row: SourceRow;
  readonly fqdn: string;
  readonly type: string;
  readonly data: string;
  /** Name that the data points to, or null. */
  readonly target: string | null;
  /** In seconds; null if the file has none. */
  readonly ttl: number | null;
}

export interface FileRecords {
  readonly records: readonly FileRecord[];
  readonly rejected: readonly Rejected[];
}

/** The records of a zone that are valid and do not contradict others of the file; all others are rejected. */
export function readRecords(text: string, zone: string, toAscii: ToAscii, say: Say): FileRecords {
  const rows = rowsOf(text, COLUMNS, say, { hasPlainTabs: true });
  const read = divided<FileRecord>(rows.map((row) => readRecord(row, zone, toAscii, say)));
  const single = withoutRepeats(read.kept, say);
  const { records, rejected } = withoutContradictions(single.records, say);
  return { records, rejected: [...read.rejected, ...single.rejected, ...rejected] };
}

function readRecord(
  { line, cells, fault }: TableLine,
  zone: string,
  toAscii: ToAscii,
  say: Say,
): FileRecord | Rejected {
  const row = { file: null, line, value: cells.join(" ") };
  if (fault !== undefined) return { ...row, reason: say(fault.kind, { line: fault.line }) };
  const [label, type, text, more] = cells;
  if (label === undefined || type === undefined || text === undefined || more !== undefined)
    return { ...row, reason: say("columnCount", { found: cells.length, wanted: COLUMNS.length }) };
  const owner = ["@", ""].includes(label) ? zone : `${label}.${zone}`;
  return recordOf({ row, owner, type, text, ttl: null }, toAscii, say);
}

export interface WrittenRecord {
  readonly row: SourceRow;
  readonly owner: string;
  readonly type: string;
  readonly text: string;
  readonly ttl: number | null;
}

/** The canonical form of a record, or the reason why it has none. */
export function recordOf(written: WrittenRecord, toAscii: ToAscii, say: Say): FileRecord | Rejected {
  const { row, owner, type, text, ttl } = written;
  const name = readFqdn(owner, toAscii);
  if (!name.ok)
    return { ...row, reason: slashReason(owner, say) ?? say("badName", { problem: say(name.fault) }) };
  if (!hasData(type))
    return { ...row, reason: say(isOtherType(type) ? "unsupportedType" : "unknownType", { type }) };
  const data = readData(type, text, toAscii);
  if (!data.ok) return { ...row, reason: dataReason(type, text, data, say) };
  return { row, fqdn: name.value, type, data: data.value, target: targetName(type, data.value), ttl };
}

function dataReason(type: string, text: string, { fault, why }: Refused, say: Say): string {
  const target = pointsTo(type) ? (text.trim().split(/\s+/).at(-1) ?? "") : "";
  const example = recordExample(type) ?? "";
  const problem = why === undefined ? say(fault) : sayWhy(why, type, say);
  return slashReason(target, say) ?? say("badData", { type, problem, example });
}

/** Names of networks in DNS may have a slash (RFC 2317), which host names have not. */
function slashReason(name: string, say: Say): string | null {
  return name.includes("/") ? say("slashName", { name }) : null;
}

/** Whether the last word of data is always the name of a target. */
function pointsTo(type: string): boolean {
  const target = recordForm(type)?.target;
  return target !== undefined && !target.isOptional;
}

function hasData(type: string): boolean {
  const form = recordForm(type);
  return form === undefined ? isKept(type) : hasFields(form);
}

function readData(type: string, text: string, toAscii: ToAscii): Parsed<string> {
  const data = parseRecordData(type, text, toAscii);
  if (!data.ok) return data;
  if (data.value === null) return refused("bad_format");
  return data.value.length > ofText.textLength ? refused("too_long") : parsed(data.value);
}

function withoutRepeats(records: readonly FileRecord[], say: Say): FileRecords {
  const first = new Map<string, FileRecord>();
  const rejected: Rejected[] = [];
  for (const record of records) {
    const key = keyOf(record);
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, record);
    else
      rejected.push({ ...record.row, reason: say("repeatedRecord", { place: placeIn(earlier.row, say) }) });
  }
  return { records: [...first.values()], rejected };
}

/** An alias cannot have other data beside it. The alias is rejected, because it is one row and the other data may be many. */
export function withoutContradictions(records: readonly FileRecord[], say: Say): FileRecords {
  const byName = Map.groupBy(records, ({ fqdn }) => fqdn);
  const single = withoutReasons(records, (record) =>
    record.type === "CNAME" ? contradiction(record, byName.get(record.fqdn) ?? [], say) : null,
  );
  const owners = (of: string): ReadonlySet<string> =>
    new Set(single.records.filter(({ type }) => type === of).map(({ fqdn }) => fqdn));
  const [aliases, above] = [owners("CNAME"), owners("DNAME")];
  const paired = withoutReasons(
    single.records,
    (record) =>
      aliasTarget(record, aliases, say) ??
      targetBelow(record, above, say) ??
      nullExchange(record, byName.get(record.fqdn) ?? [], say),
  );
  return { records: paired.records, rejected: [...single.rejected, ...paired.rejected] };
}

function withoutReasons(
  records: readonly FileRecord[],
  reasonOf: (record: FileRecord) => string | null,
): FileRecords {
  const rejected: Rejected[] = [];
  const kept = records.filter((record) => {
    const reason = reasonOf(record);
    if (reason !== null) rejected.push({ ...record.row, reason });
    return reason === null;
  });
  return { records: kept, rejected };
}

/** The server refuses such a record too. Here the row with the target is rejected, whichever row comes first. */
function aliasTarget({ type, target }: FileRecord, aliases: ReadonlySet<string>, say: Say): string | null {
  return NO_ALIAS_TARGET.has(type) && target !== null && aliases.has(target)
    ? say("aliasTarget", { type, target })
    : null;
}

/** A DNAME makes all names below it aliases (RFC 6672). */
function targetBelow({ type, target }: FileRecord, above: ReadonlySet<string>, say: Say): string | null {
  if (above.size === 0 || target === null || !NO_ALIAS_TARGET.has(type)) return null;
  const labels = target.split(".");
  const name = labels.map((_, at) => labels.slice(at + 1).join(".")).find((one) => above.has(one));
  return name === undefined ? null : say("targetBelow", { type, target, name });
}

/** An MX with the target `.` must be the only one (RFC 7505). */
function nullExchange({ type, target }: FileRecord, beside: readonly FileRecord[], say: Say): string | null {
  const isNull = type === "MX" && target === ".";
  return isNull && beside.some((other) => other.type === "MX" && other.target !== ".")
    ? say("nullExchange")
    : null;
}

function contradiction(alias: FileRecord, beside: readonly FileRecord[], say: Say): string | null {
  const types = new Set(beside.map(({ type }) => type).filter((type) => type !== "CNAME"));
  if (types.size > 0) return say("aliasBesideData", { types: [...types].toSorted().join(", ") });
  const first = beside.find(({ type }) => type === "CNAME");
  return first === undefined || first === alias
    ? null
    : say("secondAlias", { place: placeIn(first.row, say) });
}

/** Natural key of a record; the part before the data contains no blank. */
export function keyOf(record: Pick<FileRecord, "fqdn" | "type" | "data">): string {
  return `${record.fqdn} ${record.type} ${record.data}`;
}
