import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { controlProps, textOf } from "./input-props.ts";

const ROWS = 6;

/** JSON as text; read when the action is planned. */
export function JsonField(props: FieldProps): ReactNode {
  return (
    <textarea
      {...controlProps(props)}
      className="control code"
      rows={ROWS}
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.target.value === "" ? undefined : event.target.value)}
    />
  );
}
