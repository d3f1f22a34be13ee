import { Suspense, useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { useSnapshot } from "valtio";
import { IconButton } from "../../ui/action/button.tsx";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { useText } from "../../ui/text.ts";
import { PartBroken } from "../fault/broken-page.tsx";
import { usePorts } from "../ports-context.ts";
import { later } from "../../ui/layout/later.tsx";

const PlannedList = later(
  "planned-list",
  async () => (await import("../../editor/planned/planned-list.tsx")).PlannedList,
);

const STEP = 20;
const BEHIND = ".frame > header, .frame > nav, .frame > main, .frame > footer, .frame > .skip-links";

/** The right side with the planned changes: resizable beside the page, a sheet over it on small screens (SHELL-02). */
export function PlannedSide({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const { shell } = usePorts();
  const close = () => shell.setPanel("isPlannedOpen", false);
  const list = (
    <ErrorBoundary fallback={(error) => <PartBroken error={error} />}>
      <Suspense fallback={<Loading rows={4} />}>
        <PlannedList />
      </Suspense>
    </ErrorBoundary>
  );
  return isNarrow ? <Sheet onClose={close}>{list}</Sheet> : <Side>{list}</Side>;
}

function Side({ children }: { readonly children: ReactNode }): ReactNode {
  const say = useText();
  const { shell } = usePorts();
  const { plannedWidth } = useSnapshot(shell.state);
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    shell.setPlannedWidth(document.documentElement.clientWidth - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const way = event.key === "ArrowLeft" ? STEP : event.key === "ArrowRight" ? -STEP : 0;
    if (way === 0) return;
    event.preventDefault();
    shell.setPlannedWidth(plannedWidth + way);
  };
  return (
    <aside
      id="planned"
      className="planned-side"
      tabIndex={-1}
      aria-label={say("app.planned.title")}
      style={{ width: plannedWidth }}
    >
      <div
        className="planned-grip"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that is moved is no hr
        role="separator"
        tabIndex={0}
        aria-label={say("app.planned.resize")}
        aria-orientation="vertical"
        aria-valuemin={300}
        aria-valuemax={560}
        aria-valuenow={plannedWidth}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={onKeyDown}
      />
      {children}
    </aside>
  );
}

function Sheet({
  onClose,
  children,
}: {
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const say = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  // Not shown as a modal of the browser: nothing, so no form opened from here, could stand above that.
  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.querySelector("button")?.focus();
    const behind = [...document.querySelectorAll<HTMLElement>(BEHIND)];
    for (const part of behind) part.inert = true;
    return () => {
      for (const part of behind) part.inert = false;
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  useEffect(() => {
    // The last to hear of a key: a menu or a dragged element in the sheet takes its Escape first.
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const isHere = event.target instanceof Node && dialog.current?.contains(event.target) === true;
      if (event.key === "Escape" && isHere && !event.defaultPrevented) onClose();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [onClose]);
  return (
    <dialog
      ref={dialog}
      open
      id="planned"
      className="sheet"
      aria-label={say("app.planned.title")}
      aria-modal="true"
    >
      <div className="drawer-head">
        <IconButton icon="close" label={say("ui.common.close")} onClick={onClose} />
      </div>
      {children}
    </dialog>
  );
}
