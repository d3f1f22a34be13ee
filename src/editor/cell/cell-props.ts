import type { Row } from "#contract/wire/json";
import type { ShownColumn } from "../section/columns.ts";

export interface CellProps {
  readonly column: ShownColumn;
  readonly row: Row;
  /** In a table the row handles focus, so controls in cells are not reached by Tab. */
  readonly isInGrid?: boolean;
}
