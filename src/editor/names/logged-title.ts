import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { languageOf, OWN_LANGUAGE } from "#core/catalogue/languages";
import { readableName } from "#core/catalogue/readable-name";
import { useLocale } from "../../ui/text.ts";
import { shownTitle } from "../cell/value-text.ts";
import { usePortal } from "../portal.ts";
import { useNamedRow } from "./use-named.ts";

/**
 * The title of an object that the log tells of, in the reader's language. The log holds it as it was, in the language of the attributes, and
 * none for a text alone: then the object is asked for, as long as it is there.
 */
export function useLoggedTitle(object: string, gpk: string, logged: string): string {
  const locale = useLocale();
  const { catalogue } = usePortal();
  const type = catalogue.objectType(object);
  const isAsked = logged === "" || (languageOf(locale) !== OWN_LANGUAGE && hasTranslatedTitle(type));
  const row = useNamedRow(object, isAsked ? gpk : "") ?? null;
  if (row === null) return readableName(logged) || gpk;
  // What it was called then, where that is not what it is called now.
  const then = readableName(logged);
  const isNow = then === "" || then === shownTitle(catalogue, type, row, OWN_LANGUAGE);
  return isNow ? shownTitle(catalogue, type, row, locale) : then;
}

function hasTranslatedTitle(type: ObjectTypeMeta | null): boolean {
  return type?.title.some((name) => type.definition.lang_attr_list.includes(name)) ?? false;
}
