import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { Execute, Lists } from "#contract/wire/outcome";
import type { CallProgress } from "#contract/wire/progress";
import type { Step } from "#contract/wire/step";
import { listsQuery, type Viewer } from "../../api/queries.ts";
import { port } from "../../ui/port.ts";

/** Calls of steps, and whose they are. */
export interface Calls {
  readonly execute: Execute;
  /** The account whose rows are cached. */
  readonly viewer: Viewer;
  /** Progress of a call with this name; null if unknown. */
  readonly callProgress: (callId: string, signal: AbortSignal) => Promise<CallProgress | null>;
}

export const useCalls = port<Calls>();

/** The lists of these steps, by one call that is not repeated. Without steps there is no call. */
export function useLists(steps: readonly Step[], isAsked = true): UseQueryResult<Lists> {
  const { execute, viewer } = useCalls();
  return useQuery({
    ...listsQuery(execute, viewer, steps),
    enabled: isAsked && steps.length > 0,
    retry: false,
  });
}
