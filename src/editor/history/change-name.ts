import type { Catalogue } from "#core/catalogue/catalogue";
import { languageName, languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import type { Locale } from "#core/text";
import type { ValueChange } from "#core/txlist/changes";

/** What a changed value is called: attribute and place in it, and the language of a text that its reader does not read it in. */
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
