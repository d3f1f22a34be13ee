import { useId, useState, type ReactNode } from "react";
import { Button } from "../action/button.tsx";
import { Breakable } from "../breakable.tsx";
import { Link } from "../layout/link.tsx";
import { useText } from "../text.ts";
import "./picture.css";

export interface PictureTableProps {
  /** Name of the table: that of the picture. */
  readonly label: string;
  readonly columns: readonly PictureColumn[];
  readonly rows: readonly PictureRow[];
}

export interface PictureColumn {
  readonly title: string;
  readonly isNumber?: true;
}

export interface PictureRow {
  readonly id: string;
  /** As many cells as columns; the first one names the row. */
  readonly cells: readonly PictureCell[];
}

/** A text, or one that leads to a page. */
export type PictureCell = string | { readonly text: string; readonly href: string | null };

/** The content of a picture as a table: always there for screen readers and on paper, for others on demand. */
export function PictureTable({ label, columns, rows }: PictureTableProps): ReactNode {
  const say = useText();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="picture-words">
      <Button
        look="quiet"
        icon="columns"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {say(isOpen ? "ui.picture.hideTable" : "ui.picture.showTable")}
      </Button>
      <div id={id} className={isOpen ? "picture-table" : "picture-table visually-hidden"}>
        <table aria-label={label}>
          <thead>
            <tr>
              {columns.map(({ title, isNumber }) => (
                <th key={title} scope="col" className={isNumber === true ? "is-number" : undefined}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id: row, cells }) => (
              <tr key={row}>
                {cells.map((cell, at) =>
                  at === 0 ? (
                    <th key={at} scope="row">
                      <CellText cell={cell} isLinked={isOpen} />
                    </th>
                  ) : (
                    <td key={at} className={columns[at]?.isNumber === true ? "is-number" : undefined}>
                      <CellText cell={cell} isLinked={isOpen} />
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** The keyboard must not reach a link that nobody sees. */
function CellText({ cell, isLinked }: { readonly cell: PictureCell; readonly isLinked: boolean }): ReactNode {
  const { text, href } = typeof cell === "string" ? { text: cell, href: null } : cell;
  const words = <Breakable text={text} />;
  return isLinked && href !== null ? <Link to={href}>{words}</Link> : words;
}
