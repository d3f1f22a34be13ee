import type { ReactNode } from "react";
import { useShell } from "../../editor/portal/stores.ts";
import { IconButton } from "../../ui/action/button.tsx";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { useText } from "../../ui/text.ts";
import { PartBroken } from "../fault/broken-page.tsx";
import { later, Meanwhile } from "../../ui/layout/later.tsx";

const PlannedList = later(
  "planned-list",
  async () => (await import("../../editor/planned/planned-list.tsx")).PlannedList,
);

/**
 * The right side with the planned changes: a resizable drawer, a sheet over the page on small screens (SHELL-02). Both use one element, so that text
 * in a dialog of the list survives turning or resizing the window.
 */
export function PlannedSide({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const say = useText();
  const shell = useShell();
  return (
    <div
      id="planned"
      className={isNarrow ? "sheet" : "planned-side"}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one element that is the one or the other
      role={isNarrow ? "dialog" : "complementary"}
      aria-modal={isNarrow ? true : undefined}
      tabIndex={-1}
      aria-label={say("app.planned.title")}
    >
      {isNarrow && (
        <div className="drawer-head">
          <IconButton
            icon="close"
            label={say("ui.common.close")}
            onClick={() => shell.setPanel("isPlannedOpen", false)}
          />
        </div>
      )}
      <ErrorBoundary key="list" fallback={(error) => <PartBroken error={error} />}>
        <Meanwhile value={<Loading rows={4} />}>
          <PlannedList />
        </Meanwhile>
      </ErrorBoundary>
    </div>
  );
}
