import type { ReactNode } from "react";
import type { Import, ImportedLine } from "#core/form/import";
import { useText } from "../../ui/text.ts";

const MOST_SHOWN = 100;

/** The table as it was read: columns by the field they stand for, faulty cells marked. */
export function ImportPreview({ read: { columns, lines } }: { readonly read: Import }): ReactNode {
  const say = useText();
  if (lines.length === 0) return null;
  return (
    <section aria-label={say("editor.import.preview")}>
      <h3 className="import-title">{say("editor.import.preview")}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="import-preview" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("editor.import.lineHead")}</th>
              {columns.map(({ title, field }, at) => (
                <th key={at} scope="col" className={field === null ? "is-unknown" : ""}>
                  {field?.label ?? title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, MOST_SHOWN).map((line) => (
              <Line key={line.line} line={line} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MOST_SHOWN && (
        <p className="muted small">{say("editor.import.more", { count: lines.length - MOST_SHOWN })}</p>
      )}
    </section>
  );
}

interface LineProps {
  readonly line: ImportedLine;
  readonly columns: Import["columns"];
}

function Line({ line, columns }: LineProps): ReactNode {
  const faulty = new Set(line.problems.map(({ field }) => field?.name));
  return (
    <tr className={line.item === null ? "is-faulty" : ""}>
      <th scope="row">{line.line}</th>
      {columns.map(({ field }, at) => (
        <td key={at} className={field !== null && faulty.has(field.name) ? "is-faulty" : ""}>
          {line.cells[at] ?? ""}
        </td>
      ))}
    </tr>
  );
}
