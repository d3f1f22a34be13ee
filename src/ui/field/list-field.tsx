import type { ReactNode } from "react";
import type { Widget } from "#core/form/widget";
import { ChipsField } from "./chips-field.tsx";
import type { WidgetProps } from "./field-component.ts";
import { LinesField } from "./lines-field.tsx";

/** Values of one line of text are chips, as many as one can paste; what needs more room or a choice is a line of its own. */
const AS_CHIPS: ReadonlySet<Widget> = new Set([
  "text",
  "number",
  "fqdn",
  "ipAddress",
  "ipNetwork",
  "macAddress",
  "date",
  "reference",
]);

/** A list of values. */
export function ListField(props: WidgetProps): ReactNode {
  const widget = props.options.element?.widget ?? "text";
  return AS_CHIPS.has(widget) ? <ChipsField {...props} /> : <LinesField {...props} />;
}
