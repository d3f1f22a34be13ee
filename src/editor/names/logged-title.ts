import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import { readableName } from "#core/catalogue/readable-name";
import { shownTitle } from "../cell/value-text.ts";
import { useWords } from "../portal.ts";
import { useNamedRow } from "./use-named.ts";

/**
 * The title of a logged object in the reader's language. The log has the old title in the language of the attributes, and none for a text alone; then
 * the object is read if it still exists.
 */
export function useLoggedTitle(object: string, gpk: string, logged: string): string {
  const { locale, catalogue } = useWords();
  const type = catalogue.objectType(object);
  const isAsked = logged === "" || (languageOf(locale) !== OWN_LANGUAGE && hasTranslatedTitle(type));
  const row = useNamedRow(object, isAsked && gpk !== "" ? { gpk } : null) ?? null;
  if (row === null) return readableName(logged) || gpk;
  // Its former title, if it differs from the present one.
  const then = readableName(logged);
  const isNow = then === "" || then === shownTitle(catalogue, type, row, OWN_LANGUAGE);
  return isNow ? shownTitle(catalogue, type, row, locale) : then;
}

function hasTranslatedTitle(type: ObjectTypeMeta | null): boolean {
  return type?.title.some((name) => type.definition.lang_attr_list.includes(name)) ?? false;
}
