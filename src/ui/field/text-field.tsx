import type { ReactNode } from "react";
import { useLocale } from "../text.ts";
import { choicesOf } from "./choice-field.tsx";
import { fieldText, type WidgetProps } from "./field-component.ts";
import { LimitNote } from "./limit-note.tsx";
import { useTypingLimit } from "./use-typing-limit.ts";

interface InputProps extends WidgetProps {
  readonly placeholder?: string;
  readonly isCode?: boolean;
  readonly inputMode?: "text" | "numeric" | "decimal";
}

/** One line of text; more than the data type takes cannot be typed (TAFORM-14). */
export function TextInput({ isCode = false, inputMode = "text", ...props }: InputProps): ReactNode {
  const locale = useLocale();
  const { values } = props.options;
  const text = fieldText(props.value);
  const limit = useTypingLimit(props.label, props.options.maxLength, text, (typed) =>
    props.onChange(typed === "" ? undefined : typed),
  );
  return (
    <>
      <input
        id={props.id}
        className={`control${isCode ? " code" : ""}`}
        type="text"
        inputMode={inputMode}
        autoComplete={props.options.autoComplete ?? "off"}
        autoCapitalize="none"
        spellCheck={false}
        placeholder={props.placeholder}
        value={text}
        disabled={props.isDisabled}
        required={props.isRequired}
        aria-required={props.isRequired}
        aria-label={props.lineLabel}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        list={values === undefined ? undefined : `${props.id}-values`}
        onChange={limit.onChange}
      />
      {values !== undefined && (
        <datalist id={`${props.id}-values`}>
          {choicesOf(values, locale).map((one) => (
            <option key={one.value} {...one} />
          ))}
        </datalist>
      )}
      <LimitNote isFull={limit.isFull} limit={props.options.maxLength} />
    </>
  );
}

export function TextField(props: WidgetProps): ReactNode {
  return <TextInput {...props} />;
}

/** Addresses, networks and names: read letter by letter, so set in code. */
export function CodeField(props: WidgetProps): ReactNode {
  return <TextInput {...props} isCode />;
}
