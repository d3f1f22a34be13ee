import type { KeyboardEvent, PointerEvent, ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useText } from "../../ui/text.ts";
import { useShell } from "../portal/stores.ts";

const STEP = 20;

/** The handle that resizes the side. */
export function PlannedGrip(): ReactNode {
  const say = useText();
  const shell = useShell();
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
