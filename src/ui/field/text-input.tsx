import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { controlProps, textOf, typeText } from "./input-props.ts";

interface TextInputProps {
  readonly field: FieldProps;
  readonly isCode?: boolean;
  readonly type?: "text" | "password";
  readonly mode?: "text" | "numeric" | "decimal";
  readonly placeholder?: string;
}

/** One line of text; the base of the widgets whose values are typed. */
export function TextInput({ field, isCode = false, type = "text", mode, placeholder }: TextInputProps): ReactNode {
  return (
    <input
      {...controlProps(field)}
      type={type}
      className={isCode ? "control code" : "control"}
      value={textOf(field.value)}
      placeholder={placeholder}
      inputMode={mode}
      autoComplete={type === "password" ? "new-password" : "off"}
      spellCheck={isCode ? false : undefined}
      onChange={(event) => typeText(field, event.target.value)}
    />
  );
}
