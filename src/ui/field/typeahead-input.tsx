import { useState, type ReactNode, useEffect } from "react";
import { LIMITS } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import { mostOffered } from "#core/form/reference";
import type { QueryTarget, ReferenceTarget, WidgetOptions } from "#core/form/widget";
import { useText, type Say } from "../text.ts";
import { FieldProblem } from "./choice-note.tsx";
import {
  fieldText,
  inputOf,
  type Suggestion,
  type WidgetProps,
  useReferencePort,
} from "./field-component.ts";
import { useBoundReference } from "./use-bound-reference.ts";
import { useCombobox } from "./use-combobox.ts";
import { usePopup } from "./use-popup.ts";
import { useTypingLimit } from "./use-typing-limit.tsx";

export interface TypeaheadProps extends Omit<WidgetProps, "value" | "onChange"> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onChoose: (one: Suggestion) => void;
  readonly placeholder?: string;
}

/** Suggests values after two letters, by one call for each pause in typing. Short lists are suggested at once. Any text is allowed (ARIA combobox). */
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
        {...inputOf(props)}
        {...inputProps}
        ref={field}
        className="control"
        autoComplete="off"
        spellCheck={false}
        placeholder={props.placeholder}
        value={text}
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
      {limit.note}
      {problem !== null && <FieldProblem text={problem} />}
    </div>
  );
}

/** True if the popup shows only a note that more letters are needed. */
function isNoteDue({ rows, isEnough, missing, isFew }: Offered, text: string): boolean {
  return (text !== "" || isFew) && (rows !== null || !isEnough || missing !== null);
}

/** Note of the list: too few letters, no match, or more matches than shown. It is also announced. */
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
  if (!isEnough) return say("ui.field.typeMore", { count: LIMITS.suggestionMinLength });
  if (count === 0) return say("ui.field.noneFound");
  return count > most ? say("ui.field.moreFound", { count: most }) : say("ui.field.found", { count });
}

interface Offered {
  readonly rows: readonly Suggestion[] | null;
  readonly count: number;
  /** Most rows shown at once. */
  readonly most: number;
  /** All are offered before typing. */
  readonly isFew: boolean;
  readonly isEnough: boolean;
  /** The empty field that decides the choices. */
  readonly missing: string | null;
  /** Reason from the server. */
  readonly problem: string | null;
  readonly setTyped: (isTyped: boolean) => void;
}

/** Values for the typed text after a pause in typing; few ones at once. */
function useOffered({ reference, query }: WidgetOptions, text: string, isOpen: boolean): Offered {
  const { target, missing } = useBoundReference(reference);
  const [isTyped, setTyped] = useState(false);
  const isFew = reference?.isFew === true;
  // A chosen value does not filter, so that the others are offered beside it.
  const asked = isFew && !isTyped ? "" : text;
  const isEnough = isFew || asked.length >= LIMITS.suggestionMinLength;
  const { found, problem } = useSuggestions(query ?? target, asked, isOpen && isEnough);
  const most = mostOffered({ isFew });
  const rows = isEnough && found !== null ? found.slice(0, most) : null;
  return { rows, count: countOf(found), most, isFew, isEnough, missing, problem, setTyped };
}

function countOf(found: readonly Suggestion[] | null): number {
  return found?.length ?? 0;
}

interface Suggestions {
  readonly found: readonly Suggestion[] | null;
  /** Reason from the server. */
  readonly problem: string | null;
}

interface Answer extends Suggestions {
  /** The target they were requested for. */
  readonly target: string;
}

const NOTHING: Suggestions = { found: null, problem: null };

/** Suggestions for the typed text after a pause in typing. */
function useSuggestions(
  target: ReferenceTarget | QueryTarget | undefined,
  text: string,
  isAsking: boolean,
): Suggestions {
  const port = useReferencePort();
  const [found, setFound] = useState<Answer | null>(null);
  // An answer for another value of an earlier field is stale.
  const asked = JSON.stringify(target ?? null);
  useEffect(() => {
    if (!isAsking || target === undefined) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(
      () => {
        port.suggest(target, text, controller.signal).then(
          (rows) => setFound({ found: rows, problem: null, target: asked }),
          (error: unknown) => {
            if (controller.signal.aborted) return;
            if (!(error instanceof FaultError)) throw error;
            setFound({ found: null, problem: error.fault.description, target: asked });
          },
        );
      },
      text === "" ? 0 : LIMITS.impersonationDebounce,
    );
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [port, target, asked, text, isAsking]);
  return found?.target === asked ? found : NOTHING;
}
