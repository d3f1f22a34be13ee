import { useId, useRef, useState, type ReactNode } from "react";
import type { FieldPlan } from "#core/form/field-plan";
import { Button } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";

interface ImportSourceProps {
  readonly fields: readonly FieldPlan[];
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Where the table comes from: pasted, dropped or a file; with the names its columns may have. */
export function ImportSource({ fields, text, onText }: ImportSourceProps): ReactNode {
  const say = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const file = useFile(onText);
  return (
    <div className="import-source">
      <div className="import-label">
        <label htmlFor={id}>{say("editor.import.text")}</label>
        <Button onClick={() => input.current?.click()}>{say("editor.import.file")}</Button>
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
          if (event.dataTransfer.files.length === 0) return;
          event.preventDefault();
          file.read(event.dataTransfer.files[0]);
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
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label={say("editor.import.file")}
        onChange={({ target }) => {
          file.read(target.files?.[0]);
          // The same file can be chosen again after it was mended.
          target.value = "";
        }}
      />
    </div>
  );
}

/** Names and labels of the columns, the required ones first; a label says more, a name is the same in every language. */
function ColumnNames({ fields }: { readonly fields: readonly FieldPlan[] }): ReactNode {
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
  const read = (file: File | undefined): void => {
    if (file === undefined) return;
    file.arrayBuffer().then(
      (bytes) => {
        const text = decoded(bytes);
        setUnreadable(text === null);
        if (text !== null) onText(text);
      },
      () => setUnreadable(true),
    );
  };
  return { isUnreadable, read };
}

/** UTF-8, otherwise Windows-1252, which is what spreadsheets still write; null for what is no text. */
function decoded(bytes: ArrayBuffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: every byte stands for a sign of the older encoding. A zero byte is in no text.
    const text = new TextDecoder("windows-1252").decode(bytes);
    return text.includes("\0") ? null : text;
  }
}
