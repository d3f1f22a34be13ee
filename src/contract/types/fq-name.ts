import type { ServerSpec, ValueSpec } from "../data-type.ts";

export const value = {
  jsonName: "string",
  textLength: 128,
  pattern: "^[a-z0-9_]+\\.[a-z0-9_]+(\\.[a-z0-9_]+)?$",
} as const satisfies ValueSpec;

export const server = {
  label: { de: "Vollständiger Name", en: "Full name" },
  help: {
    de: "System, Objekttyp und gegebenenfalls Funktion, durch Punkte getrennt",
    en: "System, object type and, where given, function, separated by dots",
  },
} as const satisfies ServerSpec;
