import type { TableColumn, TableProps } from "./table-props.ts";
import type { Lines } from "./use-lines.ts";

/** Pages with so many rows draw only those in view. */
export const WINDOW_FROM = 121;

/** The page of a table with its columns and selection. */
export interface GridProps {
  readonly table: TableProps;
  readonly columns: readonly TableColumn[];
  readonly lines: Lines;
  readonly selected: ReadonlySet<string>;
  readonly isAllSelected: boolean;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Selects every row that matches the filter. */
  readonly onSelectAll: () => void;
}
