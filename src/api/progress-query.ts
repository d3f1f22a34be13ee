import { queryOptions } from "@tanstack/react-query";
import { LIMITS } from "#contract/limits";
import type { CallProgress } from "#contract/wire/progress";

/**
 * Progress of a running call, asked for as often as the server notes it and only while somebody looks. It is a comfort: one that is not
 * told is not asked for again, and what the call came to is said by its own answer.
 */
export const progressQuery = (
  ask: (callId: string, signal: AbortSignal) => Promise<CallProgress | null>,
  callId: string,
) =>
  queryOptions({
    queryKey: ["progress", callId],
    queryFn: ({ signal }) => ask(callId, signal),
    refetchInterval: ({ state }) => (state.status === "error" ? false : LIMITS.progressEvery),
    retry: false,
    gcTime: 0,
    staleTime: Infinity,
  });
