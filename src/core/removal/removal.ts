import type { Fault } from "#contract/wire/fault";
import { isObject, textIn, type Row } from "#contract/wire/json";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Execute, Outcome } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { entriesBy } from "../txlist/effects.ts";
import { contentOf, type Planned, type PlannedStatement } from "../txlist/planned.ts";
import { testSteps } from "../txlist/test-steps.ts";
import { toSteps } from "../txlist/to-steps.ts";
import { presentStep } from "../txlist/overtaken.ts";
import { childrenIn, isAmong, PARENTS, readingsOf, type Found, type Kept } from "./children.ts";
import { idOf, inOrder, startGraph, type Graph, type Node } from "./graph.ts";
import { hold, stuckOf, type Stuck } from "./hold.ts";
import { isRemoval } from "./is-removal.ts";
import { mend } from "./mend.ts";

export interface Removal {
  /** Blocking objects and the statements for them, in an order that works. */
  readonly before: readonly Node[];
  /** The same with the statements that the element had before. */
  readonly statements: readonly PlannedStatement[];
  /** Blocking objects for which nothing can be planned. */
  readonly stuck: readonly Stuck[];
  /** The refusal that ended the search; null if there is a way. */
  readonly refused: Fault | null;
  /** Objects that are deleted with it; null if the server did not get that far. */
  readonly along: readonly Gone[] | null;
  /** There are more blocking objects than one element may have. */
  readonly isTooMuch: boolean;
}

export interface Gone {
  readonly object: string;
  readonly row: Row;
}

export interface RemovalPorts {
  readonly catalogue: Catalogue;
  readonly execute: Execute;
  /** Deletions after the element, with which it may be possible only together. */
  readonly later?: readonly Planned[];
}

/** Maximum number of objects that are deleted with one deletion. */
export const MOST_TAKEN = 1_000;
const MOST_ROUNDS = 60;

/**
 * Finds what a planned deletion deletes and what blocks it. The server tests the deletion, and the blocking objects in the refusal are deleted before
 * it, until none is left. `earlier` are elements before it. Nothing blocks a deletion that passes together with later ones (wire contract 3.8).
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
  const look = { graph, stuck, ask, catalogue: ports.catalogue };
  const result = (end: Partial<Removal>): Removal => ({
    before: inOrder(graph).filter((node) => !graph.given.has(node.id)),
    statements: statementsOf(graph),
    stuck,
    refused: null,
    along: null,
    isTooMuch: false,
    ...end,
  });
  const entries = await entriesOfAll(item, earlier, ports);
  if (entries !== null) return result({ along: goneWith(graph, ports.catalogue, entries) });
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const tried = withBefore(item, statementsOf(graph));
    const { outcome, before } = await ask((elements) => testSteps([...elements, tried]));
    if (outcome.ok) {
      const entries = entriesBy([...before, tried], outcome.lists)?.get(item.uuid);
      return result({ along: goneWith(graph, ports.catalogue, entries) });
    }
    const next = await resolve(look, outcome.fault);
    if (next !== "on") return result({ refused: next === "end" ? null : next });
    if (graph.nodes.size > MOST_TAKEN) return result({ isTooMuch: true });
  }
  return result({ isTooMuch: true });
}

/** Log entries of the element from a test of the whole list. Null if the test fails, or if the element has no later ones. */
async function entriesOfAll(
  item: Planned,
  earlier: readonly Planned[],
  { execute, later = [] }: RemovalPorts,
): Promise<readonly Row[] | null> {
  if (later.length === 0) return null;
  const all = [...earlier, item, ...later];
  const outcome = await execute(testSteps(all), { dryRun: true });
  return outcome.ok ? (entriesBy(all, outcome.lists)?.get(item.uuid) ?? []) : null;
}

const statementsOf = (graph: Graph) => inOrder(graph).map(({ statement }) => statement);

/** The element with these statements before its main action. */
export function withBefore(item: Planned, statements: readonly PlannedStatement[]): Planned {
  if (!("content" in item) || statements.length === 0) return item;
  return { ...item, ta_type: "db_editor_bundle_prepend", bundle: statements };
}

