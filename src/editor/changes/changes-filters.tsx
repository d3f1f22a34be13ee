import { useId, useMemo, useState, type FormEvent, type ReactNode } from "react";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Locale, TextKey } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { useLocale, useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { isLogged } from "../history/is-logged.ts";
import { isDay, NO_FILTER, searchOf, type ChangesFilter } from "./changes-query.ts";

export interface ChangesFiltersProps {
  readonly filter: ChangesFilter;
  readonly onFilter: (filter: ChangesFilter) => void;
}

/** Person, object type and days; a day that is none is told and not asked for. */
export function ChangesFilters({ filter, onFilter }: ChangesFiltersProps): ReactNode {
  const say = useText();
  const id = useId();
  const [typed, setTyped] = useState(filter);
  const [isChecked, setChecked] = useState(false);
  const [known, setKnown] = useState(filter);
  if (known !== filter) {
    // The address has changed; the fields stay the same elements, so that the focus stays in them.
    setKnown(filter);
    setTyped(filter);
    setChecked(false);
  }
  const set = (name: keyof ChangesFilter, value: string): void => setTyped({ ...typed, [name]: value });
  // Whose changes these are is the page, not a filter of it.
  const cleared = { ...NO_FILTER, object: filter.object };
  const wrong = (["from", "to"] as const).filter((name) => isChecked && !isDay(typed[name]));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    if (isDay(typed.from) && isDay(typed.to)) onFilter(typed);
  };
  const text = (name: "person" | "from" | "to", label: TextKey): ReactNode => (
    <div className="changes-field">
      <label htmlFor={`${id}-${name}`}>{say(label)}</label>
      <input
        id={`${id}-${name}`}
        className={name === "person" ? "control" : "control code changes-day"}
        autoComplete="off"
        value={typed[name]}
        {...(name === "person" ? {} : { placeholder: say("ui.field.date") })}
        aria-invalid={name !== "person" && wrong.includes(name)}
        aria-describedby={`${id}-problem`}
        onChange={(event) => set(name, event.target.value)}
      />
    </div>
  );
  return (
    <form className="changes-filters" onSubmit={submit} noValidate aria-label={say("editor.changes.filter")}>
      {text("person", "editor.changes.person")}
      <TypeField id={`${id}-type`} value={typed.type} onChange={(value) => set("type", value)} />
      {text("from", "editor.changes.from")}
      {text("to", "editor.changes.to")}
      <Button type="submit" icon="search">
        {say("editor.changes.show")}
      </Button>
      {searchOf(filter) !== searchOf(cleared) && (
        <Button
          look="quiet"
          onClick={(event) => {
            event.currentTarget.form?.querySelector("input")?.focus();
            onFilter(cleared);
          }}
        >
          {say("editor.changes.reset")}
        </Button>
      )}
      <output id={`${id}-problem`} htmlFor={`${id}-from ${id}-to`} className="form-problem small">
        {wrong.length === 0 ? "" : say("editor.changes.noDay")}
      </output>
    </form>
  );
}

interface TypeFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TypeField({ id, value, onChange }: TypeFieldProps): ReactNode {
  const say = useText();
  const locale = useLocale();
  const { catalogue } = usePortal();
  const types = useMemo(() => loggedTypes(catalogue, locale), [catalogue, locale]);
  return (
    <div className="changes-field">
      <label htmlFor={id}>{say("editor.changes.type")}</label>
      <select id={id} className="control" value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{say("editor.changes.anyType")}</option>
        {types.map(([name, title]) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

function loggedTypes(catalogue: Catalogue, locale: Locale): readonly (readonly [string, string])[] {
  return catalogue.types
    .filter(({ name }) => isLogged(catalogue, name))
    .map(({ name }) => [name, catalogue.typeName(name, locale)] as const)
    .toSorted(([, one], [, other]) => one.localeCompare(other, locale));
}
