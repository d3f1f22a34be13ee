import type { Key } from "./key-search.ts";

/** What a step depends on and what it changes, as names. Two steps may be exchanged when neither writes what the other reads. */
export interface Touch {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** Nothing may move past this step; it joins equal neighbours at most. */
  isBarrier: boolean;
  /** A barrier that is a batch of its own. */
  isAlone: boolean;
}

/** Natural keys of objects that steps of the run name by gpk. */
export type KeysByGpk = ReadonlyMap<string, Key>;

/** Name of an object by its natural key in wire form. */
export function objectName(type: string, key: Key): string {
  return `${type} ${JSON.stringify(key)}`;
}

/** For steps whose dependencies cannot be told from their parameters. */
export function standAlone(touch: Touch): void {
  touch.isBarrier = true;
  touch.isAlone = true;
}
