import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import type { Json } from "#contract/wire/json";
import type { ActorResolver } from "../../access/resolve.ts";
import type { Actor } from "../../access/actor.ts";
import type { TransactionOptions } from "../../db/database.ts";
import type { ListContext } from "../list/one-statement.ts";
import type { LockPlaces } from "../write/lock-places.ts";
import type { Patience } from "./patience.ts";
import type { Report } from "./progress.ts";

/** Everything a run needs besides its plans. */
export interface RunContext extends ListContext {
  readonly resolver: ActorResolver;
  /** Reads the actor of the call again. Absent for an actor without a token. */
  readonly actorNow?: () => Promise<Actor>;
  /** Absent if the call only reads, or is the only one. */
  readonly places?: LockPlaces;
  readonly patience?: Patience;
  /** Whether the transaction is rolled back: in a dry run, or in access mode `ro`. */
  readonly rollsBack: boolean;
  /** Whether a call that is rolled back also reports how the answers of servers would change. */
  readonly tellsAnswers?: boolean;
  /** Continues after refused steps, so that the refusal names all of them. */
  readonly allFaults?: boolean;
  /** The steps in the form that was sent, for the record of the transaction. */
  readonly steps: Json;
  readonly report?: Report;
  /** Called with the gpk of the record of a committed transaction. */
  readonly recorded?: (gpk: string) => void;
}

/** The signal as an option, if there is one. */
export function signalOf({ signal }: { readonly signal?: CancelSignal }): { signal?: CancelSignal } {
  return signal === undefined ? {} : { signal };
}

/** Options of the transaction of a call that writes. */
export function writingOptions(context: RunContext): TransactionOptions {
  const { rollsBack, tellsAnswers = false } = context;
  return {
    mode: "read write",
    statementTimeout: LIMITS.callTime,
    dryRun: rollsBack,
    // Answers before and after are compared, so no change of others may come between them.
    seesOneMoment: rollsBack && tellsAnswers,
    // The session takes its locks first.
    readsFirst: true,
    ...signalOf(context),
  };
}
