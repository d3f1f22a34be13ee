import { useLayoutEffect, useRef } from "react";

/**
 * A popup above everything, beside its field: neither a dialog, the edge of the page nor the screen keyboard cuts it off. It follows the field on
 * scrolling and on changes of its contents.
 */
export function usePopup(isOpen: boolean) {
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
    const closed = new AbortController();
    const { signal } = closed;
    window.addEventListener("scroll", place, { capture: true, passive: true, signal });
    window.addEventListener("resize", place, { signal });
    for (const type of ["resize", "scroll"]) window.visualViewport?.addEventListener(type, place, { signal });
    return () => {
      watched.disconnect();
      closed.abort();
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

/** Height with the full list and the lines around it. */
function wantedHeight(popup: HTMLElement): number {
  const list = popup.firstElementChild;
  return popup.scrollHeight + 2 + (list === null ? 0 : list.scrollHeight - list.clientHeight);
}

function px(length: number): string {
  return `${String(length)}px`;
}

/** The part of the page that neither a screen keyboard nor zooming hides. */
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

/** A part of the page in CSS pixels, as `getBoundingClientRect` measures it. */
export type Box = Pick<DOMRect, "top" | "bottom" | "left" | "width">;

/** Place of a popup below or above its field, limited to the available height. */
interface PopupPlace {
  readonly side: "below" | "above";
  /** Upper edge of a popup below the field, lower edge of one above. */
  readonly edge: number;
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
}

const GAP = 4;
const MARGIN = 8;
/** Half a suggestion is visible at the end, to show that the list is longer. */
const HIGHEST = 276;
/** Height of three suggestions; with less room below the popup may go above. */
const ENOUGH = 120;

/** Place for a popup of the wanted height: below its field if it fits, otherwise on the side with more room. */
export function popupPlace(field: Box, visible: Box, wanted: number): PopupPlace {
  const below = visible.bottom - field.bottom - GAP - MARGIN;
  const above = field.top - visible.top - GAP - MARGIN;
  const height = Math.min(Math.max(wanted, ENOUGH), HIGHEST);
  const isBelow = below >= height || below >= above;
  const width = Math.min(field.width, visible.width - 2 * MARGIN);
  const most = visible.left + visible.width - MARGIN - width;
  return {
    side: isBelow ? "below" : "above",
    edge: isBelow ? field.bottom + GAP : field.top - GAP,
    left: Math.max(visible.left + MARGIN, Math.min(field.left, most)),
    width,
    maxHeight: Math.max(0, Math.min(HIGHEST, isBelow ? below : above)),
  };
}
