import { NoPlace } from "../kept.ts";
import type { Plan } from "../plan.ts";
import type { StepResult } from "../list/one-statement.ts";
import { tellingAnswers } from "./answers.ts";
import { writingOptions, type RunContext } from "./context.ts";
import { runEach } from "./in-order.ts";
import { createListing, yieldsTo } from "./listing.ts";
import { createPatience } from "./patience.ts";
import { intentsOf, isUrgent } from "../write/intent.ts";
import { givesRights, locksTreeAlone, RightsVanish } from "../write/locks.ts";
import { createLockPlaces } from "../write/lock-places.ts";
import { openWriteSession, type WriteSession } from "../write/open.ts";
import type { Convoy, WriteContext } from "../write/stages.ts";

/** Steps of which at least one writes, in order in one transaction. Neighbouring writes are executed together. */
export async function runMixed(plans: readonly Plan[], context: RunContext): Promise<readonly StepResult[]> {
  const intents = intentsOf(plans);
  const changesRights = givesRights(intents);
  const { results, records } = await placed(async () => {
    try {
      return await written(plans, context, { intents, changesRights });
    } catch (error) {
      if (!(error instanceof RightsVanish)) throw error;
      return written(plans, context, { intents, changesRights: true });
    }
  });
  const [record = null] = records;
  if (record !== null) context.recorded?.(record);
  return results;
}

/** Steps of several calls of one account in one transaction. Each call has its record; null for a call that changed nothing. */
export function runConvoy(plans: readonly Plan[], context: RunContext, convoy: Convoy): Promise<Written> {
  return written(plans, context, { intents: intentsOf(plans), changesRights: false, convoy });
}

interface Written {
  readonly results: readonly StepResult[];
  /** The gpk of the record of each call; null if nothing was committed. */
  readonly records: readonly (string | null)[];
}

async function written(
  plans: readonly Plan[],
  context: RunContext,
  { intents, changesRights, convoy }: Pick<WriteContext, "intents" | "changesRights" | "convoy">,
): Promise<Written> {
  const { catalogue, resolver, actor, actorNow, rollsBack, allFaults = false, steps } = context;
  const { places = createLockPlaces(), patience = createPatience() } = context;
  let recorded: WriteSession["recorded"] = () => Promise.resolve([]);
  const listing = createListing();
  const options = {
    ...writingOptions(context),
    yieldsTo: yieldsTo({
      rollsBack,
      isAlone: changesRights || locksTreeAlone(intents),
      listing,
      waited: (ms) => patience.waited(actor.person, ms),
    }),
    owner: actor.person,
    isUrgent: isUrgent(intents),
  };
  const results = await context.db.transaction(options, async (tx) => {
    context.kept?.again();
    const session = await openWriteSession(tx, {
      catalogue,
      resolver,
      actor,
      ...(actorNow === undefined ? {} : { actorNow }),
      places,
      dryRun: rollsBack,
      allFaults,
      showsTokens: !rollsBack,
      intents,
      changesRights,
      steps,
      stepCount: plans.length,
      ...(convoy === undefined ? {} : { convoy }),
    });
    recorded = () => session.recorded();
    return tellingAnswers(tx, { plans, context, session }, () =>
      runEach(plans, tx, context, { session, listing }),
    );
  });
  return { results, records: rollsBack ? [] : await toldRecords(recorded) };
}

/** Records of committed calls; none if the answer with them was lost together with that of the commit. */
async function toldRecords(recorded: WriteSession["recorded"]): ReturnType<WriteSession["recorded"]> {
  try {
    return await recorded();
  } catch {
    return [];
  }
}

/** Executes a call again if it has to wait for a place in memory (wire contract 1.9). */
async function placed<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof NoPlace)) throw error;
    await error.place();
    return run();
  }
}
