import type { Json } from "#contract/wire/json";
import type { CancelSignal } from "#contract/wire/outcome";
import type { Actor } from "../access/actor.ts";
import type { ActorResolver } from "../access/resolve.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import type { Report } from "./progress.ts";

/** Everything a run needs besides its plans. */
export interface RunContext {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
  readonly actor: Actor;
  /** Nothing stays: dry run, or access mode `ro`. */
  readonly rollsBack: boolean;
  readonly withTranslations: boolean;
  /** The steps as they were sent, for the record of the transaction. */
  readonly steps: Json;
  readonly signal?: CancelSignal;
  readonly report?: Report;
}
