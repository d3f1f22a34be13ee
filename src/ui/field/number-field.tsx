import type { ReactNode } from "react";
import type { WidgetProps } from "./field-component.ts";
import { TextInput } from "./text-field.tsx";

/** A number as typed: a text that is none stays in the field and is named when the form is sent (VAL-18, VAL-19). */
export function NumberField(props: WidgetProps): ReactNode {
  const isInteger = props.options.isInteger !== false;
  const onChange: WidgetProps["onChange"] = (value) => {
    const text = typeof value === "string" ? value.trim().replace(",", ".") : "";
    const number = Number(text);
    if (text === "") props.onChange(undefined);
    // A trailing point or sign is a number in the making.
    else
      props.onChange(
        /^-?\d+(\.\d*[1-9])?$/.test(text) && Number.isSafeInteger(Math.trunc(number)) ? number : text,
      );
  };
  return <TextInput {...props} inputMode={isInteger ? "numeric" : "decimal"} onChange={onChange} />;
}
