import type { Fault } from "#contract/wire/fault";
import { textIn, type Json, type Row } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Execute, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { entriesBy } from "../txlist/effects.ts";
import { contentOf, type Planned, type PlannedBundle, type PlannedStatement } from "../txlist/planned.ts";
import { testSteps } from "../txlist/test-steps.ts";
import { toSteps } from "../txlist/to-steps.ts";
import { presentStep } from "../txlist/overtaken.ts";
import { childrenIn, isAmong, PARENTS, readingsOf, type Found, type Kept } from "./children.ts";
import { idOf, inOrder, startGraph, type Graph, type Node } from "./graph.ts";
import { hold, stuckOf, type Stuck } from "./hold.ts";
import { isRemoval } from "./is-removal.ts";
import { mend } from "./mend.ts";

/** What a planned deletion comes to. */
export interface Removal {
  /** What stands in the way and has to be done before, in an order that works. */
  readonly before: readonly Node[];
  /** The same with what the element does before already. */
  readonly statements: readonly PlannedStatement[];
  /** What stands in the way and cannot be planned. */
  readonly stuck: readonly Stuck[];
  /** Why there is no way past what stands in the way: to plan it would only be refused. */
  readonly refused: Fault | null;
  /** Objects that go with it by themselves; null where the server did not come that far. */
  readonly along: readonly Gone[] | null;
  /** More stands in the way than one element takes. */
  readonly isTooMuch: boolean;
}

export interface Gone {
  readonly object: string;
  readonly row: Row;
}

export interface RemovalPorts {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
}

/** Objects that one deletion takes with it at most. */
export const MOST_TAKEN = 1_000;
const MOST_ROUNDS = 60;

/**
 * What goes with a planned deletion and what keeps it from being done, found by trying: the server is asked to do it without keeping it, what it names
 * as still referring is read and put before it, until nothing is named any more. `earlier` are the elements before it in the list.
 */
export async function lookAtRemoval(
  item: Planned,
  earlier: readonly Planned[],
  ports: RemovalPorts,
): Promise<Removal | null> {
  const ask = asker(earlier, ports.execute);
  const graph = await graphOf(item, ask, ports.catalogue);
  if (graph === null) return null;
  const stuck: Stuck[] = [];
  const result = (end: Partial<Removal>): Removal => ({
    before: inOrder(graph).filter((node) => !graph.given.has(node.id)),
    statements: statementsOf(graph),
    stuck,
    refused: null,
    along: null,
    isTooMuch: false,
    ...end,
  });
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const tried = withBefore(item, statementsOf(graph));
    const { outcome, sent } = await ask((before) => {
      const elements = [...before, tried];
      return { steps: testSteps(elements), sent: elements };
    });
    if (outcome.ok) {
      const entries = entriesBy(sent, outcome.lists)?.get(item.uuid);
      return result({ along: goneWith(graph, ports.catalogue, entries) });
    }
    const next = await resolve(graph, outcome.fault, stuck, ask, ports.catalogue);
    if (next !== "on") return result({ refused: next === "end" ? null : next });
    if (graph.nodes.size > MOST_TAKEN) return result({ isTooMuch: true });
  }
  return result({ isTooMuch: true });
}

const statementsOf = (graph: Graph) => inOrder(graph).map(({ statement }) => statement);

/** The element with these statements before its main action. */
export function withBefore(item: Planned, statements: readonly PlannedStatement[]): Planned {
  const content = contentOf(item);
  if (content === null || statements.length === 0) return item;
  const { uuid, variant, losses } = item;
  const bundle: PlannedBundle = {
    uuid,
    variant,
    ta_type: "db_editor_bundle_prepend",
    content,
    bundle: statements,
    ...(losses === undefined ? {} : { losses }),
  };
  return bundle;
}

interface Asked {
  readonly steps: readonly Step[];
  readonly sent: readonly Planned[];
}

/** Asks behind what the elements before would do; without them where they cannot be done. */
type Ask = (make: (before: readonly Planned[]) => Asked) => Promise<{
  readonly outcome: Outcome;
  readonly sent: readonly Planned[];
}>;

