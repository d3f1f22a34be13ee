import { setTimeout as pause } from "node:timers/promises";
import type { Actor } from "../../access/actor.ts";
import { standingNow } from "../../access/standing.ts";
import type { Tx } from "../../db/database.ts";
import { sqlStateOf } from "../../db/pool.ts";
import { together } from "../../db/together.ts";
import { NOT_LOCKED } from "../../sql/sqlstate.ts";
import { behaviourOf } from "../behaviour.ts";
import { isUrgent, type Tree, type WriteIntent } from "./intent.ts";
import type { WriteContext } from "./stages.ts";

/** True if the steps of a call change rights. The call then takes the lock on the rights exclusively. */
export function givesRights(intents: readonly WriteIntent[]): boolean {
  return !isUrgent(intents) && intents.some(({ type }) => type.spec.givesRights !== undefined);
}

/** True if a call takes a lock on a tree exclusively, which other writers share. */
export function locksTreeAlone(intents: readonly WriteIntent[]): boolean {
  return treesOf(intents).some(({ isAlone }) => isAlone);
}

/**
 * Rights may end with an object that gives none, as those of the owner of a name end with the name. The call is then executed again with an exclusive
 * lock on the rights.
 */
export class RightsVanish extends Error {
  override readonly name = "RightsVanish";

  constructor() {
    super("Rights vanish with an object of the call.");
  }
}

/** Locks the rights and the trees that the steps of a call need. Answers the actor with its present rights. */
export function takeLocks(tx: Tx, context: WriteContext): Promise<Actor> {
  const trees = treesOf(context.intents);
  const rights = isUrgent(context.intents) ? [] : ["rights"];
  return context.places.wait([...rights, ...trees.map(({ tree }) => tree.name)], async () => {
    if (!context.changesRights && !trees.some(({ isAlone }) => isAlone)) {
      const [actor] = await together(lockRights(tx, context), lockTrees(tx, trees));
      return actor;
    }
    const actor = await lockRights(tx, context);
    await lockTrees(tx, trees);
    return actor;
  });
}

/**
 * Writers share a lock on the rights, and a call that changes rights waits for them, so no step is decided by outdated rights. A call that only
 * removes access takes no lock here and waits for nobody. After the lock the actor is read again, including the right to call at all.
 */
async function lockRights(tx: Tx, context: WriteContext): Promise<Actor> {
  const { actor, actorNow, catalogue, intents, resolver } = context;
  const standing = context.changesRights
    ? await inShortWaits(tx, (inner) => standingNow(inner, catalogue, actor, "for update"))
    : await standingNow(tx, catalogue, actor, isUrgent(intents) ? "" : "for share");
  if (actor.standing === null || standing === actor.standing) return actor;
  return actorNow === undefined ? resolver.renewed(tx, actor) : actorNow();
}

interface NeededTree {
  readonly tree: Tree;
  readonly isAlone: boolean;
}

function treesOf(intents: readonly WriteIntent[]): readonly NeededTree[] {
  const all = intents.flatMap((intent) => behaviourOf(intent.type).holds?.(intent) ?? []);
  const held = Map.groupBy(all, ({ tree }) => tree);
  return [...held]
    .toSorted(([a], [b]) => a.order - b.order)
    .flatMap(([tree, holds]) => {
      const added = holds.reduce((sum, { adds = 0 }) => sum + adds, 0);
      const isAlone = added > tree.most || holds.some(({ how }) => how === "alone");
      return isAlone || holds.some(({ how }) => how === "share") ? [{ tree, isAlone }] : [];
    });
}

/**
 * Takes the locks on trees before the first step, because raising a lock halfway may end in a deadlock. The triggers of the tables take the
 * same locks.
 */
async function lockTrees(tx: Tx, trees: readonly NeededTree[]): Promise<void> {
  const shared: Promise<unknown>[] = [];
  for (const { tree, isAlone } of trees)
    if (isAlone) await inShortWaits(tx, (inner) => inner.query(tree.alone, [], `lock-${tree.name}`));
    else shared.push(tx.query(tree.share, [], `share-${tree.name}`));
  await together(...shared);
}

/** A call that waits for an exclusive lock delays the calls that share it. So it waits only for a short time, and then lets them pass. */
const WAIT_MS = 400;
const LET_PASS_MS = 100;

/** Asks for a lock again and again, until the time of the transaction is over. */
async function inShortWaits<T>(tx: Tx, ask: (tx: Tx) => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await tx.nested(async (inner) => {
        inner.defer(`set local lock_timeout = ${String(WAIT_MS)}`);
        const found = await ask(inner);
        inner.defer("set local lock_timeout to default");
        return found;
      });
    } catch (error) {
      if (sqlStateOf(error) !== NOT_LOCKED) throw error;
      await pause(LET_PASS_MS);
    }
  }
}
