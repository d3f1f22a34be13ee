import type { ReactNode } from "react";
import { useText } from "../text.ts";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** A day as text: the native date field follows the browser's language, not the page's. */
export function DateField(props: FieldProps): ReactNode {
  const say = useText();
  return <TextInput field={props} isCode placeholder={say("ui.field.datePattern")} />;
}