function asker(earlier: readonly Planned[], execute: Execute): Ask {
  let before = earlier.some((item) => item.ta_type === "unknown") ? [] : earlier;
  return async (make) => {
    const { steps, sent } = make(before);
    const outcome = await execute(steps, { dryRun: true });
    const refused = outcome.ok ? null : outcome.fault.stepIdx;
    if (refused === null || !toSteps(before).some(({ idx }) => idx === refused)) return { outcome, sent };
    before = [];
    const alone = make(before);
    return { outcome: await execute(alone.steps, { dryRun: true }), sent: alone.sent };
  };
}

async function graphOf(item: Planned, ask: Ask, catalogue: Catalogue): Promise<Graph | null> {
  const content = contentOf(item);
  const step = presentStep(item, catalogue);
  if (content === null || step === null || !isRemoval(item)) return null;
  const { outcome } = await ask((before) => ({ steps: [...toSteps(before), step], sent: before }));
  const row = outcome.ok ? outcome.lists[item.uuid]?.[0] : undefined;
  const type = catalogue.objectType(content.object_fq_name);
  if (row === undefined || type === null) return null;
  return startGraph(item.uuid, type, row, "bundle" in item ? item.bundle : []);
}

/** Takes from a refusal what to do next; the refusal that ends it, unless what is stuck tells. */
async function resolve(
  graph: Graph,
  fault: Fault,
  stuck: Stuck[],
  ask: Ask,
  catalogue: Catalogue,
): Promise<"on" | "end" | Fault> {
  const children = childrenIn(fault);
  const node = nodeOf(graph, fault.stepIdx);
  if (node === null) return fault;
  if (children === null) return mend(graph, node, fault, catalogue) ? "on" : fault;
  const found = await findReferring(graph, node, children, ask, catalogue);
  if (found === null) return fault;
  return "lists" in found ? putBefore(graph, node, found, stuck, catalogue) : found;
}

function putBefore(
  graph: Graph,
  node: Node,
  found: Found,
  stuck: Stuck[],
  catalogue: Catalogue,
): "on" | "end" {
  const { held, left } = hold(graph, node, found, catalogue);
  // Planned already is all that was read; what still refers is out of sight.
  const unseen = held || left.length > 0 ? [] : found.children.map(stuckOf);
  stuck.push(...left, ...unseen);
  return held && left.length === 0 ? "on" : "end";
}

async function findReferring(
  graph: Graph,
  node: Node,
  kept: Kept,
  ask: Ask,
  catalogue: Catalogue,
): Promise<Found | Fault | null> {
  for (const { steps, parents } of readingsOf(catalogue, graph, node, kept)) {
    const { outcome } = await ask((before) => ({ steps: [...toSteps(before), ...steps], sent: before }));
    if (!outcome.ok) return outcome.fault;
    const { lists } = outcome;
    if (parents.kind !== "going" || isAmong(kept, lists[PARENTS] ?? [])) return { ...kept, lists, parents };
  }
  return null;
}

/** The node of a step: further statements are called `<uuid>_<number>`, in their order. */
function nodeOf(graph: Graph, idx: string | null): Node | null {
  if (idx === graph.root.idx) return graph.root;
  const at = Number(/_(\d+)$/.exec(idx ?? "")?.[1] ?? Number.NaN);
  return inOrder(graph)[at] ?? null;
}

/** Objects that the log says were deleted and that nobody planned. */
function goneWith(graph: Graph, catalogue: Catalogue, entries: readonly Row[] | undefined): Removal["along"] {
  if (entries === undefined) return null;
  const planned = new Set([graph.root, ...graph.nodes.values()].map(({ goes }) => goes));
  return entries.flatMap((entry): readonly Gone[] => {
    const object = textIn(entry["object_fq_name"]);
    const type = catalogue.objectType(object);
    const row = entry["old"];
    if (entry["new"] !== null || type === null || !isRow(row)) return [];
    return planned.has(idOf(type, row))
      ? []
      : [{ object, row: { ...row, gpk: entry["object_gfk"] ?? null } }];
  });
}

function isRow(value: Json | undefined): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
