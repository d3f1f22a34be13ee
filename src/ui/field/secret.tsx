import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** A secret; it is not shown while typed. */
export function SecretField(props: FieldProps): ReactNode {
  return <TextInput field={props} isCode type="password" />;
}
