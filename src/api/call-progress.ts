import { queryOptions } from "@tanstack/react-query";
import { LIMITS } from "#contract/limits";
import { progressIn, type CallProgress } from "#contract/wire/progress";
import { wapiPath, type Http } from "./http.ts";

/** How far a call is that this token sent under a name; null where the server does not know (wire contract 3.12). */
export async function callProgress(
  http: Http,
  callId: string,
  signal: AbortSignal,
): Promise<CallProgress | null> {
  const query = `?call_id=${encodeURIComponent(callId)}`;
  return progressIn((await http.get(wapiPath("wapi", "transaction", "progress", query), { signal })).body);
}

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
