import type { ReactNode } from "react";
import { fieldText, type WidgetProps } from "./field-component.ts";
import { LimitNote } from "./limit-note.tsx";
import { useTypingLimit } from "./use-typing-limit.ts";

interface AreaProps extends WidgetProps {
  readonly isCode?: boolean;
  readonly rows?: number;
}

function Area({ isCode = false, rows = 3, ...props }: AreaProps): ReactNode {
  const text = fieldText(props.value);
  const limit = useTypingLimit(props.label, props.options.maxLength, text, (typed) =>
    props.onChange(typed === "" ? undefined : typed),
  );
  const isGrowing = props.options.isGrowing === true;
  return (
    <>
      <textarea
        id={props.id}
        className={`control${isCode ? " code" : ""}${isGrowing ? " is-growing" : ""}`}
        rows={isGrowing ? 1 : rows}
        value={text}
        disabled={props.isDisabled}
        aria-required={props.isRequired}
        aria-label={props.lineLabel}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        onChange={limit.onChange}
      />
      <LimitNote isFull={limit.isFull} limit={props.options.maxLength} />
    </>
  );
}

export function TextareaField(props: WidgetProps): ReactNode {
  return <Area {...props} />;
}

/** JSON typed as text; it is read when the action is planned. */
export function JsonField(props: WidgetProps): ReactNode {
  return <Area {...props} isCode rows={8} />;
}
