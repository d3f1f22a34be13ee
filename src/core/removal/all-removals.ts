import type { Planned } from "../txlist/planned.ts";
import { besideOf, isRemoval } from "./is-removal.ts";
import { lookAtRemoval, withBefore, type Removal, type RemovalPorts } from "./removal.ts";

/** What a search behind all deletions of a list found. */
export interface AllRemovals {
  /** The list with what blocks its deletions before each of them. */
  readonly items: readonly Planned[];
  /** Number of objects that block them and are planned now. */
  readonly taken: number;
  /** Number of deletions that stay blocked. */
  readonly blocked: number;
}

/** Longer lists would be searched for minutes, because each deletion is tried behind all elements before it. */
export const SEARCHED_UP_TO = 100;

/** True for a list with several deletions that nothing was searched for yet. */
export function hasRemovals(items: readonly Planned[]): boolean {
  return items.length <= SEARCHED_UP_TO && openRemovals(items).length > 1;
}

export function openRemovals(items: readonly Planned[]): readonly Planned[] {
  return items.filter((item) => isRemoval(item) && item.ta_type === "db_editor_simple");
}

/** Searches one deletion after the other, each behind the elements before it as they are planned then. */
export async function lookAtAll(
  items: readonly Planned[],
  ports: RemovalPorts,
  onProgress: (done: number) => void,
): Promise<AllRemovals> {
  const open = new Set(openRemovals(items));
  const made: Planned[] = [];
  let [done, taken, blocked] = [0, 0, 0];
  for (const [at, item] of items.entries()) {
    const { later } = besideOf(items, at);
    const removal = open.has(item) ? await lookAtRemoval(item, made, { ...ports, later }) : null;
    if (open.has(item)) onProgress(++done);
    const isTaken = removal !== null && mayTake(removal);
    made.push(isTaken ? withBefore(item, removal.statements) : item);
    if (isTaken) taken += removal.before.length;
    else if (removal !== null && isBlocked(removal)) blocked += 1;
  }
  return { items: made, taken, blocked };
}

/** True if everything that blocks a deletion can be planned before it. */
export function mayTake({ before, stuck, refused, isTooMuch }: Removal): boolean {
  return before.length > 0 && stuck.length === 0 && refused === null && !isTooMuch;
}

function isBlocked({ before, stuck, refused }: Removal): boolean {
  return before.length > 0 || stuck.length > 0 || refused !== null;
}
