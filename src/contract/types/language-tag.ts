import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";

/** Names of the languages of data, in themselves. */
export const LANGUAGE_NAMES = { de: "Deutsch", en: "English" } as const;

export const value = { jsonName: "string", textLength: 8, pattern: "^(de|en)$" } as const satisfies ValueSpec;

export const server = {
  label: { de: "Sprache", en: "Language" },
  help: { de: "de oder en", en: "de or en" },
} as const satisfies ServerSpec;

export const portal = { widget: "choice", choices: "languages" } as const satisfies PortalSpec;
