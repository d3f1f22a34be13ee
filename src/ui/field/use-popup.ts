import { useLayoutEffect, useRef, type RefObject } from "react";
import { popupPlace, type Box } from "./popup-place.ts";

interface Popup {
  /** The field that the popup belongs to. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly popup: RefObject<HTMLDivElement | null>;
}

/**
 * A popup above everything, beside its field: no edge of a dialog cuts it off, and neither the edge of the page nor the screen
 * keyboard covers it. It follows the field while something scrolls or what it holds changes.
 */
export function usePopup(isOpen: boolean): Popup {
  const field = useRef<HTMLInputElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [from, drawn] = [field.current, popup.current];
    if (!isOpen || from === null || drawn === null) return undefined;
    drawn.showPopover();
    const place = (): void => putBeside(from, drawn);
    place();
    const watched = new ResizeObserver(place);
    for (const part of [from, ...drawn.children]) watched.observe(part);
    const screen = window.visualViewport;
    window.addEventListener("scroll", place, { capture: true, passive: true });
    window.addEventListener("resize", place);
    screen?.addEventListener("resize", place);
    screen?.addEventListener("scroll", place);
    return () => {
      watched.disconnect();
      window.removeEventListener("scroll", place, { capture: true });
      window.removeEventListener("resize", place);
      screen?.removeEventListener("resize", place);
      screen?.removeEventListener("scroll", place);
      drawn.hidePopover();
    };
  }, [isOpen]);
  return { field, popup };
}

function putBeside(field: HTMLElement, popup: HTMLElement): void {
  const box = field.getBoundingClientRect();
  const { side, edge, left, width, maxHeight } = popupPlace(box, visiblePart(), wantedHeight(popup));
  const { style } = popup;
  style.left = px(left);
  style.width = px(width);
  style.maxHeight = px(maxHeight);
  style.top = side === "below" ? px(edge) : "auto";
  style.bottom = side === "below" ? "auto" : px(document.documentElement.clientHeight - edge);
}

/** With all that its list scrolls now, and the lines around it. */
function wantedHeight(popup: HTMLElement): number {
  const list = popup.firstElementChild;
  return popup.scrollHeight + 2 + (list === null ? 0 : list.scrollHeight - list.clientHeight);
}

function px(length: number): string {
  return `${String(length)}px`;
}

/** What of the page is not covered by a screen keyboard or zoomed away. */
function visiblePart(): Box {
  const screen = window.visualViewport;
  if (screen === null) return { top: 0, bottom: innerHeight, left: 0, width: innerWidth };
  return {
    top: screen.offsetTop,
    bottom: screen.offsetTop + screen.height,
    left: screen.offsetLeft,
    width: screen.width,
  };
}
