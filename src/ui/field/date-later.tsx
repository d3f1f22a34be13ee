import { Suspense, type ReactNode } from "react";
import { later } from "../layout/later.tsx";
import type { FieldComponent, WidgetProps } from "./field-component.ts";
import { CodeField } from "./text-field.tsx";

/** Dates are rare in forms: their fields come when one is drawn. */
function dated(name: "DateField" | "DateTimeField"): FieldComponent {
  const Part = later<WidgetProps>(name, async () => (await import("./date-field.tsx"))[name]);
  return function Dated(props: WidgetProps): ReactNode {
    return (
      <Suspense fallback={<CodeField {...props} isDisabled />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

export const DateField = dated("DateField");
export const DateTimeField = dated("DateTimeField");
