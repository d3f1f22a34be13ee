import { readTable } from "#contract/values/table-text";
import type { Json } from "#contract/wire/json";
import type { DumpedObject, NetboxFile } from "./read.ts";
import { REFERENCES } from "./dump.ts";
import { fieldIn, NETBOX_LISTS, netboxListOf, type NetboxList } from "./lists.ts";
import { divided, type Rejected, type SourceRow } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** Reads tables that the lists of NetBox export, and converts them to the form of a dump. Tables refer to rows by name, dumps by number. */
export function readNetboxTables(
  files: readonly NetboxFile[],
  isOneOfMany: boolean,
  say: Say,
): { readonly dumped: readonly DumpedObject[]; readonly rejected: readonly Rejected[] } {
  const read = divided<TableRow>(files.flatMap((file) => rowsIn(file, isOneOfMany, say)));
  const rows = read.kept.map(numbered);
  const run: Run = { byName: namesOf(rows), made: new Map(), rejected: [...read.rejected], say };
  const dumped = rows.flatMap((row) => dumpedOf(row, run) ?? []);
  return { dumped: [...dumped, ...run.made.values()], rejected: run.rejected };
}

/** A row of a table; cells without a text are absent. */
interface TableRow {
  readonly list: NetboxList;
  readonly cells: Readonly<Record<string, string>>;
  readonly row: SourceRow;
}

interface Numbered extends TableRow {
  readonly pk: number;
}

interface Run {
  /** Rows by model and name. Several rows may have the same name. */
  readonly byName: ReadonlyMap<string, readonly Numbered[]>;
  /** Objects that rows name but no list contains: types, roles, groups. */
  readonly made: Map<string, DumpedObject>;
  readonly rejected: Rejected[];
  readonly say: Say;
}

function rowsIn(
  { name, text }: NetboxFile,
  isOneOfMany: boolean,
  say: Say,
): readonly (TableRow | Rejected)[] {
  const [header, ...lines] = readTable(text).lines;
  const list = netboxListOf(name, header?.cells ?? []);
  if (header === undefined || list === null)
    throw new Error(
      say("netboxTable", { file: name, known: NETBOX_LISTS.map(({ file }) => file).join(", ") }),
    );
  const fields = header.cells.map(fieldIn).map((field) => list.heads?.[field] ?? field);
  const file = isOneOfMany ? name : null;
  return lines.map(({ line, cells, fault }) => {
    if (fault !== undefined)
      return { file, line, value: cells.join(), reason: say(fault.kind, { line: fault.line }) };
    const given = fields.flatMap((field, at): [string, string][] => {
      const cell = (cells[at] ?? "").trim();
      return cell === "" || cell === "—" ? [] : [[field, cell]];
    });
    // A field may have two columns, like the address of a device.
    const own = Object.fromEntries(given.toReversed());
    const title = own["name"] ?? own["prefix"] ?? own["address"] ?? cells.join(" | ");
    return { list, cells: own, row: { file, line, value: title } };
  });
}

/** Start of the numbers for rows without an id. NetBox gives no such numbers itself. */
const FIRST = -1_000_000_000;

function numbered(row: TableRow, at: number): Numbered {
  const id = Number(row.cells["id"] ?? Number.NaN);
  return { ...row, pk: Number.isInteger(id) ? id : FIRST - at };
}

function namesOf(rows: readonly Numbered[]): Run["byName"] {
  const named = rows.flatMap((row) =>
    [...namesIn(row)].map((name) => ({ key: `${row.list.model} ${name}`, row })),
  );
  const byName = Map.groupBy(named, ({ key }) => key);
  const present = Map.groupBy(rows, ({ list }) => list.model);
  return new Map([...[...byName].map(([key, all]) => [key, all.map(({ row }) => row)] as const), ...present]);
}

/** All names by which other rows may refer to the row. */
function namesIn({ cells }: TableRow): ReadonlySet<string> {
  const { name, slug, vid, address, mac_address: mac } = cells;
  const given = [name, slug, vid, address, address?.split("/", 1)[0], mac];
  const label = name === undefined || vid === undefined ? [] : [`${name} (${vid})`];
  return new Set([...given, ...label].filter((one) => one !== undefined));
}

/** Fields that name objects of which only the name is needed. */
const MADE = new Set(["role", "device_type", "rack_type", "manufacturer", "group", "vrf"]);

/** Fields that refer to no object in tables, unlike in dumps. */
const PLAIN = new Set(["cable", "device_role"]);

/** Fields that decide which of several rows with one name is meant. */
const BESIDE = ["site", "location", "rack", "device", "group"] as const;

const PORTS = ["dcim.interface", "dcim.frontport", "dcim.rearport"] as const;

