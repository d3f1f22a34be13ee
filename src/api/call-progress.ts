import { progressIn, type CallProgress } from "#contract/wire/progress";
import type { Http } from "./http.ts";
import { wapiPath } from "./paths.ts";

/** Progress of a call that this token sent under a name; null if the server does not know the call (wire contract 3.12). */
export async function callProgress(
  http: Http,
  callId: string,
  signal: AbortSignal,
): Promise<CallProgress | null> {
  const query = `?call_id=${encodeURIComponent(callId)}`;
  return progressIn((await http.get(wapiPath("wapi", "transaction", "progress", query), { signal })).body);
}
