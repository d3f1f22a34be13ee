import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { controlProps, textOf, typeText } from "./input-props.ts";

const ROWS = 3;

/** Text of several lines. */
export function TextareaField(props: FieldProps): ReactNode {
  return (
    <textarea
      {...controlProps(props)}
      className="control"
      rows={ROWS}
      value={textOf(props.value)}
      onChange={(event) => typeText(props, event.target.value)}
    />
  );
}
