import { useState, type ReactNode } from "react";
import { joinDateTime, splitDateTime } from "#core/form/time";
import { useText } from "../text.ts";
import { fieldText, type WidgetProps } from "./field-component.ts";
import { CodeField } from "./text-field.tsx";

/** A day as text: the native input follows the language of the browser, not that of the portal. */
export function DateField(props: WidgetProps): ReactNode {
  return <CodeField {...props} />;
}

/** Date and time of the local time zone, sent with its offset (VAL-13 to VAL-16). */
export function DateTimeField(props: WidgetProps): ReactNode {
  const say = useText();
  const given = fieldText(props.value);
  const [typed, setTyped] = useState(() => ({ ...splitDateTime(given), of: given }));
  // Another value than the one made here comes from outside: show it.
  const shown = typed.of === given ? typed : { ...splitDateTime(given), of: given };
  const change = (date: string, time: string): void => {
    const joined = joinDateTime(date, time);
    const next = joined === undefined ? `${date} ${time}`.trim() : (joined ?? "");
    setTyped({ date, time, of: next });
    props.onChange(next === "" ? undefined : next);
  };
  return (
    <div className="date-time">
      <input
        id={props.id}
        className="control code"
        autoComplete="off"
        value={shown.date}
        placeholder={say("ui.field.date")}
        disabled={props.isDisabled}
        aria-label={props.lineLabel}
        aria-required={props.isRequired}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        onChange={(event) => change(event.target.value, shown.time)}
      />
      <input
        className="control code"
        autoComplete="off"
        aria-label={`${props.lineLabel ?? props.label}: ${say("ui.field.timeLabel")}`}
        value={shown.time}
        placeholder={say("ui.field.time")}
        disabled={props.isDisabled}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        onChange={(event) => change(shown.date, event.target.value)}
      />
    </div>
  );
}
