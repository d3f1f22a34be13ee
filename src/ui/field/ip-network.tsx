import type { ReactNode } from "react";
import type { FieldProps } from "./field-component.ts";
import { TextInput } from "./text-input.tsx";

/** A network as address and prefix. */
export function IpNetworkField(props: FieldProps): ReactNode {
  return <TextInput field={props} isCode placeholder="192.0.2.0/24" />;
}
