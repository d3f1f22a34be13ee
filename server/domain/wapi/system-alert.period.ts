import type { ConstraintSpec } from "../../catalogue/define.ts";

/** What has a `ts_begin` and perhaps a `ts_end` does not end before it begins. Rows of older data stay until they are changed. */
export const PERIOD: Readonly<Record<string, ConstraintSpec>> = {
  period: {
    sql: "check (ts_end >= ts_begin) not valid",
    fault: {
      kind: "check",
      rule: "end_behind_begin",
      attributes: ["ts_begin", "ts_end"],
      hint: { de: "Das Ende liegt nicht vor dem Beginn.", en: "The end does not lie before the begin." },
    },
  },
};
