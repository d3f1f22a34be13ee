import { Suspense, type ReactNode } from "react";
import { linesOf } from "#core/screen/columns";
import type { ColumnsSection as Data } from "#core/screen/screen";
import { later } from "../../ui/layout/later.tsx";
import { useListState } from "../planned/use-list-state.ts";
import { usePortal } from "../portal.ts";
import { useSectionScreen } from "./section-context.ts";

const Columns = later("columns", async () => (await import("../columns/columns.tsx")).Columns);

/** Parts side by side. Their place is kept until what draws them is loaded, so that nothing below moves. */
export function ColumnsSection({ section }: { readonly section: Data }): ReactNode {
  const { lists } = useSectionScreen();
  const { items } = useListState(usePortal().txlist);
  if (lists === null) return null;
  const place = section.columns.map((column, at) => {
    const lines = linesOf(column, lists, items.length);
    return lines > 0 && <div key={at} style={{ height: `calc(${String(lines)} * var(--row))` }} />;
  });
  return (
    <Suspense fallback={<div className="columns">{place}</div>}>
      <Columns section={section} />
    </Suspense>
  );
}
