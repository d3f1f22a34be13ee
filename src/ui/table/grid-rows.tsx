import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from "@tanstack/react-table";
import { useMemo, type ReactNode, type RefObject } from "react";
import type { LineWindow } from "../layout/line-window.ts";
import { useText } from "../text.ts";
import type { GridProps } from "./grid-props.ts";
import { GridHead } from "./grid-head.tsx";
import { GridRow } from "./grid-row.tsx";
import { slice, type Line } from "./lines.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import { useGridFocus } from "./use-grid-focus.ts";

const features = tableFeatures({ columnVisibilityFeature });
export type GridFeatures = typeof features;

interface GridRowsProps extends GridProps {
  /** What scrolls. */
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
            return (
              <GridRow
                key={row.id}
                table={table}
                line={line}
                place={place}
                rowIndex={lines.from + place + 2}
                cells={row.getVisibleCells().map((cell) => ({
                  id: cell.column.id,
                  content: <grid.FlexRender cell={cell} />,
                }))}
                columns={columns}
                groupTitle={groupTitleAt(table, line, place === 0 ? null : all.at(start + place - 1))}
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

function columnDef(column: TableColumn): ColumnDef<GridFeatures, Line> {
  return { id: column.id, header: column.title, cell: ({ row }) => column.cell(row.original.row) };
}

function Gap({ height }: { readonly height: number }): ReactNode {
  return height <= 0 ? null : <tr role="presentation" style={{ height }} />;
}
