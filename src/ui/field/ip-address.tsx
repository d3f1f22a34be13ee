import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** An IPv4 or IPv6 address. */
export function IpAddressField(props: FieldProps): ReactNode {
  return <TextInput field={props} isCode />;
}
