import { nameInside, pickText } from "#core/text";
import { intlTag } from "../../ui/text.ts";
import type { Words } from "../portal/words.ts";

/** "3 FQDNs", "1 group": objects of a type, counted. */
export function kindText({ say, locale, catalogue }: Words, object: string, count: number): string {
  const isOne = new Intl.PluralRules(intlTag(locale)).select(count) === "one";
  const texts = catalogue.objectType(object)?.definition.language_dict[isOne ? "name" : "plural"];
  const name = pickText(texts, locale);
  // A type without a plural uses its singular for any number.
  if (name === null) return say("editor.planned.ofKind", { count, name: catalogue.typeName(object, locale) });
  return say("editor.planned.kind", { count, name: nameInside(name, locale) });
}
