/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on small screens rows are laid out as a grid, which takes the roles of table elements away */
import { memo, type CSSProperties, type MouseEvent, type ReactNode } from "react";
import { MenuButton } from "../action/menu-button.tsx";
import { Icon } from "../icon/icon.tsx";
import type { Say } from "../text.ts";
import type { Line } from "./lines.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import type { GridFocus } from "./use-grid-focus.ts";

export interface GridRowProps {
  readonly table: TableProps;
  readonly line: Line;
  /** Place on the page; `rowIndex` is that in the whole list, as ARIA counts. */
  readonly place: number;
  readonly rowIndex: number;
  readonly cells: readonly { readonly id: string; readonly content: ReactNode }[];
  readonly columns: readonly TableColumn[];
  readonly groupTitle: string | null;
  /** Ids of the columns that have the value of the row above, each between spaces. */
  readonly repeats: string;
  readonly isSelected: boolean;
  readonly focus: GridFocus;
  readonly onFold: () => void;
  readonly say: Say;
}

/** A row, below the heading of its group if it is the first row of the group. It is redrawn only if the row or its look changes. */
export const GridRow = memo(function GridRow(props: GridRowProps): ReactNode {
  const { table, line, place, rowIndex, cells, columns, groupTitle, repeats, isSelected, focus, say } = props;
  const name = nameOf(columns, line);
  return (
    <>
      {groupTitle !== null && (
        <tr role="presentation" className="group-row">
          <td role="presentation" colSpan={columns.length + 2}>
            {groupTitle}
          </td>
        </tr>
      )}
      <tr
        role="row"
        aria-rowindex={rowIndex}
        aria-selected={table.selectionMenu === undefined ? undefined : isSelected}
        aria-level={table.nest === undefined ? undefined : line.level + 1}
        aria-expanded={line.isOpen ?? undefined}
        {...focus.cellProps(place, -1)}
      >
        {table.selectionMenu !== undefined && (
          <td role="gridcell" className="cell-select">
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a range of rows, not of text */}
            <label className="cell-check" onMouseDown={(event) => event.shiftKey && event.preventDefault()}>
              <input
                type="checkbox"
                tabIndex={-1}
                aria-label={say("ui.table.selectRow", { name })}
                checked={isSelected}
                onChange={({ nativeEvent }) => focus.toggle(place, isWithShift(nativeEvent))}
                onClick={(event: MouseEvent) => event.stopPropagation()}
              />
            </label>
          </td>
        )}
        {cells.map(({ id, content }, at) => (
          <td
            key={id}
            role="gridcell"
            className={classOf(columns[at], repeats)}
            data-title={columns[at]?.title}
            {...focus.cellProps(place, at)}
          >
            {at === 0 && table.nest !== undefined ? <Branch {...props}>{content}</Branch> : content}
          </td>
        ))}
        {table.menu !== undefined && (
          <td role="gridcell" className="cell-menu">
            <RowMenu table={table} line={line} name={name} say={say} />
          </td>
        )}
      </tr>
    </>
  );
}, isSameRow);

const SAME = [
  "table",
  "columns",
  "focus",
  "say",
  "place",
  "rowIndex",
  "groupTitle",
  "repeats",
  "isSelected",
] as const;

/** True if nothing that draws the row differs. Cells and folding follow from table, columns, focus and line. */
function isSameRow(one: GridRowProps, other: GridRowProps): boolean {
  return (
    SAME.every((name) => one[name] === other[name]) &&
    one.line.row === other.line.row &&
    one.line.id === other.line.id &&
    one.line.level === other.line.level &&
    one.line.isOpen === other.line.isOpen
  );
}

function classOf(column: TableColumn | undefined, repeats: string): string | undefined {
  if (column === undefined) return undefined;
  const same = repeats.includes(` ${column.id} `) ? "is-same" : "";
  return column.isNumber === true ? `cell-number ${same}`.trim() : same || undefined;
}

/** The browser's event behind a React change of a tick box is a click, which knows Shift. */
function isWithShift(event: Event): boolean {
  return event instanceof MouseEvent && event.shiftKey;
}

/** Name of a row: the value of its first column without numbers, because a number such as a position does not identify the row. */
function nameOf(columns: readonly TableColumn[], line: Line): string {
  const column = columns.find(({ isNumber }) => isNumber !== true) ?? columns[0];
  const value = column?.value(line.row) ?? null;
  return typeof value === "string" || typeof value === "number" ? String(value) : line.id;
}

interface RowMenuProps extends Pick<GridRowProps, "table" | "line" | "say"> {
  readonly name: string;
}

function RowMenu({ table, line, name, say }: RowMenuProps): ReactNode {
  const items = table.menu?.(line.row) ?? [];
  if (items.length === 0) return null;
  return <MenuButton icon="more" label={say("ui.table.rowMenu", { name })} items={items} tabIndex={-1} />;
}

/** First cell of a tree: indented by its level, with a button that folds its children. */
function Branch({ line, onFold, say, children }: GridRowProps & { readonly children: ReactNode }): ReactNode {
  const level: CSSProperties & Record<"--level", number> = { "--level": line.level };
  return (
    <span className="branch" style={level}>
      {line.isOpen === null ? (
        <span className="branch-sign" />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className="branch-sign"
          aria-label={say(line.isOpen ? "ui.table.fold" : "ui.table.unfold")}
          onClick={onFold}
        >
          <Icon name={line.isOpen ? "down" : "right"} size={12} />
        </button>
      )}
      {children}
    </span>
  );
}
