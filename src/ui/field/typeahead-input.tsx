import { useEffect, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import { useText, type Say } from "../text.ts";
import { fieldText, useReferencePort, type Suggestion, type WidgetProps } from "./field-component.ts";
import { LimitNote } from "./limit-note.tsx";
import { useBoundReference } from "./use-bound-reference.ts";
import { useCombobox } from "./use-combobox.ts";
import { useTypingLimit } from "./use-typing-limit.ts";
import { usePopup } from "./use-popup.ts";
import type { QueryTarget, ReferenceTarget } from "#core/form/widget";

export interface TypeaheadProps extends Omit<WidgetProps, "value" | "onChange"> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChoose: (one: Suggestion) => void;
  readonly placeholder?: string;
}

/** Offers values after two letters, one call per pause in typing; any text may stand (ARIA combobox). */
export function TypeaheadInput({ text, onText, onChoose, ...props }: TypeaheadProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { reference, query } = props.options;
  const { target, missing } = useBoundReference(reference);
  const { found, problem, offered } = useSuggestions(query ?? target, text, isOpen);
  const { isShown, inputProps, listProps, optionProps, open } = useCombobox({
    id: props.id,
    found: offered,
    isOpen,
    setOpen,
    onChoose,
  });
  const limit = useTypingLimit(props.label, props.options.maxLength, text, (typed) => {
    open();
    onText(typed);
  });
  const { field, popup } = usePopup(isNoteDue(text, isOpen, isShown, missing));
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
      />
      <div ref={popup} className="suggestions" popover="manual">
        <ul {...listProps} aria-label={props.label}>
          {(isShown ? (offered ?? []) : []).map((one, at) => (
            <li key={fieldText(one.value)} {...optionProps(at)} className="suggestion">
              <span>{one.label}</span>
              {one.note !== null && <span className="muted small">{one.note}</span>}
            </li>
          ))}
        </ul>
        <SuggestionNote isEnough={isEnough(text)} missing={missing} count={countOf(found)} />
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

function isEnough(text: string): boolean {
  return text.length >= LIMITS.suggestionMinLength;
}

/** The popup opens for its values, or to say that more has to be typed. */
function isNoteDue(text: string, isOpen: boolean, isShown: boolean, missing: string | null): boolean {
  return isOpen && text !== "" && (isShown || !isEnough(text) || missing !== null);
}

function countOf(found: readonly Suggestion[] | null): number {
  return found?.length ?? 0;
}

/** What the list leaves unsaid: too little was typed, nothing was found, or there is more than it shows. Read out as well. */
function SuggestionNote(props: NoteProps): ReactNode {
  const say = useText();
  const { isEnough, missing, count } = props;
  const isVisible = missing !== null || !isEnough || count === 0 || count > LIMITS.typeaheadMatches;
  return (
    <output className={isVisible ? "suggestion-note muted small" : "visually-hidden"}>
      {noteText(say, props)}
    </output>
  );
}

interface NoteProps {
  readonly isEnough: boolean;
  /** The empty field that decides what can be chosen. */
  readonly missing: string | null;
  readonly count: number;
}

function noteText(say: Say, { isEnough, missing, count }: NoteProps): string {
  if (missing !== null) return say("ui.field.fillFirst", { name: missing });
  return isEnough ? foundText(say, count) : say("ui.field.typeMore", { count: LIMITS.suggestionMinLength });
}

function foundText(say: Say, count: number): string {
  if (count === 0) return say("ui.field.noneFound");
  return count > LIMITS.typeaheadMatches
    ? say("ui.field.moreFound", { count: LIMITS.typeaheadMatches })
    : say("ui.field.found", { count });
}

interface Suggestions {
  /** Null while there are none to show. */
  readonly found: readonly Suggestion[] | null;
  /** Why the server offers nothing. */
  readonly problem: string | null;
}

const NOTHING: Suggestions = { found: null, problem: null };

/** Suggestions for the typed text once typing pauses. */
function useSuggestions(
  target: ReferenceTarget | QueryTarget | undefined,
  text: string,
  isOpen: boolean,
): Suggestions & { readonly offered: readonly Suggestion[] | null } {
  const isAsking = isOpen && isEnough(text);
  const port = useReferencePort();
  const [found, setFound] = useState<Suggestions>(NOTHING);
  useEffect(() => {
    if (!isAsking || target === undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      port.suggest(target, text, controller.signal).then(
        (rows) => setFound({ found: rows, problem: null }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          if (!(error instanceof FaultError)) throw error;
          setFound({ found: null, problem: error.fault.description });
        },
      );
    }, LIMITS.impersonationDebounce);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [port, target, text, isAsking]);
  const offered = isEnough(text) ? (found.found?.slice(0, LIMITS.typeaheadMatches) ?? null) : null;
  return { ...found, offered };
}
