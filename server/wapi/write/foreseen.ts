import type { ObjectType } from "../../catalogue/object-type.ts";
import type { WritePlan } from "../plan.ts";
import type { Done } from "./stages.ts";

/** What steps were planned by before the steps that they follow from were done. */
export interface Foreseen {
  /** Ids that new rows get, because other steps name them already. */
  readonly ids: ReadonlyMap<WritePlan, string>;
  /** Throws if a row differs from what was foreseen of it. */
  check(done: readonly Done[]): void;
}

/** A row differs from what was foreseen: everything that was done by it is undone and done again, by real rows. */
export class Misforeseen extends Error {
  constructor() {
    super("A row differs from what its step was given.");
  }
}

/** Draws ids for new rows. */
export type DrawIds = (type: ObjectType, count: number) => Promise<readonly string[]>;
