import type { Language } from "../faults.ts";
// Every sentence of the import command; `{…}` is filled in.
import TEXTS from "./texts.json" with { type: "json" };

export type TextKey = keyof typeof TEXTS;
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Sentences in the language of the terminal: German where it is German, English everywhere else. */
export function speak(language: Language): Say {
  return (key, values = {}) =>
    TEXTS[key][language].replace(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
