import { useId, useState, type ReactNode } from "react";
import { decoded } from "#contract/values/decoded";
import type { FieldModel } from "#core/form/field-plan";
import { FileButton } from "../../ui/action/file-button.tsx";
import { useText } from "../../ui/text.ts";

interface ImportSourceProps {
  readonly fields: readonly FieldModel[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

const TABLES = ".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain";

/** Where the table comes from: pasted, dropped or a file; with the names its columns may have. */
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
        onChange={({ target }) => onText(target.value)}
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
      {file.isUnreadable && (
        <p className="form-problem" role="alert">
          {say("editor.import.unreadable")}
        </p>
      )}
      <ColumnNames fields={fields} />
    </div>
  );
}

/** Names and labels of the columns, the required ones first; a label says more, a name is the same in every language. */
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
  const [isUnreadable, setUnreadable] = useState(false);
  const read = (file: File): void => {
    file.arrayBuffer().then(
      (bytes) => {
        const text = decoded(new Uint8Array(bytes));
        setUnreadable(text === null);
        if (text !== null) onText(text);
      },
      () => setUnreadable(true),
    );
  };
  return { isUnreadable, read };
}
