import type { Outcome } from "#contract/wire/outcome";

/** Faults that the portal itself names (src/api/http.ts). */
const LOCAL_FAULTS: readonly string[] = [
  "network",
  "incomplete_answer",
  "http_status",
] satisfies LocalFaultName[];

/** Faults without words of the server: no answer, a cut one, one without a fault. */
export type LocalFaultName = "network" | "incomplete_answer" | "http_status";

/** True if the call ended without a statement of the server about its end, so it may have taken effect. A call refused on its way (4xx) had none. */
export function isUntold(outcome: Outcome): boolean {
  if (outcome.ok || !LOCAL_FAULTS.includes(outcome.fault.name)) return false;
  const status = outcome.status ?? 0;
  return status < 400 || status >= 500;
}
