import type { Outcome } from "#contract/wire/outcome";

/** Faults that the portal itself names: no answer, one that was cut, one without a fault in it (src/api/http.ts). */
const LOCAL_FAULTS: readonly string[] = [
  "network",
  "incomplete_answer",
  "http_status",
] satisfies LocalFaultName[];

/** What the portal itself has to name: no answer, one that was cut, one without a fault in it. */
export type LocalFaultName = "network" | "incomplete_answer" | "http_status";

/** Whether a call ended without the server having said how: it may have done all of it. What is turned away on its way (4xx) did nothing. */
export function isUntold(outcome: Outcome): boolean {
  if (outcome.ok || !LOCAL_FAULTS.includes(outcome.fault.name)) return false;
  const status = outcome.status ?? 0;
  return status < 400 || status >= 500;
}
