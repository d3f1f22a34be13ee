import type { ReactNode } from "react";
import { useText } from "../text.ts";
import type { WidgetProps } from "./field-component.ts";

/** Yes or no; not yet said is neither. */
export function BooleanField(props: WidgetProps): ReactNode {
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
        aria-describedby={describedBy}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{say(isOn ? "ui.common.yes" : "ui.common.no")}</span>
    </label>
  );
}
