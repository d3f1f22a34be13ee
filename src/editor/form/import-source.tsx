import { useId, useState, type ReactNode } from "react";
import { decoded, type Guess } from "#contract/values/decoded";
import { undecoded } from "#core/form/undecoded";
import type { Text } from "#core/text";
import type { FieldModel } from "#core/form/field-plan";
import type { Import, ImportedLine } from "#core/form/import";
import { GuessNote } from "./guess-note.tsx";
import { FileButton } from "../../ui/action/file-button.tsx";
import { sayText, useText } from "../../ui/text.ts";
import "../../ui/table/card-lines.css";

interface ImportSourceProps {
  readonly fields: readonly FieldModel[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

const TABLES = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** The source of the table: pasted text, a dropped file or a chosen one. It also shows the names that columns may have. */
export function ImportSource({ fields, text, onText }: ImportSourceProps): ReactNode {
  const say = useText();
  const id = useId();
  const file = useFile(onText);
  return (
    <div className="import-source">
      <div className="import-label">
        <label htmlFor={id}>{say("editor.import.text")}</label>
        <FileButton accept={TABLES} onFile={file.read} />
      </div>
      <textarea
        id={id}
        className="control code"
        rows={6}
        spellCheck={false}
        autoComplete="off"
        aria-describedby={`${id}-help`}
        value={text}
        onChange={({ target }) => {
          if (target.value.trim() === "") file.forget();
          onText(target.value);
        }}
        onDrop={(event) => {
          const dropped = event.dataTransfer.files[0];
          if (dropped === undefined) return;
          event.preventDefault();
          file.read(dropped);
        }}
      />
      <p id={`${id}-help`} className="muted small">
        {say("editor.import.help")}
      </p>
      {file.guess !== null && <GuessNote file={null} guess={file.guess} />}
      {file.unreadable !== null && (
        <p className="form-problem" role="alert">
          {sayText(say, file.unreadable)}
        </p>
      )}
      <ColumnNames fields={fields} />
    </div>
  );
}

/** Names and labels of the columns, the required ones first. A label says more, and a name is the same in every language. */
function ColumnNames({ fields }: { readonly fields: readonly FieldModel[] }): ReactNode {
  const say = useText();
  return (
    <details>
      <summary>{say("editor.import.columns")}</summary>
      <ul className="import-columns">
        {fields.map(({ name, label, isRequired }) => (
          <li key={name}>
            <span className="code">{name}</span> <span className="muted">{label}</span>
            {isRequired && <span className="muted small"> {say("ui.common.required")}</span>}
          </li>
        ))}
      </ul>
    </details>
  );
}

function useFile(onText: (text: string) => void) {
  const [unreadable, setUnreadable] = useState<Text | null>(null);
  const [guess, setGuess] = useState<Guess | null>(null);
  const read = (file: File): void => {
    file.arrayBuffer().then(
      (bytes) => {
        const found = decoded(new Uint8Array(bytes));
        setUnreadable(undecoded(found));
        if (!found.ok) return;
        setGuess(found.guess ?? null);
        onText(found.text);
      },
      () => setUnreadable({ key: "editor.import.unreadableFile" }),
    );
  };
  return { unreadable, guess, read, forget: () => setGuess(null) };
}

const MOST_LINES = 100;
const MOST_PROBLEMS = 500;

/** The table in the form that was read: columns by their fields, with faulty cells marked. */
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
