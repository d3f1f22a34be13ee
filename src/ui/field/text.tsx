import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** A line of text. */
export function TextField(props: FieldProps): ReactNode {
  return <TextInput field={props} />;
}
