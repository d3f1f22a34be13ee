import type { Catalogue } from "../../catalogue/object-type.ts";
import { keySearches } from "../../sql/key-searches.ts";
import { searchName } from "../../sql/shared-search.ts";
import type { ListPlan } from "../plan.ts";
import { isPlannedOnce } from "./one-statement.ts";

/** With fewer lists a second statement takes more time than it saves. */
const DIVIDED_FROM = 8;

export type Halves = readonly [readonly ListPlan[], readonly ListPlan[]];

/** The lists in two independent halves of about equal size. Lists that share a search stay together. Null if they are too few. */
export function halvesOf(plans: readonly ListPlan[], catalogue: Catalogue): Halves | null {
  if (plans.length < DIVIDED_FROM || !plans.every(isPlannedOnce)) return null;
  const [first, second] = [emptyHalf(), emptyHalf()];
  const groups = groupsOf(plans, catalogue).sort((one, other) => workOf(other) - workOf(one));
  for (const group of groups) {
    const lighter = first.work <= second.work ? first : second;
    lighter.plans.push(...group.plans);
    lighter.work += workOf(group);
  }
  return second.plans.length === 0 ? null : [inOrder(first.plans), inOrder(second.plans)];
}

/** A search that lists share reads the largest tables. If many rows match, it takes as long as this number of usual lists. */
const SHARED_SEARCH = 25;

function workOf({ plans }: Group): number {
  return plans.length === 1 ? 1 : plans.length + SHARED_SEARCH;
}

function emptyHalf(): { readonly plans: ListPlan[]; work: number } {
  return { plans: [], work: 0 };
}

function inOrder(plans: readonly ListPlan[]): readonly ListPlan[] {
  return plans.toSorted((one, other) => one.position - other.position);
}

interface Group {
  readonly names: ReadonlySet<string>;
  readonly plans: readonly ListPlan[];
}

/** Lists that share searches, directly or over others. */
function groupsOf(plans: readonly ListPlan[], catalogue: Catalogue): Group[] {
  let groups: Group[] = [];
  for (const plan of plans) {
    const names = keySearches(plan.type, catalogue, plan.conditions).map(searchName);
    const { apart = [], same = [] } = Object.groupBy(groups, (one) =>
      names.some((name) => one.names.has(name)) ? "same" : "apart",
    );
    const merged = {
      names: new Set([...same.flatMap((one) => [...one.names]), ...names]),
      plans: [...same.flatMap((one) => one.plans), plan],
    };
    groups = [...apart, merged];
  }
  return groups;
}
