import type { ObjectType } from "../../catalogue/object-type.ts";
import type { WritePlan } from "../plan.ts";
import type { Done } from "./stages.ts";

/** The predictions for planning steps before the steps that they depend on are done. */
export interface Foreseen {
  /** Ids for new rows that other steps refer to before the rows are written. */
  readonly ids: ReadonlyMap<WritePlan, string>;
  /** Throws if a row differs from its prediction. */
  check(done: readonly Done[]): void;
}

/** Thrown when a row differs from its prediction. The server then undoes all steps that used predictions, and does them again with the real rows. */
export class Misforeseen extends Error {
  constructor() {
    super("A row differs from what its step was given.");
  }
}

/** Draws ids for new rows. */
export type DrawIds = (type: ObjectType, count: number) => Promise<readonly string[]>;
