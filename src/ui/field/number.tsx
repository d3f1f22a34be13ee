import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** A number as text, so that what is no number is told instead of lost. */
export function NumberField(props: FieldProps): ReactNode {
  return <TextInput field={props} mode="decimal" />;
}
