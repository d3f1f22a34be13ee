// Every sentence of an import; `{…}` is filled in.
import type { Why } from "#contract/values/record-why";
import WHY from "../../contract/values/record-why.json" with { type: "json" };
import type { Localised } from "#contract/wire/json";
import TEXTS from "./texts.json" with { type: "json" };

/** A sentence of an import, or why data of a record are refused. */
export type TextKey = keyof typeof TEXTS | WhyText;
type WhyText = `why.${keyof typeof WHY}`;
export type Say = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Sentences of an import in one of the languages that every sentence of the server has. */
export function speak(language: keyof Localised): Say {
  return (key, values = {}) =>
    textOf(key)[language].replace(/\{([a-z]+)\}/g, (whole, name: string) => {
      const value = String(values[name] ?? whole);
      // A sentence about a value that is empty has no hole.
      return value === "" && name === "value" ? TEXTS.emptyText[language] : value;
    });
}

const WHY_TEXTS: ReadonlyMap<string, Localised> = new Map(
  Object.entries(WHY).map(([key, text]) => [`why.${key}`, text]),
);

function textOf(key: TextKey): Localised {
  return isWhy(key) ? (WHY_TEXTS.get(key) ?? { de: key, en: key }) : TEXTS[key];
}

function isWhy(key: TextKey): key is WhyText {
  return WHY_TEXTS.has(key);
}

/** Why data of a record of this type are refused. */
export function sayWhy({ key, values }: Why, type: string, say: Say): string {
  return say(`why.${key}`, { type, ...values });
}
