import { Suspense, type ReactNode } from "react";
import { later, type Later } from "../layout/later.tsx";
import type { FieldComponent, WidgetProps } from "./field-component.ts";
import { CodeField } from "./text-field.tsx";

/** Dates are rare in forms: their fields come when one is drawn. */
function waiting(Part: Later<WidgetProps>): FieldComponent {
  return function Waiting(props: WidgetProps): ReactNode {
    return (
      <Suspense fallback={<CodeField {...props} isDisabled />}>
        <Part {...props} />
      </Suspense>
    );
  };
}

export const DateField = waiting(
  later("date-field", async () => (await import("./date-field.tsx")).DateField),
);
export const DateTimeField = waiting(
  later("date-field", async () => (await import("./date-field.tsx")).DateTimeField),
);
