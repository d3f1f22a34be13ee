import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** A DNS name; it is lower-cased and made ASCII when the action is planned. */
export function FqdnField(props: FieldProps): ReactNode {
  return <TextInput field={props} isCode />;
}
