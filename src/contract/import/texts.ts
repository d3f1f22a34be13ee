// Every sentence of an import; `{…}` is filled in.
import type { Localised } from "../wire/json.ts";
import TEXTS from "./texts.json" with { type: "json" };

export type TextKey = keyof typeof TEXTS;
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Sentences of an import in one of the languages that every sentence of the server has. */
export function speak(language: keyof Localised): Say {
  return (key, values = {}) =>
    TEXTS[key][language].replace(/\{([a-z]+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