/** The row in the form of a dump. If it names something that does not exist, it is rejected and the result is null. */
function dumpedOf(one: Numbered, run: Run): DumpedObject | null {
  const { list, cells, pk, row } = one;
  const fields: Record<string, Json> = {};
  for (const [name, cell] of Object.entries(cells)) {
    if (name === "id") continue;
    const value = valueOf(one, name, cell, run);
    if (typeof value === "object" && value !== null && "reason" in value) {
      run.rejected.push({ ...row, ...value });
      return null;
    }
    fields[name] = value;
  }
  if (list.model === "dcim.site") fields["slug"] ??= slugOf(cells["name"] ?? "");
  if (list.model === "dcim.cable") Object.assign(fields, endsOf(one, run));
  return { model: list.model, pk, fields: { ...fields, ...assigned(one, run) }, row };
}

interface Reason {
  readonly reason: string;
}

function valueOf(
  one: Numbered,
  name: string,
  cell: string,
  run: Run,
): string | number | boolean | number[] | null | Reason {
  const target = targetOf(name, one.list.model);
  if (target === undefined) return plainOf(name, cell);
  if (name === "tagged_vlans")
    return cell.split(/[,;\n]+/).flatMap((vlan) => find(target, vlan.trim(), one, run)[0]?.pk ?? []);
  if (!MADE.has(name)) return numberOf(target, name, cell, one, run);
  return name === "vrf" && cell === "Global" ? null : madeOf(target, cell, one, run);
}

/** The model of the object that a field names; undefined for plain fields and for cables, which name their ends in words. */
function targetOf(name: string, model: string): string | undefined {
  if (model === "dcim.cable" || PLAIN.has(name)) return undefined;
  if (name === "parent") return model === "dcim.location" ? model : undefined;
  return REFERENCES[name];
}

/** Rows with this name that are in the same place as the asking row, or in none. */
function find(model: string, name: string, { cells }: TableRow, { byName }: Run): readonly Numbered[] {
  const all = byName.get(`${model} ${name}`) ?? [];
  return all.filter((row) =>
    BESIDE.every((field) => {
      const [own, other] = [cells[field], row.cells[field]];
      return own === undefined || other === undefined || own === other;
    }),
  );
}

function numberOf(
  model: string,
  name: string,
  cell: string,
  one: Numbered,
  run: Run,
): number | null | Reason {
  const { byName, say } = run;
  const [first, second] = find(model, cell, one, run);
  if (second !== undefined) return { reason: say("netboxSeveral", { column: name, value: cell }) };
  if (first !== undefined) return first.pk;
  if (byName.has(model)) return { reason: say("netboxUnnamed", { column: name, value: cell }) };
  // A location needs its site. Any other reference to a list that is not among the files is left out, as for files of the API.
  return one.list.model === "dcim.location" && name === "site"
    ? { reason: say("netboxNoList", { column: name, value: cell, file: "sites" }) }
    : null;
}

/** Number of the named object. The object is taken from its list, or made from its name if it is in no list. */
function madeOf(model: string, name: string, { row, cells }: Numbered, { byName, made }: Run): number {
  const key = `${model} ${name}`;
  const [listed] = byName.get(key) ?? [];
  if (listed !== undefined) return listed.pk;
  const known = made.get(key);
  const pk = FIRST * 2 - made.size;
  if (known !== undefined) return Number(known.pk);
  const maker = cells["manufacturer"];
  const more = model === "dcim.devicetype" && maker !== undefined ? { manufacturer: [maker] } : {};
  made.set(key, { model, pk, fields: { name, model: name, slug: slugOf(name), ...more }, row });
  return pk;
}

/** A slug as NetBox suggests it. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9_\s-]/g, "")
    .trim()
    .replace(/[\s-]+/g, "-");
}

/** Tables show choices by their labels, yes and no as signs, and heights with their unit. */
function plainOf(name: string, cell: string): string | boolean {
  if (name === "enabled") return /^(?:true|yes|1|✔)$/i.test(cell);
  if (name === "status") return cell.toLowerCase();
  if (name === "type") return cell.toLowerCase().replace(/\s*\(.*\)$/, "");
  return name === "u_height" ? cell.replace(/U$/i, "") : cell;
}

/** The interface that an address belongs to. */
function assigned(one: Numbered, run: Run): Readonly<Record<string, Json>> {
  const name = one.cells["interface"];
  if (name === undefined || !["ipam.ipaddress", "dcim.macaddress"].includes(one.list.model)) return {};
  const [found] = find("dcim.interface", name, one, run);
  return found === undefined ? {} : { assigned_object_type: "dcim.interface", assigned_object_id: found.pk };
}

/** The ends of a cable: a device and the name of a port. */
function endsOf({ cells, ...one }: Numbered, run: Run): Readonly<Record<string, Json>> {
  const end = (side: string): Json => {
    const device = cells[`side_${side}_device`];
    const told = cells[`side_${side}_type`];
    const asking = { ...one, cells: device === undefined ? {} : { device } };
    const found = (told === undefined ? PORTS : [told]).flatMap((model) =>
      find(model, cells[`side_${side}_name`] ?? "", asking, run),
    );
    const [port] = found.length === 1 ? found : [];
    // A port that is not in the files, or whose name is ambiguous, gets the id 0, which no object has.
    return [{ object_type: port?.list.model ?? told ?? PORTS[0], object_id: port?.pk ?? 0 }];
  };
  return { a_terminations: end("a"), b_terminations: end("b") };
}
