import type { Json } from "#contract/wire/json";
import { acceptsTyping } from "#core/form/grammar";
import type { FieldProps } from "./field-component.ts";

/** What of a value stands in a text field. */
export function textOf(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** What assistive technology is told about a control, the same for every widget. */
export function controlProps({ id, isDisabled, isInvalid, isRequired, describedBy }: FieldProps) {
  return {
    id,
    disabled: isDisabled,
    "aria-invalid": isInvalid,
    "aria-required": isRequired,
    ...(describedBy === undefined ? {} : { "aria-describedby": describedBy }),
  };
}

/** Takes over typed text; longer than the data type allows is refused at once and logged (TAFORM-14, TAFORM-17). */
export function typeText({ dataType, onChange }: FieldProps, text: string): void {
  if (!acceptsTyping(dataType, text, (message) => console.warn(message))) return;
  onChange(text === "" ? undefined : text);
}
