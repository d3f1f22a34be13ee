/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- on small screens rows are laid out as a grid, which takes the roles of table elements away */
import type { ReactNode } from "react";
import { Icon } from "../icon/icon.tsx";
import { useText } from "../text.ts";
import type { GridProps } from "./grid-props.ts";
import { hitsOf } from "./lines.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import type { GridFocus } from "./use-grid-focus.ts";

/** Column heads: pressing one sorts by it, again the other way, a third time not at all. */
export function GridHead(props: GridProps & { readonly focus: GridFocus }): ReactNode {
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

function SelectAll({ table, lines, isAllSelected, onSelect }: GridProps): ReactNode {
  const say = useText();
  return (
    <label className="cell-check">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={say(table.long === undefined ? "ui.table.selectAll" : "ui.table.selectPage")}
        checked={isAllSelected}
        // Rows of the filter before this one are not meant.
        disabled={table.long !== undefined && table.isStale}
        onChange={() => onSelect(new Set(isAllSelected ? [] : hitsOf(lines.all).map(({ id }) => id)))}
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
    onView({ ...view, sort: next, page: 0 });
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
