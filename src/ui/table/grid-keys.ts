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

export interface GridKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

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
    return { kind: "move", to: { line, column: columnFor(line, active.column) }, extends: press.shiftKey };
  }
  if (press.key === "ArrowLeft" || press.key === "ArrowRight")
    return sideways(press.key, active, size, isOpen);
  return active.line < 0 ? null : onRow(press);
}

/** The head has no row to stand on as a whole. */
function columnFor(line: number, column: number): number {
  return line === -1 ? Math.max(0, column) : column;
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
