import { useRef, useState, type ReactNode } from "react";
import { shownDay, splitDateTime } from "#core/form/shown-time";
import { readDay } from "#contract/values/timestamp";
import { readLocal } from "#contract/values/local-time";
import { IconButton } from "../action/button.tsx";
import { useLocale, useText } from "../text.ts";
import { MomentChoice } from "./moment-choice.tsx";
import { inputOf, fieldText, type WidgetProps } from "./field-component.ts";

type Typed = Readonly<Record<"date" | "time", string>>;

/** The typed text while it belongs to the value; a value from outside is formatted for the language. */
function useTyped(
  props: WidgetProps,
  split: (value: string) => Typed,
  join: (typed: Typed) => string,
): readonly [Typed, (typed: Typed) => void] {
  const locale = useLocale();
  const given = fieldText(props.value);
  const from = (): Typed & { readonly of: string } => {
    const { date, time } = split(given);
    return { date: shownDay(date, locale), time, of: given };
  };
  const [typed, setTyped] = useState(from);
  return [
    typed.of === given ? typed : from(),
    (next) => {
      const joined = join(next);
      setTyped({ ...next, of: joined });
      props.onChange(joined === "" ? undefined : joined);
    },
  ];
}

/** A date, typed or picked. The native input only lends its calendar, because as a field it would use the language of the browser. */
export function DateField(props: WidgetProps): ReactNode {
  const [{ date }, change] = useTyped(
    props,
    (value) => ({ date: value, time: "" }),
    (typed) => readDay(typed.date) ?? typed.date,
  );
  const type = (text: string): void => change({ date: text, time: "" });
  return (
    <div className="date-time">
      <Line {...props} text={date} onText={type} />
      <Calendar {...props} type="date" picked={readDay(date) ?? ""} onPick={type} />
    </div>
  );
}

/** Date and time in the local time zone, sent with its offset (VAL-13 to VAL-16). */
export function DateTimeField(props: WidgetProps): ReactNode {
  const say = useText();
  const [{ date, time }, change] = useTyped(props, splitDateTime, joined);
  const day = readDay(date);
  const read = readLocal(date, time);
  const isMoment = day !== null && read.kind !== "none";
  const timeId = `${props.id}-time`;
  return (
    <div>
      <div className="date-time">
        <Line
          {...props}
          text={date}
          placeholder={say("ui.field.date")}
          onText={(text) => change({ date: text, time })}
        />
        <Line
          {...props}
          id={timeId}
          lineLabel={`${props.lineLabel ?? props.label}: ${say("ui.field.timeLabel")}`}
          isRequired={false}
          text={time}
          placeholder={say("ui.field.time")}
          onText={(text) => change({ date, time: text })}
        />
        <Calendar
          {...props}
          type="datetime-local"
          picked={isMoment ? `${day}T${(time || "00:00").padStart(5, "0")}` : ""}
          onPick={(picked, clock) => change({ date: picked, time: clock })}
        />
      </div>
      <MomentChoice
        id={props.id}
        name={props.lineLabel ?? props.label}
        read={read}
        value={fieldText(props.value)}
        isDisabled={props.isDisabled}
        onChoose={(moment) => {
          props.onChange(moment);
          // The pressed button disappears.
          if (read.kind === "gap") document.getElementById(timeId)?.focus();
        }}
      />
    </div>
  );
}

function joined({ date, time }: Typed): string {
  const read = readLocal(date, time);
  if (read.kind === "empty") return "";
  return read.kind === "one" ? read.moment : `${date} ${time}`.trim();
}

interface LineProps extends WidgetProps {
  readonly text: string;
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
}

function Line({ text, placeholder, onText, ...props }: LineProps): ReactNode {
  return (
    <input
      {...inputOf(props)}
      className="control code"
      autoComplete="off"
      spellCheck={false}
      value={text}
      placeholder={placeholder}
      onChange={(event) => onText(event.target.value)}
    />
  );
}

interface CalendarProps extends WidgetProps {
  readonly type: "date" | "datetime-local";
  readonly picked: string;
  /** Called with the date in the format of the language. */
  readonly onPick: (date: string, time: string) => void;
}

/** A button that opens the calendar of the browser. */
function Calendar({ type, picked, onPick, ...props }: CalendarProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const native = useRef<HTMLInputElement>(null);
  return (
    <span className="date-pick">
      <IconButton
        icon="calendar"
        label={say("ui.field.pick", { name: props.lineLabel ?? props.label })}
        disabled={props.isDisabled}
        aria-haspopup="dialog"
        onClick={() => native.current?.showPicker()}
      />
      <input
        ref={native}
        type={type}
        tabIndex={-1}
        aria-hidden
        value={picked}
        disabled={props.isDisabled}
        onChange={({ target }) => {
          const [date = "", time = ""] = target.value.split("T");
          onPick(shownDay(date, locale), time);
        }}
      />
    </span>
  );
}
