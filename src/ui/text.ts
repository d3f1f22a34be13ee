import { createContext, createElement, useContext, useSyncExternalStore, type ReactNode } from "react";
import { getI18n } from "react-i18next";
import { languageAt, localeOfTag } from "#core/locales";
import type { Locale, Text, TextKey } from "#core/text";

/** Says a text of the portal in the chosen language. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

interface Voice {
  readonly locale: Locale;
  readonly say: Say;
}

const voices = new Map<string, Voice>();

/** One a language, so that parts that depend on it are made anew only with the language; plain texts are looked up once. */
function voiceOf(language: string): Voice {
  const known = voices.get(language);
  if (known !== undefined) return known;
  const translate = getI18n().getFixedT(language);
  const plain = new Map<TextKey, string>();
  const say: Say = (key, values) => {
    if (values !== undefined) return translate(key, { ...values });
    const text = plain.get(key) ?? translate(key);
    // A text that has not come is the key itself.
    if (text !== key) plain.set(key, text);
    return text;
  };
  const voice = { locale: localeOfTag(language), say } as const;
  voices.set(language, voice);
  return voice;
}

const VoiceContext = createContext<Voice | null>(null);

/** The voice of all parts below; they are drawn again when the language changes. The hook of the package is slow, and large for this. */
export function TextProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const language = useSyncExternalStore(onLanguage, () => getI18n().language);
  return createElement(VoiceContext.Provider, { value: voiceOf(language) }, children);
}

function onLanguage(tell: () => void): () => void {
  getI18n().on("languageChanged", tell);
  return () => getI18n().off("languageChanged", tell);
}

/** A part that stands alone speaks the language of the moment. */
function useVoice(): Voice {
  return useContext(VoiceContext) ?? voiceOf(getI18n().language);
}

/** The voice of the portal. */
export function useText(): Say {
  return useVoice().say;
}

/** A name from the data as it is, a text of the portal in the chosen language. */
export function sayText(say: Say, text: string | Text): string {
  return typeof text === "string" ? text : say(text.key, text.values);
}

/** The chosen language. */
export function useLocale(): Locale {
  return useVoice().locale;
}

/** Tag for Intl: of a dialect it would fall back to the language of the machine. */
export function intlTag(locale: Locale): string {
  return languageAt(locale).tag;
}
