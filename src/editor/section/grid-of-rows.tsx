import type { ReactNode } from "react";
import type { Row } from "#contract/wire/json";
import { Link } from "../../ui/layout/link.tsx";
import type { TableColumn } from "../../ui/table/table-props.ts";
import { textOf } from "../cell/cell-text.ts";

export interface GridOfRowsProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn[];
  readonly href: (row: Row) => string | null;
}

/** Rows as tiles: the first column is the link, the next ones are below it in the words of the table. */
export function GridOfRows({ label, rows, columns, href }: GridOfRowsProps): ReactNode {
  const [first, ...rest] = columns.filter((column) => !column.isExtra);
  return (
    <ul className="tiles" aria-label={label}>
      {rows.map((row) => (
        <li key={textOf(row["gpk"])}>
          <Link to={href(row) ?? "#"} className="tile">
            <strong>{first === undefined ? "" : wordsOf(first, row)}</strong>
            {rest.map((column) => (
              <span key={column.id} className="muted">
                {column.isNumber === true && `${column.title}: `}
                {wordsOf(column, row)}
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The text that the table shows. A number alone means nothing without its title. */
function wordsOf(column: TableColumn, row: Row): string {
  return column.shownText?.(row) || textOf(column.value(row));
}
