import type { Outcome } from "#contract/wire/outcome";

/** Faults without words of the server, which the portal itself names (src/api/http.ts): no answer, a cut one, one without a fault. */
const LOCAL_FAULTS = ["network", "incomplete_answer", "http_status"] as const;
export type LocalFaultName = (typeof LOCAL_FAULTS)[number];

/** True if the call ended without a statement of the server about its end, so it may have taken effect. A call refused on its way (4xx) had none. */
export function isUntold(outcome: Outcome): boolean {
  if (outcome.ok || !LOCAL_FAULTS.some((name) => name === outcome.fault.name)) return false;
  const status = outcome.status ?? 0;
  return status < 400 || status >= 500;
}
