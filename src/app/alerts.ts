import { LIMITS } from "#contract/limits";
import type { Alerts } from "#contract/wire/system";
import { pickText, type Locale } from "#core/text";

export interface Alert {
  readonly id: string;
  readonly title: string;
  readonly text: string | null;
  /** Window of a maintenance; null for a system alert. */
  readonly window: { readonly begin: Date; readonly end: Date | null } | null;
  readonly isCritical: boolean;
}

/** What the bell shows: everything that has not ended, critical ones first (ALERT-08, ALERT-09). */
export function alertList(alerts: Alerts, now: Date, locale: Locale): readonly Alert[] {
  const system = alerts.system.map((alert) => ({
    id: alert.gpk,
    title: pickText(alert.title, locale) ?? "",
    text: pickText(alert.content, locale),
    window: null,
    isCritical: true,
  }));
  const windows = alerts.maintenance
    .map((item) => ({
      item,
      begin: new Date(item.ts_begin),
      end: item.ts_end === null ? null : new Date(item.ts_end),
    }))
    .filter(({ end }) => end === null || end.getTime() > now.getTime())
    .map(({ item, begin, end }) => ({
      id: item.gpk,
      title: item.subject,
      text: null,
      window: { begin, end },
      isCritical: item.is_active || begin.getTime() - now.getTime() <= LIMITS.criticalAhead,
    }));
  return [...system, ...windows].sort((one, other) => Number(other.isCritical) - Number(one.isCritical));
}

/** Colour of the indicator (ALERT-01 to ALERT-03). */
export function alertTone(alerts: readonly Alert[]): "bad" | "accent" | "ok" {
  if (alerts.length === 0) return "ok";
  return alerts.some((alert) => alert.isCritical) ? "bad" : "accent";
}
