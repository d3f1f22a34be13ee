import { type ConstraintSpec, rule } from "../../catalogue/define.ts";

/** A period with `ts_begin` and `ts_end` does not end before it begins. Old rows stay until they are changed. */
export const PERIOD: Readonly<Record<string, ConstraintSpec>> = {
  period: rule("end_behind_begin", ["ts_begin", "ts_end"], "check (ts_end >= ts_begin) not valid", {
    de: "Das Ende liegt nicht vor dem Beginn.",
    en: "The end does not lie before the begin.",
  }),
};
