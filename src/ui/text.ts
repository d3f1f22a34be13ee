import { useSyncExternalStore } from "react";
import { getI18n } from "react-i18next";
import type { Locale, Text, TextKey } from "#core/text";

/** Says a text of the portal in the chosen language. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const voices = new Map<string, Say>();

/** The voice of the portal; parts that use it are drawn again when the language changes. */
export function useText(): Say {
  return voiceOf(useLanguage());
}

/** One a language, so that parts that depend on it are made anew only with the language; plain texts are looked up once. */
function voiceOf(language: string): Say {
  const known = voices.get(language);
  if (known !== undefined) return known;
  const translate = getI18n().getFixedT(language);
  const plain = new Map<TextKey, string>();
  const say: Say = (key, values) => {
    if (values !== undefined) return translate(key, { ...values });
    const text = plain.get(key) ?? translate(key);
    plain.set(key, text);
    return text;
  };
  voices.set(language, say);
  return say;
}

function useLanguage(): string {
  return useSyncExternalStore(onLanguage, languageNow);
}

function onLanguage(told: () => void): () => void {
  const i18n = getI18n();
  i18n.on("languageChanged", told);
  return () => i18n.off("languageChanged", told);
}

function languageNow(): string {
  return getI18n().language;
}

/** A name from the data as it is, a text of the portal in the chosen language. */
export function sayText(say: Say, text: string | Text): string {
  return typeof text === "string" ? text : say(text.key, text.values);
}

function isLocale(language: string): language is Locale {
  return language === "de" || language === "en" || language === "swg";
}

/** The chosen language. */
export function useLocale(): Locale {
  const language = useLanguage();
  return isLocale(language) ? language : "en";
}

/** Tag for Intl: it knows no Swabian and would fall back to the language of the machine. */
export function intlTag(locale: Locale): string {
  return locale === "swg" ? "de" : locale;
}
