import { useId, type ReactNode, type Ref } from "react";
import { useText } from "../text.ts";
import "../form/form.css";

export interface LabelledInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly example?: string;
  readonly isCode?: boolean;
  readonly isOptional?: boolean;
  readonly problem?: string | null;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly type?: "text" | "search";
}

/** One line of text with label, example and problem, for pages without a form. */
export function LabelledInput({
  inputRef,
  problem = null,
  type = "text",
  ...props
}: LabelledInputProps): ReactNode {
  const say = useText();
  const id = useId();
  return (
    <div className="form-field">
      <div className="form-label">
        <label htmlFor={id}>{props.label}</label>
        {props.isOptional === true && <span className="muted small">{say("ui.field.optional")}</span>}
      </div>
      <input
        ref={inputRef}
        id={id}
        type={type}
        className={`control${props.isCode === true ? " code" : ""}`}
        value={props.value}
        placeholder={props.example}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={`${id}-help`}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <div id={`${id}-help`} className="form-help small">
        {problem !== null && (
          <p className="form-problem" role="alert">
            {problem}
          </p>
        )}
      </div>
    </div>
  );
}
