import { rule } from "../../catalogue/define.ts";

/** The period of an announcement. Its end is not before its begin. */
export const PERIOD = {
  ts_begin: { type: "timestamp", label: { de: "Beginn", en: "Begin" } },
  ts_end: { type: "timestamp", label: { de: "Ende", en: "End" }, nullable: true },
  is_active: {
    type: "boolean",
    label: { de: "Läuft", en: "Active" },
    computed: "t.ts_begin <= now() and (t.ts_end is null or t.ts_end > now())",
  },
} as const;

/** Old rows stay as they are until they are changed. */
export const PERIOD_CONSTRAINTS = {
  period: rule("end_behind_begin", ["ts_begin", "ts_end"], "check (ts_end >= ts_begin) not valid", {
    de: "Das Ende liegt nicht vor dem Beginn.",
    en: "The end does not lie before the begin.",
  }),
};
