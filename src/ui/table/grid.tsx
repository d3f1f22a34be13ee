import { columnVisibilityFeature, tableFeatures, useTable, type ColumnDef } from "@tanstack/react-table";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, type ReactNode } from "react";
import { useText } from "../text.ts";
import { GridHead } from "./grid-head.tsx";
import { GridRow } from "./grid-row.tsx";
import type { Line } from "./lines.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import { useGridFocus } from "./use-grid-focus.ts";
import type { Lines } from "./use-lines.ts";

export interface GridProps {
  readonly table: TableProps;
  readonly columns: readonly TableColumn[];
  readonly lines: Lines;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
}

const features = tableFeatures({ columnVisibilityFeature });
export type GridFeatures = typeof features;

/** Longer pages draw only the rows in view. */
const VIRTUAL_FROM = 120;
const ROW_HEIGHT = 32;
const OVERSCAN = 12;

/** The rows of a page as an ARIA grid: one tab stop, moved through by arrows (screens 6). */
export function Grid({ table, columns, lines, selected, onSelect }: GridProps): ReactNode {
  const say = useText();
  const box = useRef<HTMLDivElement>(null);
  const isVirtual = lines.lines.length > VIRTUAL_FROM;
  const virtual = useVirtualizer({
    count: isVirtual ? lines.lines.length : 0,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const seen = virtual.getVirtualItems();
  const first = isVirtual ? (seen[0]?.index ?? 0) : 0;
  const last = isVirtual ? (seen.at(-1)?.index ?? -1) + 1 : lines.lines.length;
  const data = useMemo(() => lines.lines.slice(first, last), [lines.lines, first, last]);
  const defs = useMemo(() => columns.map(columnDef), [columns]);
  const grid = useTable({ features, columns: defs, data, getRowId: (line) => line.id });
  const focus = useGridFocus({
    table,
    columns,
    lines,
    selected,
    onSelect,
    box,
    scrollTo: (line) => {
      if (isVirtual) virtual.scrollToIndex(line);
    },
  });
  const groupOf = (line: Line | undefined): string | null =>
    table.group === undefined || line === undefined ? null : JSON.stringify(line.row[table.group] ?? "");
  return (
    <div ref={box} className={isVirtual ? "grid-box is-virtual" : "grid-box"}>
      <table
        role={table.nest === undefined ? "grid" : "treegrid"}
        aria-label={table.label}
        aria-rowcount={lines.total + 1}
        aria-multiselectable={table.selectionMenu === undefined ? undefined : true}
        onKeyDown={focus.onKeyDown}
      >
        <GridHead
          table={table}
          columns={columns}
          focus={focus}
          lines={lines}
          selected={selected}
          onSelect={onSelect}
        />
        <tbody>
          {isVirtual && <Gap height={seen[0]?.start ?? 0} />}
          {grid.getRowModel().rows.map((row, at) => {
            const line = row.original;
            const place = first + at;
            const before = lines.lines[place - 1];
            const isGroupStart = table.group !== undefined && groupOf(line) !== groupOf(before);
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
                groupTitle={isGroupStart ? (table.groupTitle?.(line.row) ?? "") : null}
                isSelected={selected.has(line.id)}
                focus={focus}
                onFold={() => lines.fold(line)}
                say={say}
              />
            );
          })}
          {isVirtual && <Gap height={virtual.getTotalSize() - (seen.at(-1)?.end ?? 0)} />}
        </tbody>
      </table>
    </div>
  );
}

function columnDef(column: TableColumn): ColumnDef<GridFeatures, Line> {
  return { id: column.id, header: column.title, cell: ({ row }) => column.cell(row.original.row) };
}

function Gap({ height }: { readonly height: number }): ReactNode {
  return height <= 0 ? null : <tr role="presentation" style={{ height }} />;
}
