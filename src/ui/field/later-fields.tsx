import { createElement, Suspense } from "react";
import { later, type Later } from "../layout/later.tsx";
import type { FieldComponent, WidgetProps } from "./field-component.ts";

/** Dates and lists of choices are rare in forms: their fields come behind the forms. */
const waiting =
  (Part: Later<WidgetProps>): FieldComponent =>
  (props) =>
    createElement(Suspense, null, createElement(Part, props));

const Day = later("rare-fields", async () => (await import("./rare-fields.ts")).DateField);
// Ahead of the first form; what does not come now is loaded again when it is needed.
void Day.fetch().catch(() => undefined);

export const DateField = waiting(Day);
export const DateTimeField = waiting(
  later("rare-fields", async () => (await import("./rare-fields.ts")).DateTimeField),
);
export const ChoiceListField = waiting(
  later("rare-fields", async () => (await import("./rare-fields.ts")).ChoiceListField),
);
