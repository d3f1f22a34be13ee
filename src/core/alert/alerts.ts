import type { Alerts } from "#contract/wire/system";
import { LIMITS } from "#contract/limits";
import { pickText, type Locale } from "../text.ts";

/** One alert as the list shows it. */
export interface AlertEntry {
  readonly gpk: string;
  readonly title: string;
  readonly content: string | null;
  readonly begin: string | null;
  readonly end: string | null;
  readonly isCritical: boolean;
}

/** All alerts that are not over, critical ones first; times are compared with `now`. */
export function alertEntries(alerts: Alerts, locale: Locale, now: Date): readonly AlertEntry[] {
  const system = alerts.system.map((alert) => ({
    gpk: alert.gpk,
    title: pickText(alert.title, locale) ?? "",
    content: pickText(alert.content, locale),
    begin: null,
    end: null,
    isCritical: true,
  }));
  const maintenance = alerts.maintenance
    .filter((window) => window.ts_end === null || Date.parse(window.ts_end) > now.getTime())
    .map((window) => ({
      gpk: window.gpk,
      title: window.subject,
      content: null,
      begin: window.ts_begin,
      end: window.ts_end,
      // Also running windows; one that starts in exactly two days counts (CONST-03, ALERT-09).
      isCritical: window.is_active || Date.parse(window.ts_begin) - now.getTime() <= LIMITS.criticalAhead,
    }));
  return [...system, ...maintenance].toSorted(
    (one, other) => Number(other.isCritical) - Number(one.isCritical),
  );
}

/** Colour of the indicator: danger with critical alerts, primary with others only, success without (ALERT-01 to ALERT-03). */
export function alertTone(entries: readonly AlertEntry[]): "danger" | "primary" | "success" {
  if (entries.some((entry) => entry.isCritical)) return "danger";
  return entries.length > 0 ? "primary" : "success";
}
