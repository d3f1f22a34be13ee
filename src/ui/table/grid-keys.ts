import type { KeyboardEvent } from "react";
/** What has the focus in a table: a row as a whole (`column` -1) or one of its cells; `line` -1 is the head. */
export interface ActiveCell {
  readonly line: number;
  readonly column: number;
}

export interface GridSize {
  readonly lines: number;
  readonly columns: number;
  /** Lines that PgUp and PgDn skip. */
  readonly page: number;
}

export type GridAction =
  | { readonly kind: "move"; readonly to: ActiveCell; readonly extends: boolean }
  | { readonly kind: "open" | "enter" | "select" | "selectAll" | "menu" | "fold" | "unfold" };

export type GridKey = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey">;

/** What a key means in a table; null leaves it to the browser. */
export function gridAction(
  press: GridKey,
  active: ActiveCell,
  size: GridSize,
  isOpen: boolean | null,
): GridAction | null {
  if (press.ctrlKey || press.metaKey) return press.key.toLowerCase() === "a" ? { kind: "selectAll" } : null;
  const line = nextLine(press.key, active.line, size);
  if (line !== null) {
    // The head cannot have the focus as a whole row.
    const column = line === -1 ? Math.max(0, active.column) : active.column;
    return { kind: "move", to: { line, column }, extends: press.shiftKey };
  }
  if (press.key === "ArrowLeft" || press.key === "ArrowRight")
    return sideways(press.key, active, size, isOpen);
  return active.line < 0 ? null : onRow(press);
}

function nextLine(key: string, line: number, { lines, page }: GridSize): number | null {
  const within = (to: number) => Math.min(Math.max(0, to), lines - 1);
  switch (key) {
    case "ArrowDown":
      return within(line + 1);
    case "ArrowUp":
      return Math.max(-1, line - 1);
    case "Home":
      return within(0);
    case "End":
      return within(lines - 1);
    case "PageDown":
      return within(line + page);
    case "PageUp":
      return within(line - page);
    default:
      return null;
  }
}

function sideways(
  key: string,
  active: ActiveCell,
  size: GridSize,
  isOpen: boolean | null,
): GridAction | null {
  const isLeft = key === "ArrowLeft";
  if (active.column < 1 && isOpen !== null && active.line >= 0 && isOpen === isLeft) {
    return { kind: isLeft ? "fold" : "unfold" };
  }
  const least = active.line === -1 ? 0 : -1;
  const column = Math.min(Math.max(least, active.column + (isLeft ? -1 : 1)), size.columns - 1);
  return { kind: "move", to: { line: active.line, column }, extends: false };
}

function onRow({ key, shiftKey }: GridKey): GridAction | null {
  if (key === "Enter") return { kind: "open" };
  if (key === "F2") return { kind: "enter" };
  if (key === " ") return { kind: "select" };
  return key === "m" || (key === "F10" && shiftKey) || key === "ContextMenu" ? { kind: "menu" } : null;
}

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

/** Effect of a key on a control inside a cell: "own" leaves it to the control, an element gets the focus; null: the key is one of the table. */
export function keyInside({ target, currentTarget, key }: KeyboardEvent): "own" | HTMLElement | null {
  if (!(target instanceof HTMLElement)) return null;
  // A part that a cell opens elsewhere on the page, such as a dialog, has keys of its own.
  if (!currentTarget.contains(target)) return "own";
  const control = target.closest<HTMLElement>(CONTROLS);
  if (control === null) return null;
  return key === "Enter" || key === " " ? "own" : aroundControl(control, key);
}

/** Escape and F2 lead back to the cell, arrows to the next control of it. */
function aroundControl(control: HTMLElement, key: string): "own" | HTMLElement | null {
  const place = control.closest<HTMLElement>("[data-at]");
  // The button in the head of a column is itself the place, so no cell surrounds it.
  if (place === null || place === control) return null;
  if (key === "Escape" || key === "F2") return place;
  if (control.matches(TYPED_INTO)) return "own";
  return place.matches("td") ? besides(controlsIn(place), control, key) : null;
}

/** The neighbour of a control in its cell, or the control itself if there is none. */
function besides(controls: readonly HTMLElement[], control: HTMLElement, key: string): HTMLElement | null {
  if (key !== "ArrowLeft" && key !== "ArrowRight") return null;
  const at = controls.indexOf(control) + (key === "ArrowLeft" ? -1 : 1);
  return controls[Math.max(0, at)] ?? control;
}
