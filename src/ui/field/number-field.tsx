import { useState, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { numberOf } from "#core/form/values";
import { fieldText, type WidgetProps } from "./field-component.ts";
import { TextInput } from "./text-field.tsx";

/** A number, shown as it was typed: a text that is none stays in the field and is named when the form is sent (VAL-18, VAL-19). */
export function NumberField(props: WidgetProps): ReactNode {
  const isInteger = props.options.isInteger === true;
  const [typed, setTyped] = useState("");
  const valueOf = (text: string): Json | undefined =>
    text.trim() === "" ? undefined : (numberOf(text, props.options) ?? text);
  // Another value than that of what was typed comes from outside: show it.
  const shown = valueOf(typed) === props.value ? typed : fieldText(props.value);
  return (
    <TextInput
      {...props}
      value={shown}
      inputMode={isInteger ? "numeric" : "decimal"}
      onChange={(value) => {
        const text = fieldText(value);
        setTyped(text);
        props.onChange(valueOf(text));
      }}
    />
  );
}
