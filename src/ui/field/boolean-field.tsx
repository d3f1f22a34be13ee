import type { ReactNode } from "react";
import { useText } from "../text.ts";
import { fieldText, type WidgetProps } from "./field-component.ts";

/** Yes or no; where the server decides what is not said, that is a third answer. */
export function BooleanField(props: WidgetProps): ReactNode {
  return props.options.isLeftToServer === true ? <OpenChoice {...props} /> : <Tick {...props} />;
}

function OpenChoice(props: WidgetProps): ReactNode {
  const { id, value, isDisabled, isInvalid, describedBy } = props;
  const say = useText();
  return (
    <select
      id={id}
      className="control"
      value={fieldText(value)}
      disabled={isDisabled}
      aria-label={props.lineLabel}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
      onChange={({ target }) => props.onChange(target.value === "" ? undefined : target.value === "true")}
    >
      <option value="">{say(props.options.unsaid ?? "ui.field.leftToServer")}</option>
      <option value="true">{say("ui.common.yes")}</option>
      <option value="false">{say("ui.common.no")}</option>
    </select>
  );
}

function Tick(props: WidgetProps): ReactNode {
  const { id, value, isDisabled, describedBy } = props;
  const say = useText();
  const isOn = value === true || value === "true";
  return (
    <label className="check" htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        disabled={isDisabled}
        aria-label={props.lineLabel}
        aria-describedby={describedBy}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{say(isOn ? "ui.common.yes" : "ui.common.no")}</span>
    </label>
  );
}
