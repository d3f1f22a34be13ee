import { LIMITS } from "#contract/limits";
import type { CancelSignal } from "#contract/wire/outcome";
import { senderOf } from "../../access/resolve.ts";
import type { Catalogue } from "../../catalogue/object-type.ts";
import type { Database } from "../../db/database.ts";
import { createLines, enterAll } from "../../wapi/call/lines.ts";
import type { Allowance } from "../body.ts";
import { isTokenText } from "../token.ts";

/** Number of large calls of one person that are read and answered at once. The next call waits unread, so that it takes no memory. */
const OF_A_PERSON = 1;

interface Wish {
  readonly token: string | null;
  /** Limit in bytes of this address for every sender. */
  readonly limit: number;
  readonly signal: CancelSignal;
}

/**
 * The reading of one body. `grow` is called if the body turns out to be large, and `end` when its answer is read. `grow` is called if the body turns
 * out to be large, `end` when its answer is read.
 */
export interface Reading {
  readonly allowance: Allowance;
  readonly grow?: () => Promise<Allowance>;
  readonly end: () => void;
}

/** Decides how much of a body is read, and when (wire contract 1.8). */
export type LargeBodies = (wish: Wish) => Reading;

const nothing = (): void => undefined;

/** `places`: number of large calls of all persons that are read and answered at once. */
export function createLargeBodies(db: Database, catalogue: Catalogue, places: number): LargeBodies {
  const persons = createLines(OF_A_PERSON, LIMITS.callTime);
  const all = createLines(places, LIMITS.callTime);
  return ({ token, limit, signal }) => {
    if (token === null || !isTokenText(token)) return { allowance: { limit, keep: false }, end: nothing };
    let leave = nothing;
    return {
      allowance: { limit: LIMITS.largeBodyBytes, keep: true },
      async grow() {
        const sender = await senderOf(db.reserved, catalogue, token);
        // The call will be refused for its token after the check of its size.
        if (sender === null) return { limit, keep: false };
        const most = sender.mayWrite ? limit : Math.min(limit, LIMITS.bodyBytes);
        leave = await enterAll(
          [
            { line: persons, name: sender.person },
            { line: all, name: "" },
          ],
          signal,
        );
        return { limit: most, keep: true };
      },
      end: () => {
        leave();
        leave = nothing;
      },
    };
  };
}
