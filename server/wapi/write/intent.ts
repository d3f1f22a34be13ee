import type { Params } from "#contract/wire/json";
import type { ObjectType } from "../../catalogue/object-type.ts";

/** What is known of a writing step before the first step runs. */
export interface WriteIntent {
  readonly type: ObjectType;
  /** `create`, `update`, `delete`, or a function that only the type has. */
  readonly fn: string;
  readonly position: number;
  /** Values in `new`; null also for those that rows of earlier steps give. */
  readonly new: Params;
  /** Parameters in `new` that rows give. */
  readonly byRows: ReadonlySet<string>;
  /** How often the step runs at most; null when only the rows that say so can tell. */
  readonly executions: number | null;
  /** Members of literal tables that become secrets by this step: position of the table, name of the member. */
  readonly secretSources: readonly (readonly [number, string])[];
}

/** Objects whose place follows from that of others. Who moves some holds the tree alone; who places objects in it shares it. */
export interface Tree {
  readonly name: string;
  /** Trees are held in this order, whatever the steps. */
  readonly order: number;
  readonly alone: string;
  readonly share: string;
  /** With more new objects the tree is held alone: the table of locks is bounded. */
  readonly most: number;
}

export interface Hold {
  readonly tree: Tree;
  /** Absent: new objects find their place when they are written. */
  readonly how?: "alone" | "share";
  /** New objects of the tree at most. */
  readonly adds?: number;
}
