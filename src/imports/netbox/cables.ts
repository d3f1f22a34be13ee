import { isList, isObject, textIn, type Json, type Row } from "#contract/wire/json";
import { choiceOf, type NetboxObject } from "./read.ts";
import { KINDS } from "./dump.ts";
import { noteAll, ofKind, type NetboxWork } from "./job.ts";
import type { ObjectsDraft, Placed } from "../shared/objects.ts";
import type { ImportDraft, ImportStep, SourceRow } from "../shared/steps.ts";

/** Models of ports that can be connected here. */
const PORTS = new Set(["dcim.interface", "dcim.frontport", "dcim.rearport"]);

/** Each cable between two ports is a connection. A port that is connected with another one stays as it is, and the cable is rejected. */
export function planCables(
  { placed }: ObjectsDraft,
  work: NetboxWork,
): Pick<ImportDraft, "steps" | "present"> {
  const all = ofKind(work, "dcim/cables");
  const isPlanned = ({ members }: NetboxObject): boolean => choiceOf(members, "status") === "planned";
  noteAll(all.filter(isPlanned), "netboxPlannedCable", work);
  const strange: NetboxObject[] = [];
  const unplaced: NetboxObject[] = [];
  const steps: ImportStep[] = [];
  const present: SourceRow[] = [];
  for (const one of all.filter((cable) => !isPlanned(cable))) {
    const ends = endsOf(one);
    const [a, b] = (ends ?? []).map((handle) => placed.get(handle));
    if (ends === null) strange.push(one);
    else if (a === undefined || b === undefined) unplaced.push(one);
    else if (isBetween(a, b)) present.push(one.row);
    else if (isTaken(a) || isTaken(b)) work.rejected.push({ ...one.row, reason: work.say("netboxTaken") });
    else steps.push(connection(`cable-${String(steps.length + 1)}`, a, b, one));
  }
  noteAll(strange, "netboxCable", work);
  noteAll(unplaced, "netboxOrphans", work, { kind: "dcim/cables" });
  return { steps, present };
}

/** Handles of the two ports; null for a cable with other ends than one port on each side. */
function endsOf({ members }: NetboxObject): readonly string[] | null {
  const handles = ["a", "b"].flatMap((side) => {
    const list = members[`${side}_terminations`];
    // A cable had one end on each side before NetBox 3.3.
    const old = {
      object_type: members[`termination_${side}_type`] ?? null,
      object_id: members[`termination_${side}_id`] ?? null,
    };
    const all = isList(list) ? list : [old];
    return all.length === 1 ? (handleIn(all[0]) ?? []) : [];
  });
  return handles.length === 2 ? handles : null;
}

function handleIn(end: Json | undefined): string | null {
  if (!isObject(end)) return null;
  const { object_type: type, object_id: id } = end;
  const model = textIn(type);
  return PORTS.has(model) && typeof id === "number" ? `${KINDS[model] ?? model}/${String(id)}` : null;
}

function isBetween({ old: a }: Placed, { old: b }: Placed): boolean {
  return a !== null && b !== null && a["remote_gfk"] === b["gpk"];
}

function isTaken({ old }: Placed): boolean {
  return (old?.["remote_gfk"] ?? null) !== null;
}

function connection(idx: string, a: Placed, b: Placed, { row }: NetboxObject): ImportStep {
  return {
    idx,
    name: "nd.p_port.connect",
    ...(a.old === null ? { oldRefs: refTo(a, "gpk") } : { old: { gpk: gpkIn(a.old) } }),
    new: b.old === null ? {} : { p_port_gfk: gpkIn(b.old) },
    ...(b.old === null ? { newRefs: refTo(b, "p_port_gfk") } : {}),
    needs: [a, b].flatMap(({ old, idx: made }) => (old === null && made !== null ? [made] : [])),
    row,
  };
}

function refTo({ idx }: Placed, parameter: string): NonNullable<ImportStep["newRefs"]> {
  return [{ idx: idx ?? "", params: { [parameter]: "gpk" } }];
}

function gpkIn(row: Row): Json {
  return row["gpk"] ?? null;
}
