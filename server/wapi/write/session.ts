import type { Json } from "#contract/wire/json";
import type { Actor } from "../../access/actor.ts";
import type { ActorResolver } from "../../access/resolve.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { WritePlan } from "../plan.ts";

/** What the writing steps of one call need, from before the first step to behind the last one. */
export interface WriteContext {
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly actor: Actor;
  readonly dryRun: boolean;
  /** Whether the text of a new token is answered: not in a dry run, and never for a call that is rolled back. */
  readonly showsTokens: boolean;
  /** All writing steps of the call, in order: what they touch decides the locks taken at the start. */
  readonly plans: readonly WritePlan[];
  /** All steps of the call as they were sent, for the record of the transaction. */
  readonly steps: Json;
  readonly stepCount: number;
}

/** Rows of one writing step as JSON text: usually one. */
export interface WriteResult {
  readonly key: string;
  readonly position: number;
  readonly rows: readonly string[];
}

/** Writing steps of one transaction. `run` takes the steps between two list steps, `end` closes the transaction's checks and its record. */
export interface WriteSession {
  /** The actor as of now: later list steps see the rights that earlier writing steps gave. */
  actor(): Actor;
  run(plans: readonly WritePlan[]): Promise<readonly WriteResult[]>;
  end(): Promise<void>;
}
