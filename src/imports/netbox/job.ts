import { readFqdn } from "#contract/values/fqdn";
import type { Params } from "#contract/wire/json";
import type { ImportJob } from "../shared/job.ts";
import { handleOf, partOf, type NetboxFile, type NetboxObject } from "./read.ts";
import type { Wanted } from "../shared/objects.ts";
import { type Rejected, type SourceRow } from "../shared/steps.ts";
import type { TextKey } from "../shared/texts.ts";
import { addAll } from "#contract/table/units";

export interface NetboxImport extends ImportJob {
  readonly files: readonly NetboxFile[];
  /** BCD of new subnets without a VLAN. */
  readonly bcd: string | null;
}

/** Results of the import from NetBox so far. */
export interface NetboxWork extends NetboxImport {
  readonly byKind: ReadonlyMap<string, readonly NetboxObject[]>;
  readonly wanted: Wanted[];
  readonly rejected: Rejected[];
  readonly notes: Rejected[];
  /** Rows about which a note exists. If steps create them nevertheless, they count as reported in part. */
  readonly left: SourceRow[];
  /** BCDs of existing VLANs, by net instance and id, and of existing subnets, by network. */
  readonly bcds: ReadonlyMap<string, string>;
  /** BCD of each VLAN of the files, by its id in NetBox. */
  readonly vlans: Map<number, string>;
  readonly names: Set<string>;
}

export function ofKind({ byKind }: Pick<NetboxWork, "byKind">, kind: string): readonly NetboxObject[] {
  return byKind.get(kind) ?? [];
}

/** Finds the object of the files that a member names; null if it names none, or one that is not in the files. */
export function finderOf(
  work: NetboxWork,
  kind: string,
): (one: NetboxObject, name: string) => NetboxObject | null {
  const byId = new Map(ofKind(work, kind).map((one) => [one.id, one]));
  return (one, name) => byIdIn(byId, idIn(one, name));
}

/** The value for an id; null if no id is given or nothing belongs to it. */
export function byIdIn<T>(all: ReadonlyMap<number, T>, id: number | null): T | null {
  return id === null ? null : (all.get(id) ?? null);
}

export function idIn({ members }: Pick<NetboxObject, "members">, name: string): number | null {
  const id = partOf(members, name)["id"] ?? members[name];
  return typeof id === "number" ? id : null;
}

/** An object inside another object of the run. Both that object and the name identify it. */
export function standing(
  type: string,
  one: NetboxObject,
  values: Params,
  refs: Readonly<Record<string, string>>,
): Wanted {
  return { type, values, refs, sameBy: [...Object.keys(refs), "name"], handle: handleOf(one), row: one.row };
}

/** Adds one note for all these objects, at the row of the first one. */
export function noteAll(
  all: readonly Pick<NetboxObject, "row">[],
  key: TextKey,
  { notes, left, say }: Pick<NetboxWork, "notes" | "left" | "say">,
  values: Readonly<Record<string, string>> = {},
): void {
  const [first] = all;
  addAll(
    left,
    all.map(({ row }) => row),
  );
  if (first !== undefined) notes.push({ ...first.row, reason: say(key, { ...values, count: all.length }) });
}

/** The canonical name, which is also added to the wanted objects. An invalid name is rejected and gives null. */
export function nameIn(text: string, row: NetboxObject["row"], work: NetboxWork): string | null {
  const { names, wanted, rejected, say, toAscii } = work;
  const name = readFqdn(text.endsWith(".") ? text : `${text}.`, toAscii);
  const refuse = (reason: string): null => {
    rejected.push({ ...row, reason });
    return null;
  };
  if (!name.ok) return refuse(say("badName", { problem: say(name.fault) }));
  if (name.value.indexOf(".") === name.value.length - 1)
    return refuse(say("netboxShortName", { name: text }));
  if (!names.has(name.value)) {
    names.add(name.value);
    const values = { value: name.value, type: "domain" };
    wanted.push({ type: "dns.fqdn", values, row, onlyNew: ["type"], isHelper: true });
  }
  return name.value;
}
