import { useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { useText, type Say } from "../text.ts";
import { fieldText, type Suggestion, type WidgetProps } from "./field-component.ts";
import { LimitNote } from "./limit-note.tsx";
import { useCombobox } from "./use-combobox.ts";
import { useOffered, type Offered } from "./use-offered.ts";
import { useTypingLimit } from "./use-typing-limit.ts";
import { usePopup } from "./use-popup.ts";

export interface TypeaheadProps extends Omit<WidgetProps, "value" | "onChange"> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChoose: (one: Suggestion) => void;
  readonly placeholder?: string;
}

/** Offers values after two letters, or few ones at once; one call per pause in typing; any text may stand (ARIA combobox). */
export function TypeaheadInput({ text, onText, onChoose, ...props }: TypeaheadProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const list = useOffered(props.options, text, isOpen);
  const { rows, problem } = list;
  const { isShown, inputProps, listProps, optionProps, open } = useCombobox({
    id: props.id,
    found: rows,
    isOpen,
    setOpen,
    onChoose,
  });
  const limit = useTypingLimit(props.label, props.options.maxLength, text, (typed) => {
    list.setTyped(true);
    open();
    onText(typed);
  });
  const openAll = (): void => {
    if (!list.isFew || isOpen) return;
    list.setTyped(false);
    open();
  };
  const { field, popup } = usePopup(isOpen && isNoteDue(list, text));
  return (
    <div className="reference">
      <input
        {...inputProps}
        ref={field}
        id={props.id}
        className="control"
        autoComplete="off"
        spellCheck={false}
        aria-required={props.isRequired}
        aria-label={props.lineLabel}
        aria-invalid={props.isInvalid}
        placeholder={props.placeholder}
        aria-describedby={props.describedBy}
        value={text}
        disabled={props.isDisabled}
        onChange={limit.onChange}
        onClick={openAll}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") openAll();
          inputProps.onKeyDown(event);
        }}
      />
      <div ref={popup} className="suggestions" popover="manual">
        <ul {...listProps} aria-label={props.label}>
          {(isShown ? (rows ?? []) : []).map((one, at) => (
            <li key={fieldText(one.value)} {...optionProps(at)} className="suggestion">
              <span>{one.label}</span>
              {one.note !== null && <span className="muted small">{one.note}</span>}
            </li>
          ))}
        </ul>
        <SuggestionNote {...list} />
      </div>
      <LimitNote isFull={limit.isFull} limit={props.options.maxLength} />
      {problem !== null && (
        <p className="field-problem small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The popup opens for its values, or to say that more has to be typed. */
function isNoteDue({ rows, isEnough, missing, isFew }: Offered, text: string): boolean {
  return (text !== "" || isFew) && (rows !== null || !isEnough || missing !== null);
}

/** What the list leaves unsaid: too little was typed, nothing was found, or there is more than it shows. Read out as well. */
function SuggestionNote(props: NoteProps): ReactNode {
  const say = useText();
  const { isEnough, missing, count, most } = props;
  const isVisible = missing !== null || !isEnough || count === 0 || count > most;
  return (
    <output className={isVisible ? "suggestion-note muted small" : "visually-hidden"}>
      {noteText(say, props)}
    </output>
  );
}

type NoteProps = Pick<Offered, "isEnough" | "missing" | "count" | "most">;

function noteText(say: Say, { isEnough, missing, count, most }: NoteProps): string {
  if (missing !== null) return say("ui.field.fillFirst", { name: missing });
  return isEnough
    ? foundText(say, count, most)
    : say("ui.field.typeMore", { count: LIMITS.suggestionMinLength });
}

function foundText(say: Say, count: number, most: number): string {
  if (count === 0) return say("ui.field.noneFound");
  return count > most ? say("ui.field.moreFound", { count: most }) : say("ui.field.found", { count });
}
