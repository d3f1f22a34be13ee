import { LIMITS } from "#contract/limits";
import { targetName } from "#contract/values/record-data";
import { addressVersion } from "#contract/values/record-types";
import { isList, isObject, objectIn, type Json, textIn } from "#contract/wire/json";
import { dataType, type DataType } from "../../catalogue/data-types.ts";
import { refuse } from "../../faults.ts";
import type { WritePlan } from "../../wapi/plan.ts";
import { writeParameters } from "../../wapi/write/plan.ts";
import { valueOf } from "../../wapi/value.ts";
import { objectName, type ReadWriteSet } from "../../wapi/write/read-write-set.ts";
import { namesAbove } from "./fqdn.tree.ts";
import { canonicalData } from "./record.targets.ts";

/** One record of an import, as parameters of its create. */
export interface ImportedRecord {
  /** Number of the entry that contains the record. */
  readonly entry: number;
  readonly type: string;
  readonly data: string | null;
  /** Absent if the entry has none. */
  readonly ttl?: number | null;
}

const MEMBER = "dns.record_imp";
const ENTRY_MEMBERS = ["type", "data_list", "ttl"];

/** Parameters of `imp` in canonical form; refuses malformed imports (wire contract 7.6). */
export function shapeImport(plan: WritePlan): WritePlan {
  const given = plan.new["import_data"];
  const place = `import_data.${MEMBER}`;
  const members = isObject(given) ? given : {};
  refuseUnknown(members, [MEMBER], "import_data");
  const list = members[MEMBER];
  if (list === undefined) throw refuse("required_missing", { parameter: place, scope: "new" });
  if (!isList(list)) throw wrongType(place, dataType("json_object_array"));
  const entries = list.map((entry, at) => shapeEntry(entry, `${place}.${String(at)}`, plan));
  const found = entries.reduce((sum, entry) => sum + entry.data_list.length, 0);
  if (found > LIMITS.listElements)
    throw refuse("too_many_values", { parameter: place, limit: LIMITS.listElements, found });
  return { ...plan, new: { ...plan.new, import_data: { [MEMBER]: entries } } };
}

function shapeEntry(entry: Json, place: string, plan: WritePlan) {
  if (!isObject(entry)) throw wrongType(place, dataType("json_object"));
  refuseUnknown(entry, ENTRY_MEMBERS, place);
  const scope = "new";
  for (const name of ["type", "data_list"])
    if (entry[name] === undefined) throw refuse("required_missing", { parameter: `${place}.${name}`, scope });
  const canonical = (member: string, type: DataType, value: Json): Json =>
    value === null ? null : valueOf(type, value, { parameter: `${place}.${member}`, scope });
  const type = textIn(
    valueOf(dataType("text_id"), entry["type"] ?? null, { parameter: `${place}.type`, scope }),
  );
  const { data_list: data, ttl } = entry;
  if (!isList(data)) throw wrongType(`${place}.data_list`, dataType("text_array"));
  const text = dataType("text");
  return {
    type,
    data_list: data.map((one) => canonicalData(type, canonical("data_list", text, one), plan)),
    ...(ttl === undefined ? {} : { ttl: canonical("ttl", ttlType(plan), ttl) }),
  };
}

function ttlType({ type }: WritePlan): DataType {
  const ttl = writeParameters(type, "create", "new").get("ttl");
  if (ttl === undefined) throw new Error(`${type.name} has no ttl`);
  return ttl.dataType;
}

function refuseUnknown(members: object, known: readonly string[], place: string): void {
  const unknown = Object.keys(members).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw refuse("unknown_parameter", { parameter: `${place}.${unknown}`, scope: "new", known_list: known });
}

function wrongType(parameter: string, type: DataType): Error {
  return refuse("wrong_type", { parameter, scope: "new", data_type: type.name });
}

/** Records of a planned import, in the order of the import. */
export function recordsOf(plan: WritePlan): readonly ImportedRecord[] {
  const list = objectIn(plan.new["import_data"])?.[MEMBER];
  if (!isList(list)) return [];
  return list.flatMap((one, entry) => {
    const { type, data_list: values, ttl } = objectIn(one) ?? {};
    if (!isList(values)) return [];
    return values.map((value): ImportedRecord => ({
      entry,
      type: textIn(type),
      data: typeof value === "string" ? value : null,
      ...(typeof ttl === "number" || ttl === null ? { ttl } : {}),
    }));
  });
}

/** An import reads all names above its name and all targets, and writes its name. */
export function addImport(plan: WritePlan, set: ReadWriteSet): void {
  const name = textIn(plan.new["fqdn"]);
  set.writes.add(objectName("dns.fqdn", [name]));
  for (const one of [name, ...namesAbove(name)]) set.reads.add(objectName("dns.fqdn", [one]));
  for (const { type, data } of recordsOf(plan)) {
    set.writes.add(`record set ${name} ${type}`);
    set.reads.add(`record set ${name} ${type}`);
    const target = targetName(type, data);
    if (target !== null) set.reads.add(objectName("dns.fqdn", [target]));
    if (addressVersion(type) !== null) set.reads.add("subnets").add(`address ${data ?? ""}`);
  }
}
