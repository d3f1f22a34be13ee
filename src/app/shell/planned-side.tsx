import {
  useCallback,
  useEffect,
  useRef,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { useSnapshot } from "valtio";
import { IconButton } from "../../ui/action/button.tsx";
import { ErrorBoundary } from "../../ui/feedback/error-boundary.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { useText } from "../../ui/text.ts";
import { PartBroken } from "../fault/broken-page.tsx";
import { usePorts } from "../ports-context.ts";
import { later, Meanwhile } from "../../ui/layout/later.tsx";

const PlannedList = later(
  "planned-list",
  async () => (await import("../../editor/planned/planned-list.tsx")).PlannedList,
);

const STEP = 20;
const BEHIND = ".frame > header, .frame > nav, .frame > main, .frame > footer, .frame > .skip-links";

/**
 * The right side with the planned changes: resizable beside the page, a sheet over it on small screens (SHELL-02). Both use one element, so that text
 * in a dialog of the list survives turning or resizing the window.
 */
export function PlannedSide({ isNarrow }: { readonly isNarrow: boolean }): ReactNode {
  const say = useText();
  const { shell } = usePorts();
  const { plannedWidth } = useSnapshot(shell.state);
  const side = useRef<HTMLDivElement>(null);
  const close = useCallback(() => shell.setPanel("isPlannedOpen", false), [shell]);
  useSheet(side, isNarrow, close);
  return (
    <div
      ref={side}
      id="planned"
      className={isNarrow ? "sheet" : "planned-side"}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- one element that is the one or the other
      role={isNarrow ? "dialog" : "complementary"}
      aria-modal={isNarrow ? true : undefined}
      tabIndex={-1}
      aria-label={say("app.planned.title")}
      style={isNarrow ? undefined : { width: plannedWidth }}
    >
      {isNarrow ? (
        <div key="edge" className="drawer-head">
          <IconButton icon="close" label={say("ui.common.close")} onClick={close} />
        </div>
      ) : (
        <Grip key="edge" />
      )}
      <ErrorBoundary key="list" fallback={(error) => <PartBroken error={error} />}>
        <Meanwhile value={<Loading rows={4} />}>
          <PlannedList />
        </Meanwhile>
      </ErrorBoundary>
    </div>
  );
}

/** The handle that resizes the side. */
function Grip(): ReactNode {
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
  );
}

/**
 * As a sheet it blocks everything behind it, closes on Escape, takes the focus and returns it. It is not a modal of the browser, because no form
 * opened from here could be above one.
 */
function useSheet(side: RefObject<HTMLDivElement | null>, isSheet: boolean, onClose: () => void): void {
  useEffect(() => {
    const sheet = side.current;
    if (!isSheet || sheet === null) return undefined;
    const opener = document.activeElement;
    // A window that becomes narrow must not interrupt typing in the list or in a dialog.
    if (opener?.closest("#planned, [aria-modal=true]") == null) sheet.querySelector("button")?.focus();
    const behind = [...document.querySelectorAll<HTMLElement>(BEHIND)];
    for (const part of behind) part.inert = true;
    return () => {
      for (const part of behind) part.inert = false;
      if (opener instanceof HTMLElement && !sheet.isConnected) opener.focus();
    };
  }, [side, isSheet]);
  useEffect(() => {
    if (!isSheet) return undefined;
    // Handles Escape last: a menu or a dragged element in the sheet comes first.
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      const isHere = event.target instanceof Node && side.current?.contains(event.target) === true;
      if (event.key === "Escape" && isHere && !event.defaultPrevented) onClose();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [side, isSheet, onClose]);
}
