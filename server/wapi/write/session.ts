import type { Json } from "#contract/wire/json";
import type { Actor } from "../../access/actor.ts";
import type { ActorResolver } from "../../access/resolve.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { WritePlan } from "../plan.ts";
import type { WriteIntent } from "./intent.ts";

/** What the writing steps of one call need, from before the first step to behind the last one. */
export interface WriteContext {
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly actor: Actor;
  readonly dryRun: boolean;
  /** Whether the text of a new token is answered: not in a dry run, and never for a call that is rolled back. */
  readonly showsTokens: boolean;
  /** All writing steps of the call, in order: what they touch decides the locks taken at the start. */
  readonly intents: readonly WriteIntent[];
  /** All steps of the call as they were sent, for the record of the transaction. */
  readonly steps: Json;
  readonly stepCount: number;
}

/** Writing steps of one transaction. `run` takes the steps between two list steps, `end` closes the transaction's checks and its record. */
export interface WriteSession {
  /** The actor as of now: later list steps see the rights that earlier writing steps gave. */
  actor(): Actor;
  /** Refuses a step that the account in effect may not send at all, also one that runs for no row. */
  refuse(plan: WritePlan): void;
  /** Rows of each step as JSON text: usually one. */
  run(plans: readonly WritePlan[]): Promise<readonly (readonly string[])[]>;
  /** Writes the record of what was changed so far, for steps that read it. */
  record(): Promise<void>;
  end(): Promise<void>;
}
