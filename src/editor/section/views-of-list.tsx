import { Suspense, type ReactNode } from "react";
import { later } from "../../ui/layout/later.tsx";
import type { SavedViewsProps } from "../saved-views/saved-views.tsx";

const SavedViews = later(
  "saved-views",
  async () => (await import("../saved-views/saved-views.tsx")).SavedViews,
);

/** The saved views of a list, which come after its rows. */
export function ViewsOfList(props: SavedViewsProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <SavedViews {...props} />
    </Suspense>
  );
}
