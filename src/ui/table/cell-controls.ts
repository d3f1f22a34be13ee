import type { KeyboardEvent } from "react";

const CONTROLS = "a[href], button:not(:disabled), input:not(:disabled), select, textarea";
const TYPED_INTO = "input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]";

/** Links, buttons and fields of a cell in their order. */
export function controlsIn(cell: Element | null): readonly HTMLElement[] {
  return cell === null ? [] : [...cell.querySelectorAll<HTMLElement>(CONTROLS)];
}

/** Follows a link that stands alone in its cell, otherwise goes to the first control; false: there is none. */
export function pressOrEnter([first, ...others]: readonly HTMLElement[]): boolean {
  if (others.length === 0 && first?.matches("a") === true) first.click();
  else first?.focus();
  return first !== undefined;
}

/** What a key does to a control inside a cell: "own" leaves it to the control, an element gets the focus; null: the key is one of the table. */
export function keyInside({ target, currentTarget, key }: KeyboardEvent): "own" | HTMLElement | null {
  if (!(target instanceof HTMLElement)) return null;
  // What a cell opens elsewhere on the page, such as a dialog, has keys of its own.
  if (!currentTarget.contains(target)) return "own";
  const control = target.closest<HTMLElement>(CONTROLS);
  if (control === null) return null;
  return isPress(key) ? "own" : aroundControl(control, key);
}

/** Escape and F2 lead back to the cell, arrows to the next control of it. */
function aroundControl(control: HTMLElement, key: string): "own" | HTMLElement | null {
  const place = control.closest<HTMLElement>("[data-at]");
  // Heads of columns are places themselves.
  if (place === null || place === control) return null;
  if (key === "Escape" || key === "F2") return place;
  if (control.matches(TYPED_INTO)) return "own";
  return place.matches("td") ? besides(controlsIn(place), control, key) : null;
}

function isPress(key: string): boolean {
  return key === "Enter" || key === " ";
}

/** The neighbour of a control in its cell, the control itself where there is none. */
function besides(controls: readonly HTMLElement[], control: HTMLElement, key: string): HTMLElement | null {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const at = controls.indexOf(control) + (key === "ArrowLeft" ? -1 : 1);
  return controls[Math.max(0, at)] ?? control;
}
