import type { Catalogue } from "../catalogue/object-type.ts";
import type { Query } from "../db/database.ts";
import { bind, createParams } from "../sql/bind.ts";
import type { Actor } from "./actor.ts";
import { actorValues } from "./rules.ts";

/**
 * The rights of a call changed between the moment at which they were read and the moment of its statements. The call is executed again with its
 * present rights.
 */
export class RightsMoved extends Error {
  constructor() {
    super("The rights of the call have changed.");
  }
}

/** SQL of the standing of the actor in the snapshot of a statement, with placeholders of the actor. It never yields null. */
export function standingSql({ accounts }: Pick<Catalogue, "accounts">): string {
  return `coalesce((${accounts.standing}), 'none')`;
}

/** The present standing of the actor. `lock` locks the state of rights. Null if its token or account may no longer call. */
export async function standingNow(
  query: Query,
  { accounts }: Pick<Catalogue, "accounts">,
  actor: Actor,
  lock: "" | "for share" | "for update" = "",
): Promise<string | null> {
  const params = createParams();
  const sql = bind(accounts.standing, actorValues(actor), params);
  const [row] = await query.query<{ standing: string | null }>(
    lock === "" ? sql : `${sql} ${lock} of e`,
    params.values,
    `standing-${lock}`,
  );
  return row?.standing ?? null;
}

/** Refuses to continue in this snapshot if the rights belong to another moment. */
export async function refuseMoved(query: Query, catalogue: Catalogue, actor: Actor): Promise<void> {
  if (actor.standing === null) return;
  if ((await standingNow(query, catalogue, actor)) !== actor.standing) throw new RightsMoved();
}
