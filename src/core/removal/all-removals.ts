import type { Planned } from "../txlist/planned.ts";
import { besideOf, isRemoval } from "./is-removal.ts";
import { lookAtRemoval, withBefore, type Removal, type RemovalPorts } from "./removal.ts";

/** Result of a search for all deletions of a list. */
export interface AllRemovals {
  /** The list with the blocking objects before each of its deletions. */
  readonly items: readonly Planned[];
  /** Number of objects that block them and are planned now. */
  readonly taken: number;
  /** Number of deletions that stay blocked. */
  readonly blocked: number;
}

/** Longer lists would be searched for minutes, because each deletion is tried after all elements before it. */
export const SEARCHED_UP_TO = 100;

/** True for a list with several deletions that has not been searched yet. */
export function hasRemovals(items: readonly Planned[]): boolean {
  return items.length <= SEARCHED_UP_TO && openRemovals(items).length > 1;
}

export function openRemovals(items: readonly Planned[]): readonly Planned[] {
  return items.filter((item) => isRemoval(item) && item.ta_type === "db_editor_simple");
}

/** Searches the deletions one after the other. Each search runs after the elements before it, including those planned by earlier searches. */
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
