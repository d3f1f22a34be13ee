import { createContext, createElement, useContext, useSyncExternalStore, type ReactNode } from "react";
import { getI18n } from "react-i18next";
import { languageAt, localeOfTag } from "#core/locales";
import type { Locale, Text, TextKey } from "#core/text";

/** Answers a text of the portal in the chosen language. */
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

interface Voice {
  readonly locale: Locale;
  readonly say: Say;
}

const voices = new Map<string, Voice>();

/** One for each language, so that dependent parts change only with it; plain texts are looked up once. */
function voiceOf(language: string): Voice {
  const known = voices.get(language);
  if (known !== undefined) return known;
  const translate = getI18n().getFixedT(language);
  const plain = new Map<TextKey, string>();
  const say: Say = (key, values) => {
    if (values !== undefined) return translate(key, { ...values });
    const text = plain.get(key) ?? translate(key);
    // A missing text is the key itself.
    if (text !== key) plain.set(key, text);
    return text;
  };
  const voice = { locale: localeOfTag(language), say } as const;
  voices.set(language, voice);
  return voice;
}

const VoiceContext = createContext<Voice | null>(null);

/** Texts for all parts below; they redraw when the language changes. The hook of the package is slow and large. */
export function TextProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const language = useSyncExternalStore(onLanguage, () => getI18n().language);
  return createElement(VoiceContext.Provider, { value: voiceOf(language) }, children);
}

function onLanguage(tell: () => void): () => void {
  getI18n().on("languageChanged", tell);
  return () => getI18n().off("languageChanged", tell);
}

/** A part without the provider uses the present language. */
function useVoice(): Voice {
  return useContext(VoiceContext) ?? voiceOf(getI18n().language);
}

export function useText(): Say {
  return useVoice().say;
}

/** A name from the data unchanged, a text of the portal in the chosen language. */
export function sayText(say: Say, text: string | Text): string {
  return typeof text === "string" ? text : say(text.key, text.values);
}

export function useLocale(): Locale {
  return useVoice().locale;
}

/** Tag for Intl, which knows no dialects and would otherwise use the language of the machine. */
export function intlTag(locale: Locale): string {
  return languageAt(locale).tag;
}
