import type { Actor } from "../access/actor.ts";
import { ofOneMoment, type ActorResolver, type Visit } from "../access/resolve.ts";
import type { Catalogue } from "../catalogue/object-type.ts";
import type { Database } from "../db/database.ts";
import { Refusal } from "../faults.ts";

/** Somebody who is told of changes. */
export interface Listener {
  /** Text of the token. */
  readonly token: string;
  readonly visit: Visit;
  /** Wanted types; null: all. */
  readonly types: ReadonlySet<string> | null;
  actor: Actor;
  isOpen: boolean;
  tell(text: string): void;
  end(): void;
}

export interface RightsParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly resolver: ActorResolver;
}

/** Listeners with the same key have the same rights. Only an API token narrows the roles of its account. */
export function rightsKey({ actor }: Listener): string {
  return actor.isSessionToken ? (actor.account ?? "") : `${actor.account ?? ""}/${actor.token}`;
}

/** Ends the listeners whose token has ended or whose account is locked, and reads the rights of those for whom they changed. One statement for all. */
export async function checkStandings(parts: RightsParts, listeners: readonly Listener[]): Promise<void> {
  const open = listeners.filter(({ isOpen }) => isOpen);
  if (open.length === 0) return;
  const { standing } = parts.catalogue.accounts;
  const sql = standing.replaceAll("{token}", "k.token").replaceAll("{account}", "k.account");
  const rows = await parts.db.reserved.query<{ standing: string | null }>(
    `select (${sql}) as standing
      from unnest($1::bigint[], $2::bigint[]) with ordinality k(token, account, n)
      order by k.n`,
    [open.map(({ actor }) => actor.token), open.map(({ actor }) => actor.account)],
    "event-standings",
  );
  const moved = open.filter((listener, at) => {
    const now = rows[at]?.standing ?? null;
    if (now === null) listener.end();
    return now !== null && now !== listener.actor.standing;
  });
  for (const group of Map.groupBy(moved, rightsKey).values()) await renew(parts, group);
}

/** Reads the present rights of listeners with the same key. */
export async function renew({ db, resolver }: RightsParts, group: readonly Listener[]): Promise<void> {
  for (const listener of group) {
    if (!listener.isOpen) continue;
    const { token, visit } = listener;
    try {
      const actor = await ofOneMoment(() => resolver.actorOf(db.reserved, token, null, false, visit));
      for (const one of group) {
        const { token: own, person } = one.actor;
        one.actor = { ...actor, token: own, person };
      }
      return;
    } catch (error) {
      // Its token has ended meanwhile. Others of the group may still listen.
      if (!(error instanceof Refusal)) throw error;
      listener.end();
    }
  }
}
