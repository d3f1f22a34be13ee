import { createElement, Suspense } from "react";
import { later, type Later } from "../layout/later.tsx";
import type { FieldComponent, WidgetProps } from "./field-component.ts";

/** Dates are rare in forms: their fields come behind the forms. */
const waiting =
  (Part: Later<WidgetProps>): FieldComponent =>
  (props) =>
    createElement(Suspense, null, createElement(Part, props));

const Day = later("date-field", async () => (await import("./date-field.tsx")).DateField);
// Ahead of the first form; what does not come now is loaded again when it is needed.
void Day.fetch().catch(() => undefined);

export const DateField = waiting(Day);
export const DateTimeField = waiting(
  later("date-field", async () => (await import("./date-field.tsx")).DateTimeField),
);
