import { effectiveLocale, languageAt, type DataLanguage, type Locale } from "#core/locales";
import type { Settings } from "../state/settings.ts";

/** The language of the portal. */
export function spoken({ locale }: Pick<Settings, "locale">): Locale {
  return effectiveLocale(locale, navigator.languages);
}

/** The language of its texts from the API. */
export function spokenData(settings: Pick<Settings, "locale">): DataLanguage {
  return languageAt(spoken(settings)).data;
}
