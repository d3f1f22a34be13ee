import type { Catalogue } from "#core/catalogue/catalogue";
import type { DataLanguage } from "#core/locales";
import { port } from "../../ui/port.ts";

export const useCatalogue = port<Catalogue>();

/** Requests for metadata besides those that the catalogue was built from. */
export interface Metadata {
  /** Requests the catalogue again before a form opens; null while the cache is used (OBJ-10, OBJ-11). */
  readonly renewCatalogue: (() => Promise<void>) | null;
  /** The catalogue with the texts of a language. */
  readonly catalogueIn: (language: DataLanguage) => Promise<Catalogue>;
}

export const useMetadata = port<Metadata>();
