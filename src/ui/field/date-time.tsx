import { useState, type ReactNode } from "react";
import { joinDateTime, splitDateTime } from "#core/form/time";
import { useText } from "../text.ts";
import type { FieldProps } from "./field-component.ts";
import { controlProps } from "./input-props.ts";

/** Local date and time in two text fields; together they are a timestamp with its offset (VAL-13 to VAL-16). */
export function DateTimeField(props: FieldProps): ReactNode {
  const { value, onChange, id, label } = props;
  const say = useText();
  const [typed, setTyped] = useState(() => splitDateTime(typeof value === "string" ? value : null));
  const take = (next: { readonly date: string; readonly time: string }): void => {
    setTyped(next);
    const joined = joinDateTime(next.date, next.time);
    // What is no date stays as it was typed, so that the check can say so.
    onChange(joined === undefined ? `${next.date} ${next.time}`.trim() : (joined ?? undefined));
  };
  return (
    <span className="field-pair">
      <input
        {...controlProps(props)}
        className="control code"
        aria-label={`${label}: ${say("ui.field.date")}`}
        placeholder={say("ui.field.datePattern")}
        value={typed.date}
        onChange={(event) => take({ ...typed, date: event.target.value })}
      />
      <input
        {...controlProps(props)}
        id={`${id}-time`}
        className="control code"
        aria-label={`${label}: ${say("ui.field.time")}`}
        placeholder={say("ui.field.timePattern")}
        value={typed.time}
        onChange={(event) => take({ ...typed, time: event.target.value })}
      />
    </span>
  );
}
