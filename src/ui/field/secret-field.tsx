import { useState, type ReactNode } from "react";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import { fieldText, type WidgetProps } from "./field-component.ts";
import { LimitNote } from "./limit-note.tsx";
import { useTypingLimit } from "./use-typing-limit.ts";

/** A secret is typed masked and shown on demand. */
export function SecretField(props: WidgetProps): ReactNode {
  const say = useText();
  const [isShown, setShown] = useState(false);
  const { maxLength } = props.options;
  const text = fieldText(props.value);
  const limit = useTypingLimit(props.label, maxLength, text, (typed) =>
    props.onChange(typed === "" ? undefined : typed),
  );
  return (
    <>
      <div className="secret-field">
        <input
          id={props.id}
          className="control code"
          type={isShown ? "text" : "password"}
          autoComplete={props.options.autoComplete ?? "new-password"}
          value={text}
          disabled={props.isDisabled}
          aria-required={props.isRequired}
          aria-invalid={props.isInvalid}
          aria-describedby={props.describedBy}
          onChange={limit.onChange}
        />
        <IconButton
          icon="reveal"
          label={say(isShown ? "ui.secret.hide" : "ui.secret.reveal")}
          onClick={() => setShown(!isShown)}
        />
      </div>
      <LimitNote isFull={limit.isFull} limit={maxLength} />
    </>
  );
}
