import { useState, type ReactNode } from "react";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import { fieldText, type WidgetProps } from "./field-component.ts";

/** A secret is typed masked and shown on demand. */
export function SecretField(props: WidgetProps): ReactNode {
  const say = useText();
  const [isShown, setShown] = useState(false);
  return (
    <div className="secret-field">
      <input
        id={props.id}
        className="control code"
        type={isShown ? "text" : "password"}
        autoComplete={props.options.autoComplete ?? "new-password"}
        maxLength={props.options.maxLength}
        value={fieldText(props.value)}
        disabled={props.isDisabled}
        aria-required={props.isRequired}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        onChange={(event) => props.onChange(event.target.value === "" ? undefined : event.target.value)}
      />
      <IconButton
        icon="reveal"
        label={say(isShown ? "ui.secret.hide" : "ui.secret.reveal")}
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}
