/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the cells are one picture, of which the focused one alone is an element */
import {
  useEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from "react";
import { moveInGrid } from "#core/addresses/move-in-grid";
import "./addresses.css";

/** Cells from one to another, inclusive. */
export interface CellRange {
  readonly from: number;
  readonly to: number;
}

export interface CellGridProps {
  readonly label: string;
  /** Description of the grid: its keys. */
  readonly describedBy: string;
  readonly count: number;
  readonly columns: number;
  /** Drawing of the cells, one unit for each cell. */
  readonly children: ReactNode;
  readonly rowLabel: (row: number) => string;
  readonly cellLabel: (at: number) => string;
  /** The focused cell, and the cells marked with it. */
  readonly active: number;
  readonly marked: CellRange;
  readonly onActive: (at: number, isMarking: boolean) => void;
  readonly onHover: (at: number | null) => void;
  readonly onOpen: (at: number) => void;
  /** Takes the focus, because it replaces a focused element. */
  readonly takesFocus?: boolean;
  /** A press opens the cell without selecting it first. */
  readonly opensAtOnce?: boolean;
  /** Handles a further key of the map; true if it did. */
  readonly onKey?: (key: string) => boolean;
}

const CELL = 26;

/** Cells of a map, drawn as one picture; the focused cell is an element of a grid. */
export function CellGrid(props: CellGridProps): ReactNode {
  const { count, columns, active, marked } = props;
  const rows = Math.ceil(count / columns);
  const grid = useRef<HTMLDivElement>(null);
  const go = useFollowingFocus(props, grid);
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = moveInGrid(event, { at: active, count, columns });
    if (to !== null) go(to, event.shiftKey);
    else if (event.key === "Enter") props.onOpen(active);
    else if (event.ctrlKey || event.metaKey || event.altKey || props.onKey?.(event.key) !== true) return;
    event.preventDefault();
  };
  const onClick = (event: MouseEvent): void => {
    const at = cellAt(event, count, columns);
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
      <RowLabels rows={rows} rowLabel={props.rowLabel} />
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
        onPointerMove={(event) => props.onHover(cellAt(event, count, columns))}
        onPointerLeave={() => props.onHover(null)}
      >
        <svg viewBox={`0 0 ${String(columns)} ${String(rows)}`} aria-hidden="true" focusable="false">
          {props.children}
          <Marked marked={marked} columns={columns} />
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

/** Moves to a cell, which takes the focus as soon as it is drawn. */
function useFollowingFocus(
  { active, onActive, takesFocus }: CellGridProps,
  grid: RefObject<HTMLElement | null>,
) {
  const follows = useRef(takesFocus === true);
  useEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    grid.current?.querySelector<HTMLElement>("[role=gridcell]")?.focus();
  }, [active, grid]);
  return (at: number, isMarking: boolean): void => {
    follows.current = at !== active;
    onActive(at, isMarking);
  };
}

function cellAt(event: MouseEvent | PointerEvent, count: number, columns: number): number | null {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const column = Math.floor(((event.clientX - left) / width) * columns);
  const row = Math.floor(((event.clientY - top) / height) * Math.ceil(count / columns));
  const at = row * columns + column;
  return column < 0 || column >= columns || row < 0 || at >= count ? null : at;
}

function RowLabels({
  rows,
  rowLabel,
}: Pick<CellGridProps, "rowLabel"> & { readonly rows: number }): ReactNode {
  return (
    <div
      className="address-rows"
      style={{ gridTemplateRows: `repeat(${String(rows)}, minmax(0, 1fr))` }}
      aria-hidden="true"
    >
      {Array.from({ length: rows }, (_, row) => (
        <span key={row}>{rowLabel(row)}</span>
      ))}
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

/** A range of cells, with one frame for each line. */
function Marked({ marked: { from, to }, columns }: Pick<CellGridProps, "marked" | "columns">): ReactNode {
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
