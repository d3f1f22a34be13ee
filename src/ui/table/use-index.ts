import { useEffect, useMemo } from "react";
import type { Row } from "#contract/wire/json";
import { startIndex, type IndexBuilder, type RowIndex, type RowText } from "#core/table/rows";

/** Longer lists get their index while nothing else is to be done, so that the first key finds it ready. */
const AHEAD_FROM = 5_000;
const SLICE = 2_000;

/** The index of a list once it is filtered, otherwise none. */
export function useIndex(
  rows: readonly Row[],
  filterable: readonly string[],
  texts: readonly RowText[],
  isFiltered: boolean,
): RowIndex | null {
  const builder = useMemo((): IndexBuilder => startIndex(rows, filterable, texts), [rows, filterable, texts]);
  useEffect(() => {
    if (rows.length < AHEAD_FROM) return undefined;
    let handle = 0;
    const work = (deadline: IdleDeadline): void => {
      let isWhole = false;
      while (!isWhole && deadline.timeRemaining() > 4) isWhole = builder.add(SLICE);
      if (isWhole) builder.finish();
      else handle = requestIdleCallback(work);
    };
    handle = requestIdleCallback(work);
    return () => cancelIdleCallback(handle);
  }, [builder, rows]);
  return isFiltered ? builder.finish() : null;
}
