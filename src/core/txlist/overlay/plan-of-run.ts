import type { Json } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { entriesBy } from "../effects.ts";
import { statementsOf, type Planned } from "../planned.ts";
import type { Run } from "../run.ts";
import { isSameList } from "../run-end.ts";
import { planOfElements, planOfEntries, type Plan } from "./plan.ts";

/** The plan of a list: as its test has told it, or by its elements if no test of the list as it is has. */
export function planOf(items: readonly Planned[], run: Run, catalogue: Catalogue): Plan {
  const known = KNOWN.get(items);
  if (known?.run === run && known.catalogue === catalogue) return known.plan;
  const plan = toldPlan(items, run, catalogue) ?? planOfElements(items, catalogue);
  KNOWN.set(items, { run, catalogue, plan });
  return plan;
}

/** Lists never change: every change makes another one. */
const KNOWN = new WeakMap<
  readonly Planned[],
  { readonly run: Run; readonly catalogue: Catalogue; readonly plan: Plan }
>();

function toldPlan(items: readonly Planned[], run: Run, catalogue: Catalogue): Plan | null {
  if (run.phase !== "success" || !isSameList(run.sent, items)) return null;
  const entries = entriesBy(run.sent, run.results);
  // Entries beyond those that the test read are unknown.
  if (entries?.size !== items.length) return null;
  return planOfEntries(entries, catalogue, creatingSteps(run.sent, run.results));
}

/** The steps that created objects, by the gpks that these had in the test. */
function creatingSteps(sent: readonly Planned[], results: Lists): ReadonlyMap<Json, string> {
  const made = sent.flatMap(statementsOf).flatMap(([idx, statement]) => {
    const gpk = statement.object_function === "create" ? results[idx]?.[0]?.["gpk"] : undefined;
    return gpk === undefined ? [] : [[gpk, idx] as const];
  });
  return new Map(made);
}
