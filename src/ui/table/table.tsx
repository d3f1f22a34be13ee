import type { ReactNode } from "react";
import { Loading } from "../feedback/loading.tsx";
import { later, Meanwhile } from "../layout/later.tsx";
import type { TableProps } from "./table-props.ts";

const Loaded = later("full-table", async () => (await import("./full-table.tsx")).FullTable, "first");

/** Loads the parts of tables before the first rows arrive. A failure is shown where a table is drawn. */
export async function fetchTable(): Promise<void> {
  await Loaded.fetch().catch(() => undefined);
}

/** A list with filter box, sorting, column choice, CSV, selection and paginator; its state belongs to the caller. */
export function Table(props: TableProps): ReactNode {
  return (
    <Meanwhile value={<Loading rows={Math.min(props.rows.length, 10)} />}>
      <Loaded {...props} />
    </Meanwhile>
  );
}
