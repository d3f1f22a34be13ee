import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** Six pairs of hex digits with or without separators. */
export function MacAddressField(props: FieldProps): ReactNode {
  return <TextInput field={props} isCode placeholder="00:00:5e:00:53:01" />;
}
