import { useEffect, useMemo, useState } from "react";
import { LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { BESIDE } from "#core/form/making";
import type { Marks } from "../overlay/marks.ts";
import { usePlannedLists } from "../overlay/use-overlay.ts";

export interface RowsBeside {
  readonly rows: readonly Row[];
  readonly marks: Marks;
}

/** The planned rows of a step `beside`, requested when typing pauses; null while they are unknown. */
export function useBeside(step: Step | null): RowsBeside | null {
  const text = JSON.stringify(step);
  const [rested, rest] = useState(text);
  useEffect(() => {
    const timer = setTimeout(rest, LIMITS.filterDebounce, text);
    return () => clearTimeout(timer);
  }, [text]);
  const steps = useMemo((): readonly Step[] => {
    // Parse boundary: written above.
    const asked = JSON.parse(rested) as Step | null;
    return asked === null ? [] : [asked];
  }, [rested]);
  const { overlaid } = usePlannedLists(steps);
  const rows = overlaid?.staying[BESIDE];
  return rested !== text || overlaid === null || rows === undefined ? null : { rows, marks: overlaid.marks };
}
