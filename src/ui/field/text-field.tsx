import { useState, type KeyboardEvent, type ReactNode } from "react";
import { useLocale, useText } from "../text.ts";
import { choicesOf } from "./choice-field.tsx";
import { fieldText, inputOf, type WidgetProps } from "./field-component.ts";
import { useTypingLimit } from "./use-typing-limit.tsx";
import type { Json } from "#contract/wire/json";
import { numberOf } from "#contract/values/number-text";
import { IconButton } from "../action/button.tsx";

interface InputProps extends WidgetProps {
  readonly placeholder?: string;
  readonly isCode?: boolean;
  readonly inputMode?: "text" | "numeric" | "decimal";
}

/** The attributes of an input whose text is no longer than its data type allows (TAFORM-14), and the note that it is full. */
function useLimitedText(props: WidgetProps) {
  const value = fieldText(props.value);
  const { onChange, note } = useTypingLimit(props.label, props.options.maxLength, value, (typed) =>
    props.onChange(typed === "" ? undefined : typed),
  );
  return { input: { ...inputOf(props), value, onChange }, note };
}

interface KnownProps extends Pick<WidgetProps, "options"> {
  readonly id: string;
  readonly value: string;
}

/** Known values as suggestions, and the everyday name of the present value. */
function Known({ id, options, value }: KnownProps): ReactNode {
  const choices = choicesOf(options, useLocale()).map((one) => ({
    value: fieldText(one.value),
    label: one.label,
  }));
  const word = choices.find((one) => one.value === value && one.label !== value)?.label;
  return (
    <>
      <datalist id={id}>
        {choices.map((one) => (
          <option key={one.value} {...one} />
        ))}
      </datalist>
      <output className="choice-note small">{word}</output>
    </>
  );
}

/** One line of text. */
export function TextInput({ isCode = false, inputMode = "text", ...props }: InputProps): ReactNode {
  const { input, note } = useLimitedText(props);
  const known = props.options.values === undefined ? undefined : `${props.id}-values`;
  return (
    <>
      <input
        {...input}
        className={`control${isCode ? " code" : ""}`}
        type="text"
        inputMode={inputMode}
        autoComplete={props.options.autoComplete ?? "off"}
        autoCapitalize="none"
        spellCheck={false}
        placeholder={props.placeholder}
        required={props.isRequired}
        list={known}
      />
      {known !== undefined && <Known id={known} options={props.options} value={input.value} />}
      {note}
    </>
  );
}

/** A line of text; one whose form another value decides may be long, so it is shown in as many lines as it needs. */
export function TextField(props: WidgetProps): ReactNode {
  return props.options.formBy === undefined ? <TextInput {...props} /> : <LongLine {...props} />;
}

/** A text without line breaks: pasted ones become blanks, and Enter sends the form as from one line. */
function LongLine(props: WidgetProps): ReactNode {
  const { input, note } = useLimitedText({
    ...props,
    onChange: (typed) =>
      props.onChange(typed === undefined ? typed : fieldText(typed).replaceAll(/\s*[\r\n]\s*/g, " ")),
  });
  return (
    <>
      <textarea
        {...input}
        className="control is-growing"
        rows={1}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required={props.isRequired}
        onKeyDown={sendOnEnter}
      />
      {note}
    </>
  );
}

function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Addresses, networks and names in monospace, because they are read letter by letter. */
export function CodeField(props: WidgetProps): ReactNode {
  return <TextInput {...props} isCode />;
}

/** A number as typed; an invalid text stays in the field and is reported on submit (VAL-18, VAL-19). */
export function NumberField(props: WidgetProps): ReactNode {
  const isInteger = props.options.isInteger === true;
  const [typed, setTyped] = useState("");
  const valueOf = (text: string): Json | undefined =>
    text.trim() === "" ? undefined : (numberOf(text, props.options) ?? text);
  // A value that differs from the typed text came from outside.
  const shown = valueOf(typed) === props.value ? typed : fieldText(props.value);
  return (
    <TextInput
      {...props}
      value={shown}
      inputMode={isInteger ? "numeric" : "decimal"}
      onChange={(value) => {
        const text = fieldText(value);
        setTyped(text);
        props.onChange(valueOf(text));
      }}
    />
  );
}

/** A masked secret that can be revealed. */
export function SecretField(props: WidgetProps): ReactNode {
  const say = useText();
  const [isShown, setShown] = useState(false);
  const { input, note } = useLimitedText(props);
  return (
    <>
      <div className="secret-field">
        <input
          {...input}
          className="control code"
          type={isShown ? "text" : "password"}
          autoComplete={props.options.autoComplete ?? "new-password"}
        />
        <IconButton
          icon="reveal"
          label={say(isShown ? "ui.secret.hide" : "ui.secret.reveal")}
          onClick={() => setShown(!isShown)}
        />
      </div>
      {note}
    </>
  );
}

interface AreaProps extends WidgetProps {
  readonly isCode?: boolean;
  readonly rows?: number;
}

export function TextareaField({ isCode = false, rows = 3, ...props }: AreaProps): ReactNode {
  const { input, note } = useLimitedText(props);
  const isGrowing = props.options.isGrowing === true;
  return (
    <>
      <textarea
        {...input}
        className={`control${isCode ? " code" : ""}${isGrowing ? " is-growing" : ""}`}
        rows={isGrowing ? 1 : rows}
      />
      {note}
    </>
  );
}

/** JSON as text, which is parsed when the action is planned. */
export function JsonField(props: WidgetProps): ReactNode {
  return <TextareaField {...props} isCode rows={8} />;
}
