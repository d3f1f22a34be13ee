import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode } from "react";
import type { Json } from "#contract/wire/json";
import { numberOf } from "#contract/values/number-text";
import type { WidgetOptions } from "#core/form/widget";
import { IconButton } from "../action/button.tsx";
import { useText } from "../text.ts";
import { useAfterPress } from "./after-press.ts";
import { fieldText, type Suggestion, type WidgetProps } from "./field-component.ts";
import { TextInput } from "./text-field.tsx";
import { TypeaheadInput } from "./typeahead-input.tsx";

type Element = NonNullable<WidgetOptions["element"]>;

/** Default for lists that do not name the kind of their elements. */
export const TEXT = { widget: "text", options: {} } as const;

/**
 * Several values as chips. Typed text is already the last value and becomes a chip with Enter, a comma or by leaving the field; pasted lines become
 * chips; Backspace in the empty input edits the last one.
 */
export function ChipsField(props: WidgetProps): ReactNode {
  const say = useText();
  const afterPress = useAfterPress();
  const lines: readonly Json[] = Array.isArray(props.value) ? props.value : [];
  const element = props.options.element ?? TEXT;
  const { widget, options } = element;
  const [isTyping, setTyping] = useState(false);
  const [chosen, setChosen] = useState<readonly Suggestion[]>([]);
  const chips = isTyping ? lines.slice(0, -1) : lines;
  const draft = isTyping ? fieldText(lines.at(-1)) : "";
  const add = (more: readonly Json[]): void => {
    setTyping(false);
    props.onChange([...chips, ...more]);
  };
  const onText = (text: string): void => {
    setTyping(text !== "");
    props.onChange(text === "" ? chips : [...chips, elementOf(element, text)]);
  };
  const adder = { ...props, options, isRequired: false, placeholder: say("ui.field.addValue") };
  const keys = { draft, keep: () => setTyping(false), takeBack: () => setTyping(chips.length > 0) };
  return (
    <fieldset className="list-field" aria-label={props.label}>
      <Chips
        values={chips}
        nameOf={(value) => chosen.find((one) => one.value === value)?.label ?? fieldText(value)}
        isDisabled={props.isDisabled}
        onTakeOut={(at) => props.onChange(lines.filter((_, place) => place !== at))}
      />
      <div
        role="presentation"
        className="list-adder"
        onKeyDown={(event) => onKey(event, keys)}
        onPaste={(event) =>
          onPaste(event, draft, (texts) => add(texts.map((text) => elementOf(element, text))))
        }
        onBlur={() => afterPress(keys.keep)}
      >
        {widget === "reference" ? (
          <TypeaheadInput
            {...adder}
            text={draft}
            onText={onText}
            onChoose={(one) => {
              setChosen([...chosen, one]);
              add([one.value]);
            }}
          />
        ) : (
          <TextInput
            {...adder}
            isCode={widget !== "text"}
            value={draft}
            onChange={(value) => onText(fieldText(value))}
          />
        )}
      </div>
    </fieldset>
  );
}

/** A number as a number, which the form checks; any other text as typed. */
function elementOf({ widget, options }: Element, text: string): Json {
  return widget === "number" ? (numberOf(text, options) ?? text) : text;
}

interface ChipKeys {
  readonly draft: string;
  readonly keep: () => void;
  readonly takeBack: () => void;
}

function onKey(event: KeyboardEvent, { draft, keep, takeBack }: ChipKeys): void {
  const isPlain = !event.ctrlKey && !event.metaKey;
  if (draft === "") {
    if (event.key === "Backspace") takeBack();
    // The same Backspace must not shorten the value that it brought back; Enter and comma must neither submit the form nor add text.
    if (["Backspace", "Enter", ","].includes(event.key) && isPlain) event.preventDefault();
    return;
  }
  // Enter on a suggestion has been handled.
  if (event.defaultPrevented || !isPlain || !["Enter", ","].includes(event.key)) return;
  event.preventDefault();
  keep();
}

function onPaste(event: ClipboardEvent, draft: string, add: (texts: readonly string[]) => void): void {
  const text = event.clipboardData.getData("text");
  if (!/[\r\n]/.test(text)) return;
  event.preventDefault();
  const lines = (draft + text).split(/\r\n|\r|\n/).map((line) => line.trim());
  add(lines.filter((line) => line !== ""));
}

interface ChipsProps {
  readonly values: readonly Json[];
  readonly nameOf: (value: Json) => string;
  readonly isDisabled: boolean;
  readonly onTakeOut: (at: number) => void;
}

function Chips({ values, nameOf, isDisabled, onTakeOut }: ChipsProps): ReactNode {
  const say = useText();
  if (values.length === 0) return null;
  return (
    <ul className="chips">
      {values.map((one, at) => (
        <li key={at} className="chip">
          <span className="code">{nameOf(one)}</span>
          <IconButton
            icon="close"
            label={say("ui.field.takeOut", { name: nameOf(one) })}
            disabled={isDisabled}
            onClick={() => onTakeOut(at)}
          />
        </li>
      ))}
    </ul>
  );
}
