import { TRANSFERS, TRANSFERS_OF_SERVER } from "./budget.ts";
import { createShares } from "./shares.ts";

/** Transfers that run at the same time. */
export interface Transfers {
  /** Servers and zones whose next transfer is complete, because the last one could not be sent by steps. */
  readonly wholes: Set<string>;
  /** Does the work when the turn of this server has come. */
  inTurn<T>(server: string, work: () => Promise<T>): Promise<T>;
}

export function createTransfers(): Transfers {
  const shares = createShares({ all: TRANSFERS, each: TRANSFERS_OF_SERVER, kept: 0 });
  const waiting = new Set<() => void>();
  return {
    wholes: new Set(),
    async inTurn(server, work) {
      let end = shares.take(server);
      while (end === null) {
        const turn = Promise.withResolvers<undefined>();
        const wake = (): void => {
          turn.resolve(undefined);
        };
        waiting.add(wake);
        await turn.promise;
        waiting.delete(wake);
        end = shares.take(server);
      }
      try {
        return await work();
      } finally {
        end();
        for (const wake of waiting) wake();
      }
    },
  };
}