/** Executes a test after the earlier elements, or without them if they fail. `before` are the elements after which it was executed. */
type Ask = (stepsBehind: (before: readonly Planned[]) => readonly Step[]) => Promise<{
  readonly outcome: Outcome;
  readonly before: readonly Planned[];
}>;

function asker(earlier: readonly Planned[], execute: Execute): Ask {
  let before = earlier.some((item) => item.ta_type === "unknown") ? [] : earlier;
  return async (stepsBehind) => {
    const outcome = await execute(stepsBehind(before), { dryRun: true });
    const refused = outcome.ok ? null : outcome.fault.stepIdx;
    if (refused === null || !toSteps(before).some(({ idx }) => idx === refused)) return { outcome, before };
    before = [];
    return { outcome: await execute(stepsBehind(before), { dryRun: true }), before };
  };
}

async function graphOf(item: Planned, ask: Ask, catalogue: Catalogue): Promise<Graph | null> {
  const content = contentOf(item);
  const step = presentStep(item, catalogue);
  if (content === null || step === null || !isRemoval(item)) return null;
  const { outcome } = await ask((before) => [...toSteps(before), step]);
  const row = outcome.ok ? outcome.lists[item.uuid]?.[0] : undefined;
  const type = catalogue.objectType(content.object_fq_name);
  if (row === undefined || type === null) return null;
  return startGraph(item.uuid, type, row, "bundle" in item ? item.bundle : []);
}

interface Look {
  readonly graph: Graph;
  readonly stuck: Stuck[];
  readonly ask: Ask;
  readonly catalogue: Catalogue;
}

/** Takes the next action from a refusal; answers a refusal that ends the search. */
async function resolve(look: Look, fault: Fault): Promise<"on" | "end" | Fault> {
  const { graph, catalogue } = look;
  const children = childrenIn(fault);
  const node = nodeOf(graph, fault.stepIdx);
  if (node === null) return fault;
  if (children === null) return mend(graph, node, fault, catalogue) ? "on" : fault;
  const found = await findReferring(look, node, children);
  if (found === null) return fault;
  return "lists" in found ? putBefore(look, node, found) : found;
}

function putBefore({ graph, stuck, catalogue }: Look, node: Node, found: Found): "on" | "end" {
  const { held, left } = hold(graph, node, found, catalogue);
  // All rows that were read are already planned, so the blocking rows are not visible.
  const unseen = held || left.length > 0 ? [] : found.children.map(stuckOf);
  stuck.push(...left, ...unseen);
  return held && left.length === 0 ? "on" : "end";
}

async function findReferring(
  { graph, ask, catalogue }: Look,
  node: Node,
  kept: Kept,
): Promise<Found | Fault | null> {
  for (const { steps, parents } of readingsOf(catalogue, graph, node, kept)) {
    const { outcome } = await ask((before) => [...toSteps(before), ...steps]);
    if (!outcome.ok) return outcome.fault;
    const { lists } = outcome;
    if (parents.kind !== "going" || isAmong(kept, lists[PARENTS] ?? [])) return { ...kept, lists, parents };
  }
  return null;
}

/** The node of a step; further statements are named `<uuid>_<number>`, in order. */
function nodeOf(graph: Graph, idx: string | null): Node | null {
  if (idx === graph.root.idx) return graph.root;
  const at = Number(/_(\d+)$/.exec(idx ?? "")?.[1] ?? Number.NaN);
  return inOrder(graph)[at] ?? null;
}

/** Objects that the log reports as deleted and that were not planned. */
function goneWith(graph: Graph, catalogue: Catalogue, entries: readonly Row[] | undefined): Removal["along"] {
  if (entries === undefined) return null;
  const planned = new Set([graph.root, ...graph.nodes.values()].map(({ goes }) => goes));
  return entries.flatMap((entry): readonly Gone[] => {
    const object = textIn(entry["object_fq_name"]);
    const type = catalogue.objectType(object);
    const row = entry["old"];
    if (entry["new"] !== null || type === null || !isObject(row)) return [];
    return planned.has(idOf(type, row))
      ? []
      : [{ object, row: { ...row, gpk: entry["object_gfk"] ?? null } }];
  });
}
