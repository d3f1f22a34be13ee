import type { ReactNode } from "react";
import type { TextKey } from "#core/text";
import { useText } from "../../ui/text.ts";

export interface LookupTableProps {
  readonly name: string;
  readonly columns: readonly TextKey[];
  /** As many cells as columns. */
  readonly rows: readonly (readonly ReactNode[])[];
}

/** A short answer as a table; a wide one scrolls by itself. */
export function LookupTable({ name, columns, rows }: LookupTableProps): ReactNode {
  const say = useText();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <section className="lookup-table" aria-label={name} tabIndex={0}>
      <table aria-label={name}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {say(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={columns[place]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
