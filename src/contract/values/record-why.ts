import type { Localised } from "../wire/json.ts";
import WHY from "./record-why.json" with { type: "json" };

export type WhyKey = keyof typeof WHY;

/** What is wrong with the data of a record: a sentence of `record-why.json` and what stands in it. */
export interface Why {
  readonly key: WhyKey;
  readonly values: Readonly<Record<string, string | number>>;
}

/** The reason as a clause without a full stop. `type` is the type of the record. */
export function whySentence({ key, values }: Why, type: string): Localised {
  const filled: Readonly<Record<string, string | number>> = { type, ...values };
  const fill = (text: string): string =>
    text.replace(/\{([a-z]+)\}/g, (whole, name: string) => String(filled[name] ?? whole));
  return { de: fill(WHY[key].de), en: fill(WHY[key].en) };
}
