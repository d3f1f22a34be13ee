import { lazy, Suspense, type ReactNode } from "react";
import { Loading } from "../feedback/loading.tsx";
import type { TableProps } from "./table-props.ts";

const load = async () => ({ default: (await import("./full-table.tsx")).FullTable });
const Loaded = lazy(load);

/** A list with filter box, sorting, column choice, CSV, selection and paginator; its state belongs to the caller. */
export function Table(props: TableProps): ReactNode {
  return (
    <Suspense fallback={<Loading rows={Math.min(props.rows.length, 10)} />}>
      <Loaded {...props} />
    </Suspense>
  );
}
