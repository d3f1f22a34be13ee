import { useEffect, useState, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import type { ReferenceTarget } from "#core/form/widget";
import { useText } from "../text.ts";
import { fieldText, useReferencePort, type Suggestion, type WidgetProps } from "./field-component.ts";
import { useCombobox } from "./use-combobox.ts";

/** The key of another object: suggestions after two letters, one call per pause in typing; any text may stand (ARIA combobox). */
export function ReferenceField(props: WidgetProps): ReactNode {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  const text = fieldText(props.value);
  const found = useSuggestions(props.options.reference, text, isOpen);
  const { isShown, inputProps, listProps, optionProps, open } = useCombobox({
    id: props.id,
    found: text.length < LIMITS.suggestionMinLength ? null : found,
    isOpen,
    setOpen,
    onChoose: (one) => props.onChange(one.value),
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
      <output className="visually-hidden">
        {isShown ? say("ui.field.found", { count: found?.length ?? 0 }) : ""}
      </output>
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
