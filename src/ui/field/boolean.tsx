import type { ReactNode } from "react";
import { useText } from "../text.ts";
import type { FieldProps } from "./field-component.ts";
import { controlProps } from "./input-props.ts";

/** A switch; where the value may be left open, a choice of yes, no and nothing. */
export function BooleanField(props: FieldProps): ReactNode {
  const say = useText();
  const { value, isRequired, onChange } = props;
  if (isRequired || typeof value === "boolean") {
    return (
      <input
        {...controlProps(props)}
        aria-required={undefined}
        type="checkbox"
        role="switch"
        className="switch"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  return (
    <select
      {...controlProps(props)}
      className="control"
      value=""
      onChange={(event) => onChange(event.target.value === "" ? undefined : event.target.value === "true")}
    >
      <option value="">{say("ui.field.choose")}</option>
      <option value="true">{say("ui.common.yes")}</option>
      <option value="false">{say("ui.common.no")}</option>
    </select>
  );
}
