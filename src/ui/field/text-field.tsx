import type { ReactNode } from "react";
import { fieldText, type WidgetProps } from "./field-component.ts";

interface InputProps extends WidgetProps {
  readonly isCode?: boolean;
  readonly inputMode?: "text" | "numeric" | "decimal";
}

/** One line of text; more than the data type takes cannot be typed (TAFORM-14). */
export function TextInput({ isCode = false, inputMode = "text", ...props }: InputProps): ReactNode {
  return (
    <input
      id={props.id}
      className={`control${isCode ? " code" : ""}`}
      type="text"
      inputMode={inputMode}
      autoComplete={props.options.autoComplete ?? "off"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={props.options.maxLength}
      value={fieldText(props.value)}
      disabled={props.isDisabled}
      required={props.isRequired}
      aria-required={props.isRequired}
      aria-label={props.lineLabel}
      aria-invalid={props.isInvalid}
      aria-describedby={props.describedBy}
      onChange={(event) => props.onChange(event.target.value === "" ? undefined : event.target.value)}
    />
  );
}

export function TextField(props: WidgetProps): ReactNode {
  return <TextInput {...props} />;
}

/** Addresses, networks and names: read letter by letter, so set in code. */
export function CodeField(props: WidgetProps): ReactNode {
  return <TextInput {...props} isCode />;
}
