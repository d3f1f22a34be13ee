import type { ReactNode } from "react";
import { fieldText, type WidgetProps } from "./field-component.ts";

interface AreaProps extends WidgetProps {
  readonly isCode?: boolean;
  readonly rows?: number;
}

function Area({ isCode = false, rows = 3, ...props }: AreaProps): ReactNode {
  return (
    <textarea
      id={props.id}
      className={`control${isCode ? " code" : ""}`}
      rows={rows}
      maxLength={props.options.maxLength}
      value={fieldText(props.value)}
      disabled={props.isDisabled}
      aria-required={props.isRequired}
      aria-label={props.lineLabel}
      aria-invalid={props.isInvalid}
      aria-describedby={props.describedBy}
      onChange={(event) => props.onChange(event.target.value === "" ? undefined : event.target.value)}
    />
  );
}

export function TextareaField(props: WidgetProps): ReactNode {
  return <Area {...props} />;
}

/** JSON typed as text; it is read when the action is planned. */
export function JsonField(props: WidgetProps): ReactNode {
  return <Area {...props} isCode rows={8} />;
}
