import type { Query, Tx } from "../../db/database.ts";
import type { Waiting } from "../../db/yielding.ts";
import type { WriteSession } from "../write/open.ts";

/** A call that applies keeps others waiting only if it has run for this time, in ms; shorter ones are in turn. */
const LONG_MS = 5_000;
/** Time that lists of a writing call may take together while others wait for what the call holds, in ms; less behind a lock that it has for itself. */
const [LISTS_MS, LISTS_ALONE_MS] = [2_000, 500];

/** Time that the lists of a writing call take. */
interface Listing {
  ms(): number;
  /** The same statements, whose time counts. */
  timed(query: Query): Query;
}

/** A call that writes. */
export interface Writing {
  readonly session: WriteSession;
  readonly listing: Listing;
}

/** The session of a call that writes, and what its lists are read by. */
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
  /** The call has a lock for itself that other writers share. */
  readonly isAlone: boolean;
  readonly listing: Listing;
  /** Notes that others have waited longer; true if they have waited too long for the calls of this person. */
  readonly waited: (ms: number) => boolean;
}

/**
 * Whether a call is undone for others who wait for what it holds (wire contract 1.8): a call that changes nothing always, one that applies if its lists take long or if others have
 * waited long for its person, and any for those who lock an account or end a token.
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
