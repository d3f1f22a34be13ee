import type { Query, Tx } from "../../db/database.ts";
import type { Waiting } from "../../db/yielding.ts";
import type { WriteSession } from "../write/open.ts";

/** Time in ms after which an applying call counts as delaying others. Shorter calls just take their turn. */
const LONG_MS = 5_000;
/** Time in ms that the lists of a writing call may take together while others wait for its locks. It is shorter for an exclusive lock. */
const [LISTS_MS, LISTS_ALONE_MS] = [2_000, 500];

/** The time of the lists of a writing call. */
interface Listing {
  ms(): number;
  /** The same statements, with their time counted. */
  timed(query: Query): Query;
}

/** A call that writes. */
export interface Writing {
  readonly session: WriteSession;
  readonly listing: Listing;
}

/** The session of a call that writes, and the reader of its lists. */
export function writingOn(tx: Tx, writing: Writing | null) {
  if (writing === null) return { session: null, query: tx };
  return { session: writing.session, query: writing.listing.timed(tx) };
}

export function createListing(): Listing {
  let total = 0;
  let since: number | null = null;
  return {
    ms: () => total + (since === null ? 0 : performance.now() - since),
    timed: (query) => ({
      async query(sql, params, name) {
        since = performance.now();
        try {
          return await query.query(sql, params, name);
        } finally {
          total += performance.now() - since;
          since = null;
        }
      },
    }),
  };
}

interface Yields {
  readonly rollsBack: boolean;
  /** The call has an exclusive lock that other writers share. */
  readonly isAlone: boolean;
  readonly listing: Listing;
  /** Adds a wait of others; true if they have waited too long for the calls of this person. */
  readonly waited: (ms: number) => boolean;
}

/**
 * Whether a call gives way to others who wait for its locks (wire contract 1.8): always if it changes nothing, or if a waiting call locks an account
 * or ends a token. A call that applies gives way if its lists take long, or if others have waited long for its person.
 */
export function yieldsTo({ rollsBack, isAlone, listing, waited }: Yields): (waiting: Waiting) => boolean {
  let asked = -Infinity;
  return ({ ms, isUrgent, isOfOthers, isBlocked, heldFor }) => {
    if (rollsBack || isUrgent) return true;
    const now = performance.now();
    const isKept = isOfOthers && !isBlocked && heldFor > LONG_MS;
    const isTooLong = isKept && waited(Math.min(ms, now - asked));
    if (isKept) asked = now;
    return isTooLong || listing.ms() > (isAlone ? LISTS_ALONE_MS : LISTS_MS);
  };
}
