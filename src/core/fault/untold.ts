import type { Outcome } from "#contract/wire/outcome";

/** Faults that the portal itself names, because the server sent none (src/api/http.ts): no answer, an incomplete answer, or an answer without a fault. */
const LOCAL_FAULTS = ["network", "incomplete_answer", "http_status"] as const;
export type LocalFaultName = (typeof LOCAL_FAULTS)[number];

/** The database lost the answer to a commit, and the server could not find out how the commit ended (wire contract 4.2). */
const UNKNOWN = "outcome_unknown";

/** True if the server did not say how the call ended, so it may have taken effect. A call that was refused before it was executed (4xx) took no effect. */
export function isUntold(outcome: Outcome): boolean {
  if (!outcome.ok && outcome.fault.name === UNKNOWN) return true;
  if (outcome.ok || !LOCAL_FAULTS.some((name) => name === outcome.fault.name)) return false;
  const status = outcome.status ?? 0;
  return status < 400 || status >= 500;
}
