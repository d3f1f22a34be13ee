import { tableFeatures, useTable, type ColumnDef } from "@tanstack/react-table";
import { useMemo, type ReactNode, type RefObject } from "react";
import { Icon } from "../icon/icon.tsx";
import type { LineWindow } from "../layout/line-window.ts";
import { useText } from "../text.ts";
import type { GridProps } from "./grid-props.ts";
import { GridRow } from "./grid-row.tsx";
import { slice, type Line } from "./lines.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import { useGridFocus, type GridFocus } from "./use-grid-focus.ts";

/** No features, because the settings of a list are not kept as state of the table (docs/decisions.md, "Tables"). */
const features = tableFeatures({});

interface GridRowsProps extends GridProps {
  readonly box: RefObject<HTMLDivElement | null>;
  /** The lines of the page that are drawn. */
  readonly view: LineWindow;
}

/** The rows of a page as an ARIA grid: one tab stop, moved through by arrows. */
export function GridRows(props: GridRowsProps): ReactNode {
  const { table, columns, lines, selected, box, view } = props;
  const say = useText();
  const { first, last, isVirtual } = view;
  const { all, first: start } = lines;
  const data = useMemo(() => slice(all, start + first, start + last), [all, start, first, last]);
  const defs = useMemo(() => columns.map(columnDef), [columns]);
  const grid = useTable({ features, columns: defs, data, getRowId: (line) => line.id });
  const focus = useGridFocus({ ...props, scrollTo: view.scrollTo });
  return (
    <div ref={box} className={isVirtual ? "grid-box is-virtual" : "grid-box"}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a grid is interactive */}
      <table
        role={table.nest === undefined ? "grid" : "treegrid"}
        aria-label={table.label}
        aria-rowcount={lines.total + 1}
        aria-multiselectable={table.selectionMenu === undefined ? undefined : true}
        onKeyDown={focus.onKeyDown}
      >
        <GridHead {...props} focus={focus} />
        <tbody>
          <Gap height={view.above} />
          {grid.getRowModel().rows.map((row, at) => {
            const line = row.original;
            const place = first + at;
            const before = place === 0 ? null : all.at(start + place - 1);
            const groupTitle = groupTitleAt(table, line, before);
            return (
              <GridRow
                key={row.id}
                table={table}
                line={line}
                place={place}
                rowIndex={lines.from + place + 2}
                cells={row.getAllCells().map((cell) => ({
                  id: cell.column.id,
                  content: <grid.FlexRender cell={cell} />,
                }))}
                columns={columns}
                groupTitle={groupTitle}
                repeats={groupTitle === null ? repeatsOf(columns, line, before) : ""}
                isSelected={selected.has(line.id)}
                focus={focus}
                onFold={() => lines.fold(line.id)}
                say={say}
              />
            );
          })}
          <Gap height={view.below} />
        </tbody>
      </table>
    </div>
  );
}

/** Title above the first row of a group, null above every other row. */
function groupTitleAt(table: TableProps, { row }: Line, before: Line | null): string | null {
  const { group } = table;
  if (group === undefined) return null;
  if (before !== null && JSON.stringify(before.row[group]) === JSON.stringify(row[group])) return null;
  return table.groupTitle?.(row) ?? "";
}

/** Columns in which a row repeats the row above. The rows of a tree differ by their level. */
function repeatsOf(columns: readonly TableColumn[], { row, level }: Line, before: Line | null): string {
  if (before === null || before.level !== level) return "";
  const same = columns.filter(
    ({ value }) => JSON.stringify(value(row)) === JSON.stringify(value(before.row)),
  );
  return ` ${same.map(({ id }) => id).join(" ")} `;
}

function columnDef(column: TableColumn): ColumnDef<typeof features, Line> {
  return { id: column.id, header: column.title, cell: ({ row }) => column.cell(row.original.row) };
}

function Gap({ height }: { readonly height: number }): ReactNode {
  return height <= 0 ? null : <tr role="presentation" style={{ height }} />;
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on small screens rows are laid out as a grid, which takes the roles of table elements away */

/** Column heads. The first press sorts in ascending order, the second in descending order, and the third removes the sorting. */
function GridHead(props: GridProps & { readonly focus: GridFocus }): ReactNode {
  const { table, columns, focus } = props;
  const say = useText();
  return (
    <thead>
      <tr role="row" aria-rowindex={1}>
        {table.selectionMenu !== undefined && (
          <th role="columnheader" className="cell-select">
            <SelectAll {...props} />
          </th>
        )}
        {columns.map((column, at) => (
          <Head key={column.id} column={column} at={at} table={table} focus={focus} />
        ))}
        {table.menu !== undefined && (
          <th role="columnheader" className="cell-menu">
            <span className="visually-hidden">{say("ui.table.menuColumn")}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

function SelectAll({ table, isAllSelected, onSelect, onSelectAll }: GridProps): ReactNode {
  const say = useText();
  return (
    <label className="cell-check">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={say("ui.table.selectAll")}
        checked={isAllSelected}
        // The rows of an earlier filter must not be selected.
        disabled={table.long !== undefined && table.isStale}
        onChange={() => (isAllSelected ? onSelect(new Set()) : onSelectAll())}
      />
    </label>
  );
}

interface HeadProps {
  readonly column: TableColumn;
  readonly at: number;
  readonly table: TableProps;
  readonly focus: GridFocus;
}

function Head({ column, at, table, focus }: HeadProps): ReactNode {
  const { sortBy } = column;
  const { view, onView } = table;
  const key = view.sort.find((one) => one.attribute === sortBy);
  const name = column.isNumber === true ? "cell-number" : undefined;
  if (sortBy === null) {
    return (
      <th role="columnheader" className={name} {...focus.cellProps(-1, at)}>
        {column.title}
      </th>
    );
  }
  const sort = (): void => {
    const next =
      key === undefined
        ? [{ attribute: sortBy, isDescending: false }]
        : key.isDescending
          ? []
          : [{ ...key, isDescending: true }];
    onView({ sort: next, page: 0 });
  };
  return (
    <th
      role="columnheader"
      className={name}
      aria-sort={key === undefined ? "none" : key.isDescending ? "descending" : "ascending"}
    >
      <button type="button" className="head-button" onClick={sort} {...focus.cellProps(-1, at)}>
        {column.title}
        {key !== undefined && <Icon name={key.isDescending ? "sort_down" : "sort_up"} size={12} />}
      </button>
    </th>
  );
}
