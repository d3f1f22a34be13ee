import { isPart, unusedParts } from "./unused.ts";
import { knownBcds } from "../shared/known-bcds.ts";
import { planCables } from "./cables.ts";
import { fromDump, KINDS } from "./dump.ts";
import { planDevices } from "./devices.ts";
import { readNetbox, type NetboxFile } from "./read.ts";
import { readNetboxTables } from "./tables.ts";
import { noteLeft } from "./left.ts";
import { noteAll, type NetboxImport, type NetboxWork } from "./job.ts";
import { noteOutside, planAddresses, planPrefixes, presentBcds } from "./nets.ts";
import { planLocations, planRacks, planSites } from "./places.ts";
import { withoutDoubtful } from "./port-names.ts";
import { planPorts } from "./ports.ts";
import { planVlans, restingOnVlans } from "./vlans.ts";
import { planObjects, type Wanted } from "../shared/objects.ts";
import { inOrder, ofFile, type ImportDraft, type Rejected } from "../shared/steps.ts";
import type { Say } from "../shared/texts.ts";

/** Kinds that are imported or needed by others. Objects in a table of addresses (VRF) are not imported. */
const USED = new Set(Object.values(KINDS).filter((kind) => kind !== "ipam/vrfs"));

/** A file without any object may have been damaged, and then its first fault is the reason. */
function whyNothing([first]: readonly Rejected[], say: Say): string {
  if (first === undefined) return say("netboxNothing");
  const { file, line, reason } = first;
  return ofFile(file, say("atLine", { line, sentence: reason }));
}

/** Places, networks, names, devices, their ports and cables of answers of the API of NetBox, of a dump of its database, or of its exported lists. */
export async function planNetbox(job: NetboxImport): Promise<ImportDraft> {
  const { tables = [], others = [] } = Object.groupBy(job.files, formOf);
  const listed = readNetboxTables(tables, job.files.length > 1, job.say);
  const read = readNetbox(others, job.files.length > 1, job.say);
  const objects = [...read.objects, ...fromDump([...read.dumped, ...listed.dumped])];
  if (objects.length + listed.rejected.length === 0) throw new Error(whyNothing(read.rejected, job.say));
  await knownBcds([], job.bcd, job);
  const byKind = Map.groupBy(objects, ({ kind }) => kind);
  const work: NetboxWork = {
    ...job,
    byKind,
    wanted: [],
    rejected: [...listed.rejected, ...read.rejected],
    notes: [...read.notes],
    left: [],
    bcds: await presentBcds(byKind, job),
    vlans: new Map(),
    names: new Set(),
  };
  planSites(work);
  const floors = planLocations(work);
  planRacks(work);
  planVlans(work);
  planPrefixes(work);
  planAddresses(work);
  const ports = planPorts(planDevices(work), work);
  await noteOutside(work);
  noteLeft(work);
  for (const [kind, all] of byKind) if (!USED.has(kind)) noteAll(all, "netboxKind", work, { kind });
  const unused = unusedParts(objects);
  for (const [kind, all] of Map.groupBy(unused, (one) => one.kind))
    noteAll(all, "netboxUnused", work, { kind });
  const rows = [...objects.filter((one) => !isPart(one) && !floors.has(one)), ...unused].map(
    ({ row }) => row,
  );
  const draft = await withoutDoubtful(await planObjects(work.wanted, job), ports, work);
  noteOrphans(draft.orphans, work);
  const cables = planCables(draft, work);
  const files = job.files.map(({ name }) => name);
  return {
    steps: [...restingOnVlans(draft.steps), ...cables.steps],
    rejected: inOrder([...work.rejected, ...draft.rejected], files),
    notes: work.notes,
    files,
    rows,
    left: work.left,
    present: [...draft.present, ...cables.present],
  };
}

function formOf({ name }: NetboxFile): "tables" | "others" {
  return /\.csv$/i.test(name) ? "tables" : "others";
}

/** Notes objects that need an object that was not imported. Objects with a handle are noted under their kind in NetBox. */
function noteOrphans(orphans: readonly Wanted[], work: NetboxWork): void {
  const kindOf = ({ type, handle }: Wanted): string => handle?.replace(/\/-?\d+$/, "") ?? type;
  for (const [kind, all] of Map.groupBy(orphans, kindOf)) noteAll(all, "netboxOrphans", work, { kind });
}
