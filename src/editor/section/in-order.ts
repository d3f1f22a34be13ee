import { useMemo } from "react";
import type { Row } from "#contract/wire/json";
import { inNaturalOrder } from "#core/table/sort";
import { namesByGpk } from "../names/named.ts";
import type { TableSectionProps } from "./around-list.tsx";
import type { SectionStep } from "./section-context.ts";

/** The rows in order, planned ones first (TA-75). The rows of a whole list are in the natural order of their keys. */
export function useInOrder(
  section: TableSectionProps["section"],
  { type, step, rows, marks }: SectionStep,
): readonly Row[] {
  return useMemo(() => {
    const isOrdered = step.old?.["sorting_params_list"] !== undefined || section.isLong === true;
    // The numbers of objects order nothing for a reader; the title has words for them.
    const isWord = (name: string): boolean => !namesByGpk(type.attribute(name));
    const names = (type.key.every(isWord) ? type.key : [...type.title, ...type.key]).filter(isWord);
    if (isOrdered || names.length === 0) return rows;
    const isNew = (row: Row): boolean => marks.get(row)?.kind === "new";
    return [
      ...rows.filter(isNew),
      ...inNaturalOrder(
        rows.filter((row) => !isNew(row)),
        names,
      ),
    ];
  }, [section.isLong, type, step, rows, marks]);
}
