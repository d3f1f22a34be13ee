/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the cells are one picture, of which the focused one alone is an element */
import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
} from "react";
import { moveInGrid } from "#core/addresses/move-in-grid";
import "./addresses.css";

/** Cells from one to another, both of them in it. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

export interface CellGridProps {
  readonly label: string;
  /** Read out with the grid: its keys. */
  readonly describedBy: string;
  readonly count: number;
  readonly columns: number;
  /** The cells as they look, in a space of one unit a cell. */
  readonly children: ReactNode;
  /** What stands before each row. */
  readonly rowLabel: (row: number) => string;
  readonly cellLabel: (at: number) => string;
  /** The cell that the keyboard is on, and those marked with it. */
  readonly active: number;
  readonly marked: CellRange;
  readonly onActive: (at: number, isMarking: boolean) => void;
  readonly onHover: (at: number | null) => void;
  readonly onOpen: (at: number) => void;
  /** It stands there in the place of another one that had the focus. */
  readonly takesFocus?: boolean;
  /** A press opens the cell, rather than choosing it first. */
  readonly opensAtOnce?: boolean;
  /** A further key of the map; true: it was meant for it. */
  readonly onKey?: (key: string) => boolean;
}

/** A cell is so wide at most, in px. */
const CELL = 26;

/** Cells of a map: drawn as one picture, with the one cell that has the focus as element of a grid. */
export function CellGrid(props: CellGridProps): ReactNode {
  const { count, columns, active, marked } = props;
  const rows = Math.ceil(count / columns);
  const grid = useRef<HTMLDivElement>(null);
  const follows = useRef(props.takesFocus === true);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>("[role=gridcell]")?.focus();
  }, [active]);
  const go = (at: number, isMarking: boolean): void => {
    follows.current = at !== active;
    props.onActive(at, isMarking);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = moveInGrid(event, { at: active, count, columns });
    if (to !== null) go(to, event.shiftKey);
    else if (event.key === "Enter") props.onOpen(active);
    else if (event.ctrlKey || event.metaKey || event.altKey || props.onKey?.(event.key) !== true) return;
    event.preventDefault();
  };
  const cellAt = (event: MouseEvent | PointerEvent): number | null => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - left) / width) * columns);
    const row = Math.floor(((event.clientY - top) / height) * rows);
    const at = row * columns + column;
    return column < 0 || column >= columns || row < 0 || at >= count ? null : at;
  };
  const onClick = (event: MouseEvent): void => {
    const at = cellAt(event);
    if (at === null) return;
    if (props.opensAtOnce === true || (at === active && event.detail === 2)) props.onOpen(at);
    else {
      props.onActive(at, event.shiftKey);
      grid.current?.querySelector<HTMLElement>("[role=gridcell]")?.focus();
    }
  };
  return (
    <div
      className="address-grid"
      style={{ gridTemplateColumns: `max-content minmax(0, ${String(columns * CELL)}px)` }}
    >
      <div
        className="address-rows"
        style={{ gridTemplateRows: `repeat(${String(rows)}, minmax(0, 1fr))` }}
        aria-hidden="true"
      >
        {Array.from({ length: rows }, (_, row) => (
          <span key={row}>{props.rowLabel(row)}</span>
        ))}
      </div>
      <div
        ref={grid}
        className={`address-picture${props.opensAtOnce === true ? " is-pressed" : ""}`}
        role="grid"
        tabIndex={-1}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        aria-rowcount={rows}
        aria-colcount={Math.min(columns, count)}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerMove={(event) => props.onHover(cellAt(event))}
        onPointerLeave={() => props.onHover(null)}
      >
        <svg viewBox={`0 0 ${String(columns)} ${String(rows)}`} aria-hidden="true" focusable="false">
          {props.children}
          <Marked range={marked} columns={columns} />
        </svg>
        <div role="row" aria-rowindex={Math.floor(active / columns) + 1}>
          <div
            key={active}
            role="gridcell"
            tabIndex={0}
            className="address-active"
            aria-colindex={(active % columns) + 1}
            aria-label={props.cellLabel(active)}
            style={placeOf(active, columns, rows)}
          />
        </div>
      </div>
    </div>
  );
}

function placeOf(at: number, columns: number, rows: number) {
  return {
    left: `${String(((at % columns) / columns) * 100)}%`,
    top: `${String((Math.floor(at / columns) / rows) * 100)}%`,
    width: `${String(100 / columns)}%`,
    height: `${String(100 / rows)}%`,
  };
}

/** Several cells in a row, as one frame a line. */
function Marked({
  range: { from, to },
  columns,
}: {
  readonly range: CellRange;
  readonly columns: number;
}): ReactNode {
  if (from === to) return null;
  const lines: ReactNode[] = [];
  for (let at = from; at <= to; at = (Math.floor(at / columns) + 1) * columns) {
    const end = Math.min(to, (Math.floor(at / columns) + 1) * columns - 1);
    lines.push(
      <rect
        key={at}
        className="address-marked"
        x={at % columns}
        y={Math.floor(at / columns)}
        width={end - at + 1}
        height={1}
      />,
    );
  }
  return lines;
}
