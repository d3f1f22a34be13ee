import type { Actor } from "../access/actor.ts";
import { refuse } from "../faults.ts";

/** Refuses users who are not in the network database (wire contract 6.7, 6.8). */
export function refuseUnknown(actor: Actor): void {
  if (actor.account === null) throw refuse("account_unknown", { login_name: actor.actorLogin });
}
