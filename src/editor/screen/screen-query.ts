import { queryOptions } from "@tanstack/react-query";
import type { Fault } from "#contract/wire/fault";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import { mergeLanguages } from "./languages.ts";

/** A refusal of the executor on its way through TanStack Query, which wants a rejection. */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.description);
    this.fault = fault;
  }
}

/** First member of the key of every query of rows: after an apply all of them are stale. */
export const ROWS = "rows";

/** The lists of a screen: one execute call, translations merged in. */
export function screenQuery(execute: Execute, loginName: string | null, steps: readonly Step[]) {
  return queryOptions({
    queryKey: [ROWS, loginName, steps],
    queryFn: async ({ signal }): Promise<Lists> => {
      const outcome = await execute(steps, { dryRun: false, signal });
      if (!outcome.ok) throw new FaultError(outcome.fault);
      return mergeLanguages(outcome.lists);
    },
    retry: false,
  });
}
