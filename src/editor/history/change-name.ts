import type { Catalogue } from "#core/catalogue/catalogue";
import { languageName, languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import type { Locale } from "#core/text";
import type { ValueChange } from "#core/txlist/changes";

/** Label of a changed value: attribute, position, and the language of a text in another language. */
export function changeName(
  catalogue: Catalogue,
  object: string,
  change: Pick<ValueChange, "attribute" | "path" | "language">,
  locale: Locale,
  name = catalogue.attributeName(object, change.attribute, locale),
): string {
  const texts = catalogue.objectType(object)?.definition.lang_attr_list ?? [];
  const language = change.language ?? (texts.includes(change.attribute) ? OWN_LANGUAGE : null);
  const isForeign = language !== null && language !== languageOf(locale);
  return [name, ...change.path, ...(isForeign ? [`(${languageName(language, locale)})`] : [])].join(" ");
}
