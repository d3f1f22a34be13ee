import type { Key } from "./key-join.ts";

/** Names of everything that a step reads and writes. Two steps may be exchanged if neither writes what the other reads. */
export interface ReadWriteSet {
  readonly reads: Set<string>;
  readonly writes: Set<string>;
  /** No step may move past this one. It may only join the batch directly before it. */
  isBarrier: boolean;
  /** The step is a barrier and also a batch of its own. */
  isAlone: boolean;
}

/** Natural keys of objects that steps of the run name by gpk. */
export type KeysByGpk = ReadonlyMap<string, Key>;

/** Name of an object by its natural key in wire form. */
export function objectName(type: string, key: Key): string {
  return `${type} ${JSON.stringify(key)}`;
}

/** Makes a step a batch of its own, because its parameters do not tell what it depends on. */
export function standAlone(set: ReadWriteSet): void {
  set.isBarrier = true;
  set.isAlone = true;
}
