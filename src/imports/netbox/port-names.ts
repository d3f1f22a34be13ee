import { textIn } from "#contract/wire/json";
import { listIn } from "../shared/list-in.ts";
import { choiceOf, handleOf, textOf, type NetboxObject } from "./read.ts";
import { idIn, noteAll, type NetboxWork } from "./job.ts";
import { designation } from "./places.ts";
import type { ObjectsDraft, Placed } from "../shared/objects.ts";
import { firstBy, type SourceRow } from "../shared/steps.ts";

/** Kinds of ports in the order in which they keep their names, and the suffix of a port that cannot keep its name. */
const KINDS = ["dcim/interfaces", "dcim/front-ports", "dcim/rear-ports"] as const;
const SUFFIXES: Readonly<Record<string, string>> = {
  "dcim/front-ports": "front",
  "dcim/rear-ports": "rear",
};

/** Name of a port here. */
export interface PortName {
  readonly name: string;
  /** Name in NetBox. */
  readonly own: string;
  /** Port of another kind whose name here is `own`. */
  readonly elder: NetboxObject | null;
}

export type PortNames = ReadonlyMap<NetboxObject, PortName>;

/** NetBox keeps the names of interfaces, front and rear ports apart; here all ports of a module have different ones. */
export function namePorts(ports: readonly NetboxObject[], work: NetboxWork): PortNames {
  const byKind = Map.groupBy(ports, ({ kind }) => kind);
  const ordered = KINDS.flatMap((kind) => byKind.get(kind) ?? []);
  const holders = firstBy(ordered, (one) => keyOf(one, nameOf(one)));
  const used = new Set(holders.keys());
  const names = new Map(
    ordered.map((one): [NetboxObject, PortName] => {
      const own = nameOf(one);
      const holder = holders.get(keyOf(one, own)) ?? one;
      if (holder.kind === one.kind) return [one, { name: own, own, elder: null }];
      const name = freeName(one, own, used);
      used.add(keyOf(one, name));
      return [one, { name, own, elder: holder }];
    }),
  );
  const younger = ordered.filter((one) => (names.get(one)?.elder ?? null) !== null);
  noteAll(younger, "netboxSameName", work);
  return names;
}

function freeName(one: NetboxObject, own: string, used: ReadonlySet<string>): string {
  const name = `${own} ${SUFFIXES[one.kind] ?? ""}`;
  let free = name;
  for (let number = 2; used.has(keyOf(one, free)); number += 1) free = `${name} ${String(number)}`;
  return free;
}

function nameOf({ members }: NetboxObject): string {
  return (textOf(members, "name") ?? "").normalize("NFC");
}

function keyOf(one: NetboxObject, name: string): string {
  return `${String(idIn(one, "device"))} ${name}`;
}

export function portTypeOf({ members }: NetboxObject): string | null {
  const type = choiceOf(members, "type");
  return type === null ? null : designation(type);
}

/** The plan without ports that may already exist as ports of another kind, and without steps that need them. All of them are reported. */
export async function withoutDoubtful(
  draft: ObjectsDraft,
  names: PortNames,
  work: NetboxWork,
): Promise<ObjectsDraft> {
  const reasons = new Map([
    ...doubtfulPairs(draft.placed, names, work),
    ...(await lonePorts(draft.placed, names, work)),
  ]);
  if (reasons.size === 0) return draft;
  const doubtful = [...reasons.keys()].flatMap((one) => draft.placed.get(handleOf(one)) ?? []);
  const gpks = new Set(doubtful.flatMap(({ old }) => (old === null ? [] : textIn(old["gpk"]))));
  const gone = new Set(doubtful.flatMap(({ idx }) => idx ?? []));
  const told = new Map<SourceRow, string>([...reasons].map(([{ row }, reason]) => [row, reason]));
  const resting = new Set<SourceRow>();
  for (const { idx, needs, new: values, row } of draft.steps) {
    const isNaming = Object.values(values).some((one) => gpks.has(textIn(one)));
    const rests = isNaming || needs.some((need) => gone.has(need));
    if (rests) gone.add(idx);
    if (rests && row !== null && !told.has(row)) resting.add(row);
  }
  // The logical port of an interface is reported with the interface, so only front ports that lead to another port are left.
  const orphans = [...resting].map((row) => ({ row }));
  noteAll(orphans, "netboxOrphans", work, { kind: "dcim/front-ports" });
  const handles = new Set([...reasons.keys()].map(handleOf));
  const isLeft = ([handle, { old, idx }]: readonly [string, Placed]): boolean =>
    !handles.has(handle) && (old !== null || idx === null || !gone.has(idx));
  return {
    ...draft,
    steps: draft.steps.filter(({ idx }) => !gone.has(idx)),
    rejected: [...draft.rejected, ...[...told].map(([row, reason]) => ({ ...row, reason }))],
    present: draft.present.filter((row) => !told.has(row)),
    placed: new Map([...draft.placed].filter(isLeft)),
  };
}

/** Pairs of ports with the same name, one of which already exists, if it is not clear which of the two this is. */
function doubtfulPairs(
  placed: ObjectsDraft["placed"],
  names: PortNames,
  { say }: NetboxWork,
): readonly (readonly [NetboxObject, string])[] {
  return [...names].flatMap(([one, { name, own, elder }]) => {
    if (elder === null || placed.get(handleOf(one))?.old !== null) return [];
    const there = placed.get(handleOf(elder))?.old ?? null;
    const type = portTypeOf(elder);
    const isSure = there === null || (there["port_type"] === type && type !== portTypeOf(one));
    const reason = say("netboxWhichPort", { name: own, other: name, kind: one.kind });
    return isSure ? [] : [elder, one].map((port) => [port, reason] as const);
  });
}

/** Ports that are found by their own name, although a port with the suffix of their kind exists, which came with a port of another kind. */
async function lonePorts(
  placed: ObjectsDraft["placed"],
  names: PortNames,
  { client, say }: NetboxWork,
): Promise<readonly (readonly [NetboxObject, string])[]> {
  const claimed = new Set([...names].map(([one, { name }]) => keyOf(one, name)));
  const asked = [...names].flatMap(([one, { own, elder }]) => {
    const old = placed.get(handleOf(one))?.old ?? null;
    const suffix = SUFFIXES[one.kind];
    if (elder !== null || old === null || suffix === undefined) return [];
    const other = `${own} ${suffix}`;
    return claimed.has(keyOf(one, other)) ? [] : [{ one, own, other, module: textIn(old["module_gfk"]) }];
  });
  const rows = await listIn(client, "nd.p_port", "name_list", new Set(asked.map(({ other }) => other)));
  const there = new Set(rows.map((row) => `${textIn(row["module_gfk"])} ${textIn(row["name"])}`));
  return asked
    .filter(({ module, other }) => there.has(`${module} ${other}`))
    .map(({ one, own, other }) => [one, say("netboxLonePort", { name: own, other })]);
}
