/** A part of the page in CSS pixels, measured as `getBoundingClientRect` does. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly width: number;
}

/** Where a popup stands: under its field, or above it; never higher than the room it has. */
export interface PopupPlace {
  readonly side: "below" | "above";
  /** Upper edge of a popup below, lower edge of one above. */
  readonly edge: number;
  readonly left: number;
  readonly width: number;
  readonly maxHeight: number;
}

const GAP = 4;
const MARGIN = 8;
const HIGHEST = 260;
/** Three suggestions; with less room below the other side is looked at. */
const ENOUGH = 120;

/** Room for a popup of the wanted height: below its field where it fits, otherwise on the side that has more. */
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
