import { textIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { entriesBy } from "./effects.ts";
import { changedObject } from "./log-entry.ts";
import { isOpenEnded, namedBy } from "./named.ts";
import type { Planned } from "./planned.ts";
import type { Run } from "./run.ts";
import { toSteps } from "./to-steps.ts";

/** The reach of an element: the objects that it names, and those that its test has changed. */
export interface Reach {
  readonly item: Planned;
  readonly named: number;
  readonly changed: number;
}

export interface ListReach {
  readonly elements: readonly Reach[];
  /** Objects that the list changes, each counted once. */
  readonly changed: number;
  /** False if the test does not show all changes; then the rows of its answer were counted. */
  readonly isExact: boolean;
}

/** The changes of a passed test by element; null for any other run. */
export function reachOf(run: Run, catalogue: Catalogue): ListReach | null {
  if (run.phase !== "success" || run.mode !== "test") return null;
  const { sent, results } = run;
  const entries = entriesBy(sent, results);
  const all = new Set<string>();
  const elements = sent.map((item): Reach => {
    const changed = changedBy(item, entries?.get(item.uuid) ?? null, results);
    for (const object of changed) all.add(object);
    return { item, named: namedBy(item, catalogue), changed: changed.size };
  });
  const isExact = entries !== null && sent.every(({ uuid }) => entries.has(uuid));
  return { elements, changed: all.size, isExact };
}

/** Objects that an element changes, by the change log of the test; without it those that its writing steps answer. */
function changedBy(item: Planned, entries: readonly Row[] | null, results: Lists): ReadonlySet<string> {
  if (entries !== null) return new Set(entries.map(changedObject));
  const rows = toSteps([item])
    .filter(({ name }) => !name.endsWith(".list"))
    .flatMap(({ idx = "" }) => results[idx] ?? []);
  return new Set(rows.map((row) => textIn(row["gpk"])));
}

/** Factor by which the changed objects of an element may exceed the named ones before its author is asked. */
const FAR = 10;

/** True for an element that changes many more objects than it names. */
export function reachesFar({ named, changed }: Reach): boolean {
  return changed > FAR * Math.max(1, named);
}

/** Elements that reach far and that nobody has confirmed yet; `agreed` are the numbers of changed objects that a person has seen. */
export function toAgree(reach: ListReach, agreed: (item: Planned) => number): readonly Reach[] {
  return reach.elements.filter((one) => reachesFar(one) && one.changed > agreed(one.item));
}

/** Age in ms up to which a test shows what an apply would change. */
const TEST_HOLDS = 5 * 60_000;

/** True if the run is a test of exactly this list, with the rights of its owner, and recent. */
export function isTestOf(run: Run, items: readonly Planned[], age: number): boolean {
  if (run.phase !== "success" || run.mode !== "test" || run.as !== undefined || age > TEST_HOLDS)
    return false;
  return run.sent.length === items.length && run.sent.every((item, at) => item === items[at]);
}

/** True if the list alone does not show how many objects an apply changes, so that it is tested first. */
export function needsTest(items: readonly Planned[], catalogue: Catalogue): boolean {
  return items.some((item) => isOpenEnded(item, catalogue));
}
