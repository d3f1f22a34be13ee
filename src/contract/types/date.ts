import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { parsedOr } from "../values/parsed.ts";
import { parseDate, readDay } from "../values/timestamp.ts";

export const value = {
  jsonName: "string",
  formatLiteral: "date",
  isOpaque: true,
  parse: (text) => parsedOr(parseDate(text)),
} as const satisfies ValueSpec;

export const server = {
  sqlType: "date",
  wireText: (sql) => `to_char(${sql}, 'YYYY-MM-DD')`,
  operators: "time",
  label: { de: "Datum", en: "Date" },
  help: { de: "Tag in der Form JJJJ-MM-TT", en: "Day in the form YYYY-MM-DD" },
} as const satisfies ServerSpec;

export const portal = {
  widget: "date",
  options: { expected: "core.form.expected.date" },
  invalid: "core.form.invalidDate",
  read: readDay,
  isOpaque: true,
} as const satisfies PortalSpec;
