import type { ReactNode } from "react";
import type { Import, ImportedLine } from "#core/form/import";
import { useText, sayText } from "../../ui/text.ts";
import "../../ui/table/card-lines.css";

const MOST_LINES = 100;
const MOST_PROBLEMS = 500;

/** The table as it was read: columns by the field they stand for, faulty cells marked. */
export function ImportPreview({ read: { columns, lines } }: { readonly read: Import }): ReactNode {
  const say = useText();
  if (lines.length === 0) return null;
  return (
    <section aria-label={say("editor.import.preview")}>
      <h3 className="import-title">{say("editor.import.preview")}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <div className="import-preview" tabIndex={0}>
        <table className="card-lines">
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
            {lines.slice(0, MOST_LINES).map((line) => (
              <Line key={line.line} line={line} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > MOST_LINES && (
        <p className="muted small">{say("editor.import.more", { count: lines.length - MOST_LINES })}</p>
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
      {columns.map(({ field, title }, at) => (
        <td
          key={at}
          data-title={field?.label ?? title}
          className={field !== null && faulty.has(field.name) ? "is-faulty" : ""}
        >
          {line.cells[at] ?? ""}
        </td>
      ))}
    </tr>
  );
}

export function ImportProblems({ lines }: { readonly lines: readonly ImportedLine[] }): ReactNode {
  const say = useText();
  const faulty = lines.filter(({ problems }) => problems.length > 0);
  if (faulty.length === 0) return null;
  const all = faulty.flatMap(({ line, problems }) => problems.map((problem) => ({ line, ...problem })));
  return (
    <div className="import-problems" role="alert">
      <p>{say("editor.import.problems", { count: all.length, lines: faulty.length })}</p>
      <ul
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        aria-label={say("editor.import.problems", { count: all.length, lines: faulty.length })}
      >
        {all.slice(0, MOST_PROBLEMS).map(({ line, field, text }, at) => (
          <li key={at}>
            <span className="import-line">{say("editor.import.line", { line })}</span>{" "}
            {field !== null && <strong>{field.label}: </strong>}
            {sayText(say, text)}
          </li>
        ))}
      </ul>
      {all.length > MOST_PROBLEMS && (
        <p className="muted">{say("editor.import.more", { count: all.length - MOST_PROBLEMS })}</p>
      )}
    </div>
  );
}
