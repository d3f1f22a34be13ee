import type { Localised } from "./wire/json.ts";

/** Campuses by the value of `campus` of a site. */
export const CAMPUSES = {
  cn: { de: "Campus Nord", en: "Campus North" },
  cs: { de: "Campus Süd", en: "Campus South" },
} as const satisfies Readonly<Record<string, Localised>>;
