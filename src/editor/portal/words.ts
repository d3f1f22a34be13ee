import type { Catalogue } from "#core/catalogue/catalogue";
import type { Locale } from "#core/text";
import { useLocale, useText, type Say } from "../../ui/text.ts";
import { useCatalogue } from "./metadata.ts";

/** All that is needed to name things for the reader: the texts of the portal, the language, and the catalogue. */
export interface Words {
  readonly say: Say;
  readonly locale: Locale;
  readonly catalogue: Catalogue;
}

export function useWords(): Words {
  return { say: useText(), locale: useLocale(), catalogue: useCatalogue() };
}
