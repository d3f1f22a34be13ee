import type { PortalSpec, ServerSpec, ValueSpec } from "../data-type.ts";
import { localProblem, readLocalText } from "../values/local-time.ts";
import { parsedOr } from "../values/parsed.ts";
import { parseTimestamp } from "../values/timestamp.ts";

export const value = {
  jsonName: "string",
  formatLiteral: "date-time",
  isOpaque: true,
  parse: (text) => parsedOr(parseTimestamp(text)),
} as const satisfies ValueSpec;

export const server = {
  sqlType: "timestamptz",
  wireText: (sql) => `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  operators: "time",
  label: { de: "Zeitpunkt", en: "Point in time" },
  help: {
    de: "Datum und Uhrzeit nach ISO 8601 mit Zeitzone, zum Beispiel 2026-11-20T08:15:00Z",
    en: "Date and time by ISO 8601 with offset, for example 2026-11-20T08:15:00Z",
  },
} as const satisfies ServerSpec;

const LOCAL_PROBLEMS = { noSuchTime: "core.form.noSuchTime", timeTwice: "core.form.timeTwice" } as const;

export const portal = {
  widget: "dateTime",
  cell: "time",
  options: { expected: "core.form.expected.timestamp" },
  invalid: (text: string) => {
    const problem = localProblem(readLocalText(text));
    return problem === null
      ? ({ key: "core.form.invalidTimestamp" } as const)
      : { key: LOCAL_PROBLEMS[problem.key], values: problem.values };
  },
  // Sent with its offset, as entered (VAL-16).
  read: (text) => (parseTimestamp(text) === null ? null : text),
  comparable: parseTimestamp,
  isOpaque: true,
  isUnsearched: true,
} as const satisfies PortalSpec;
