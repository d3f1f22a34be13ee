import { LIMITS } from "#contract/limits";
import type { Alerts, Maintenance } from "#contract/wire/system";
import { pickText, type Locale } from "./text.ts";

export interface Alert {
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
  /** Time window of a maintenance; null for a system alert. */
  readonly window: { readonly begin: Date; readonly end: Date | null } | null;
  readonly isCritical: boolean;
}

/** Alerts in the bell: everything that has not ended; critical ones first, then system alerts (ALERT-08, ALERT-09). */
export function alertList(
  { system, maintenance }: Alerts,
  now: Date,
  locale: Locale,
  listed: readonly Maintenance[] = [],
): readonly Alert[] {
  const notices = system.map((alert) => ({
    id: alert.gpk,
    title: pickText(alert.title, locale) ?? "",
    text: pickText(alert.content, locale),
    window: null,
    isCritical: false,
  }));
  const windows = mergedWindows(maintenance, listed)
    .map((item) => {
      const [begin, end] = [new Date(item.ts_begin), item.ts_end === null ? null : new Date(item.ts_end)];
      const isCritical = item.is_active || begin.getTime() - now.getTime() <= LIMITS.criticalAhead;
      return { id: item.gpk, title: item.subject, text: null, window: { begin, end }, isCritical };
    })
    .filter(({ window: { end } }) => end === null || end.getTime() > now.getTime());
  return [...notices, ...windows].sort((one, other) => Number(other.isCritical) - Number(one.isCritical));
}

/** Maintenance windows of both calls, each once; running ones first, then by begin (ALERT-10, ALERT-11). */
function mergedWindows(told: readonly Maintenance[], listed: readonly Maintenance[]): readonly Maintenance[] {
  const byKey = new Map([...listed, ...told].map((item) => [item.gpk, item]));
  return [...byKey.values()].sort(
    (one, other) =>
      Number(other.is_active) - Number(one.is_active) ||
      Date.parse(one.ts_begin) - Date.parse(other.ts_begin),
  );
}

/** Colour of the indicator (ALERT-01 to ALERT-03). */
export function alertTone(alerts: readonly Alert[]): "bad" | "accent" | "ok" {
  if (alerts.length === 0) return "ok";
  return alerts.some((alert) => alert.isCritical) ? "bad" : "accent";
}
