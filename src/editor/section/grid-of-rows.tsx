import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Row } from "#contract/wire/json";
import type { Section } from "#core/screen/screen";
import { Button } from "../../ui/action/button.tsx";
import { Link } from "../../ui/layout/link.tsx";
import type { TableColumn } from "../../ui/table/table-props.ts";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { textOf } from "../cell/text-of.ts";

type TableSectionData = Extract<Section, { readonly kind: "table" }>;

/** Whether a table is shown as a grid, and the button for it; the choice is kept (HOME-05). */
export function useGrid(section: TableSectionData): { readonly isGrid: boolean; readonly toggle: ReactNode } {
  const say = useText();
  const { settings } = usePortal();
  const { homeGrid } = useSnapshot(settings.state);
  if (section.grid === undefined) return { isGrid: false, toggle: null };
  return {
    isGrid: homeGrid,
    toggle: (
      <Button look="quiet" onClick={() => settings.set("homeGrid", !homeGrid)}>
        {say(homeGrid ? "editor.grid.asTable" : "editor.grid.asGrid")}
      </Button>
    ),
  };
}

export interface GridOfRowsProps {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly TableColumn[];
  readonly href: (row: Row) => string | null;
}

/** Rows as tiles: the first column is the link, the next ones are below it. */
export function GridOfRows({ label, rows, columns, href }: GridOfRowsProps): ReactNode {
  const [first, ...rest] = columns.filter((column) => !column.isExtra);
  return (
    <ul className="tiles" aria-label={label}>
      {rows.map((row) => (
        <li key={textOf(row["gpk"])}>
          <Link to={href(row) ?? "#"} className="tile">
            <strong>{textOf(first?.value(row))}</strong>
            {rest.map((column) => (
              <span key={column.id} className="muted">
                {textOf(column.value(row))}
              </span>
            ))}
          </Link>
        </li>
      ))}
    </ul>
  );
}
