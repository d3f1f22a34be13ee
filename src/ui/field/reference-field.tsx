import { useEffect, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { FaultError } from "#core/fault/fault-error";
import type { QueryTarget, ReferenceTarget } from "#core/form/widget";
import { useText } from "../text.ts";
import { fieldText, useReferencePort, type Suggestion, type WidgetProps } from "./field-component.ts";
import { useCombobox } from "./use-combobox.ts";

/** The key of another object: suggestions after two letters, one call per pause in typing; any text may stand (ARIA combobox). */
export function ReferenceField(props: WidgetProps): ReactNode {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  // What was chosen is shown by its name, also where another attribute of it is taken.
  const [chosen, setChosen] = useState<Suggestion | null>(null);
  const text = chosen !== null && chosen.value === props.value ? chosen.label : fieldText(props.value);
  const { found, problem } = useSuggestions(props.options.query ?? props.options.reference, text, isOpen);
  const { isShown, inputProps, listProps, optionProps, open } = useCombobox({
    id: props.id,
    found: text.length < LIMITS.suggestionMinLength ? null : found,
    isOpen,
    setOpen,
    onChoose: (one) => {
      setChosen(one);
      props.onChange(one.value);
    },
  });
  return (
    <div className="reference">
      <input
        {...inputProps}
        id={props.id}
        className="control"
        autoComplete="off"
        spellCheck={false}
        aria-required={props.isRequired}
        aria-label={props.lineLabel}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        maxLength={props.options.maxLength}
        value={text}
        disabled={props.isDisabled}
        onChange={(event) => {
          open();
          props.onChange(event.target.value === "" ? undefined : event.target.value);
        }}
      />
      <ul {...listProps} aria-label={props.label} className="suggestions">
        {isShown &&
          found?.map((one, at) => (
            <li key={fieldText(one.value)} {...optionProps(at)} className="suggestion">
              <span>{one.label}</span>
              {one.note !== null && <span className="muted small">{one.note}</span>}
            </li>
          ))}
      </ul>
      {problem !== null && (
        <p className="field-problem small" role="alert">
          {problem}
        </p>
      )}
      <output className="visually-hidden">
        {isShown ? say("ui.field.found", { count: found?.length ?? 0 }) : ""}
      </output>
    </div>
  );
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
): Suggestions {
  const port = useReferencePort();
  const [found, setFound] = useState<Suggestions>(NOTHING);
  useEffect(() => {
    if (!isOpen || target === undefined || text.length < LIMITS.suggestionMinLength) return undefined;
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
  }, [port, target, text, isOpen]);
  return found;
}
