import { useEffect, useState, type KeyboardEvent, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { ReferenceTarget } from "#core/form/widget";
import { useText } from "../text.ts";
import { fieldText, useReferencePort, type Suggestion, type WidgetProps } from "./field-component.ts";

/** The key of another object: suggestions after two letters, one call per pause in typing; any text may stand (ARIA combobox). */
export function ReferenceField(props: WidgetProps): ReactNode {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const text = fieldText(props.value);
  const found = useSuggestions(props.options.reference, text, isOpen);
  const list = `${props.id}-list`;
  const isShown = isOpen && found !== null && text.length >= LIMITS.suggestionMinLength;
  const choose = (one: Suggestion | undefined): void => {
    if (one !== undefined) props.onChange(one.value);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!isShown || found.length === 0) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === "Enter" && active >= 0 && !event.ctrlKey) {
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="reference">
      <input
        id={props.id}
        className="control"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={list}
        aria-activedescendant={isShown && active >= 0 ? `${list}-${String(active)}` : undefined}
        aria-required={props.isRequired}
        aria-invalid={props.isInvalid}
        aria-describedby={props.describedBy}
        maxLength={props.options.maxLength}
        value={text}
        disabled={props.isDisabled}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setOpen(true);
          setActive(-1);
          props.onChange(event.target.value === "" ? undefined : event.target.value);
        }}
      />
      <ul id={list} role="listbox" aria-label={props.label} className="suggestions" hidden={!isShown}>
        {isShown &&
          found.map((one, at) => (
            <li
              key={fieldText(one.value)}
              id={`${list}-${String(at)}`}
              role="option"
              aria-selected={at === active}
              className="suggestion"
              // Pressing must not take the focus out of the field before the choice is made.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              <span>{one.label}</span>
              {one.note !== null && <span className="muted small">{one.note}</span>}
            </li>
          ))}
      </ul>
      <p className="visually-hidden" role="status">
        {isShown ? say("ui.field.found", { count: found.length }) : ""}
      </p>
    </div>
  );
}

/** Suggestions for the typed text once typing pauses; null while there are none to show. */
function useSuggestions(
  target: ReferenceTarget | undefined,
  text: string,
  isOpen: boolean,
): readonly Suggestion[] | null {
  const port = useReferencePort();
  const [found, setFound] = useState<readonly Suggestion[] | null>(null);
  useEffect(() => {
    if (!isOpen || target === undefined || text.length < LIMITS.suggestionMinLength) return undefined;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      port.suggest(target, text, controller.signal).then(
        (rows) => setFound(rows),
        (error: unknown) => {
          if (!controller.signal.aborted) throw error;
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
