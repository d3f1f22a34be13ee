import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import type { Locale, Text, TextKey } from "#core/text";

/** Says a text of the portal in the chosen language. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** The voice of the portal; parts that use it are drawn again when the language changes. */
export function useText(): Say {
  const { t } = useTranslation();
  return useCallback<Say>((key, values) => t(key, { ...values }), [t]);
}

/** A name from the data as it is, a text of the portal in the chosen language. */
export function sayText(say: Say, text: string | Text): string {
  return typeof text === "string" ? text : say(text.key, text.values);
}

function isLocale(language: string | undefined): language is Locale {
  return language === "de" || language === "en" || language === "swg";
}

/** The chosen language. */
export function useLocale(): Locale {
  const { i18n } = useTranslation();
  return isLocale(i18n.language) ? i18n.language : "en";
}

/** Tag for Intl: it knows no Swabian and would fall back to the language of the machine. */
export function intlTag(locale: Locale): string {
  return locale === "swg" ? "de" : locale;
}
