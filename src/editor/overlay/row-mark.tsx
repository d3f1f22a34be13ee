import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { orElse } from "../../ui/feedback/error-boundary.tsx";
import { later } from "../../ui/layout/later.tsx";
import { useMarks } from "./marks.ts";

const PlannedMark = later("planned-marks", async () => (await import("./planned-marks.tsx")).PlannedMark);

/** Shows the planned change of a row; nothing for an unchanged row. */
export function RowMark({ row }: { readonly row: Row }): ReactNode {
  const mark = useMarks().get(row);
  return mark === undefined ? null : orElse(null, <PlannedMark kind={mark.kind} />);
}
