import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { LIMITS } from "#contract/limits";
import { useText } from "../text.ts";
import type { FieldProps, Suggestion } from "./field-component.ts";
import { controlProps, textOf } from "./input-props.ts";

type Found =
  | { readonly phase: "closed" }
  | { readonly phase: "found"; readonly rows: readonly Suggestion[] }
  | { readonly phase: "failed" };

const CLOSED: Found = { phase: "closed" };

/** A row of another type, found by typing part of its name (ARIA combobox). What is typed and not chosen stays as it is. */
export function ReferenceField(props: FieldProps): ReactNode {
  const { id, value, options, onChange, lookUp } = props;
  const say = useText();
  const [text, setText] = useState(() => textOf(value));
  const [found, setFound] = useState<Found>(CLOSED);
  const [at, setAt] = useState(-1);
  const asked = useRef<string | null>(null);
  const target = options.reference;
  const list = `${id}-list`;
  useEffect(() => {
    const wanted = asked.current;
    if (wanted === null || target === undefined) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      lookUp(target, wanted, stop.signal)
        .then((rows) => {
          setFound({ phase: "found", rows });
          setAt(-1);
        })
        .catch(() => {
          if (!stop.signal.aborted) setFound({ phase: "failed" });
        });
    }, LIMITS.impersonationDebounce);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, target, lookUp]);
  const rows = found.phase === "found" ? found.rows : [];
  const type = (next: string): void => {
    asked.current = next.trim().length >= LIMITS.suggestionMinLength ? next : null;
    if (asked.current === null) setFound(CLOSED);
    setText(next);
    onChange(next.trim() === "" ? undefined : next.trim());
  };
  const choose = (row: Suggestion | undefined): void => {
    if (row === undefined) return;
    asked.current = null;
    setText(row.label);
    setFound(CLOSED);
    onChange(row.value);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (found.phase === "closed") return;
    const way = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (way !== 0) setAt(rows.length === 0 ? -1 : (at + way + rows.length) % rows.length);
    else if (event.key === "Enter" && at >= 0 && !event.ctrlKey && !event.metaKey) choose(rows[at]);
    else if (event.key === "Escape") setFound(CLOSED);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="combobox">
      <input
        {...controlProps(props)}
        className="control"
        role="combobox"
        aria-expanded={rows.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={at < 0 ? undefined : `${list}-${String(at)}`}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => setFound(CLOSED)}
      />
      <ul id={list} role="listbox" aria-label={props.label} className="combobox-list" hidden={rows.length === 0}>
        {rows.map((row, place) => (
          <li
            key={textOf(row.value)}
            id={`${list}-${String(place)}`}
            role="option"
            aria-selected={place === at}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(row);
            }}
          >
            {row.label}
            {row.note !== null && <span className="muted"> {row.note}</span>}
          </li>
        ))}
      </ul>
      <span role="status" className={found.phase === "found" && rows.length > 0 ? "visually-hidden" : "muted small"}>
        {found.phase === "failed" && say("ui.field.failed")}
        {found.phase === "found" && (rows.length === 0 ? say("ui.field.noHits") : say("ui.field.hits", { count: rows.length }))}
      </span>
    </span>
  );
}
