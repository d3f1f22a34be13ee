import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "../../server/db/database.ts";

/** The same database, whose statements outside of transactions, transactions and long answers begin after a pause. `isReserved`: statements that check tokens and read rights. */
export function paused(db: Database, pause: (isReserved: boolean) => Promise<unknown>): Database {
  return {
    ...db,
    reserved: {
      async query(sql, params, name) {
        await pause(true);
        return db.reserved.query(sql, params, name);
      },
    },
    async query(sql, params, name) {
      await pause(false);
      return db.query(sql, params, name);
    },
    until: (signal) => ({
      async query(sql, params, name) {
        await pause(false);
        return db.until(signal).query(sql, params, name);
      },
    }),
    async copy(options) {
      await pause(false);
      return db.copy(options);
    },
    async transaction(options, work) {
      await pause(false);
      return db.transaction(options, work);
    },
  };
}

/** A call that is held behind the check of its token. */
export interface Held<T> {
  /** Resolves when the call waits. */
  readonly reached: Promise<void>;
  open(): void;
  readonly result: Promise<T>;
}

/** A database that can hold one call of its process. All other calls continue. */
export interface Gated extends Database {
  /** `skip`: how many pieces of work of the call pass before it is held. */
  hold<T>(work: () => Promise<T>, skip?: number): Held<T>;
}

export function gated(db: Database): Gated {
  const calls = new AsyncLocalStorage<{ left: number; reached: () => void; opened: Promise<void> }>();
  const held = paused(db, async (isReserved) => {
    const call = calls.getStore();
    if (isReserved || call === undefined || call.left-- !== 0) return;
    call.reached();
    await call.opened;
  });
  return {
    ...held,
    hold(work, skip = 0) {
      const [reached, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const call = { left: skip, reached: reached.resolve, opened: opened.promise };
      return { reached: reached.promise, open: opened.resolve, result: calls.run(call, work) };
    },
  };
}
