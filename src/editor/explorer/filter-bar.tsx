import { useId, useMemo, useState, type FormEvent, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Json, Params } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { normaliseValue } from "#core/form/grammar";
import type { Converted } from "#core/form/grammar";
import { toWireValue } from "#core/form/values";
import type { Text } from "#core/text";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { ReferencePortProvider } from "../../ui/field/field-component.ts";
import { sayText, useText, type Say } from "../../ui/text.ts";
import { storedText, textOf } from "../cell/cell-text.ts";
import { useReferences } from "../form/use-references.ts";
import { useWords } from "../portal.ts";
import { toAscii } from "../screen/to-ascii.ts";
import { filterWidget, withFilter, type ListFilter } from "./list-filters.ts";
import "./explorer.css";
import type { Widget, WidgetOptions } from "#core/form/widget";
import { FIELD_COMPONENTS } from "../../ui/field/index.tsx";

export interface FilterBarProps {
  readonly type: ObjectTypeMeta;
  readonly offered: readonly ListFilter[];
  readonly filters: Params;
}

/** Filters of the type's list: choose one and give its value; each can be removed again. The address keeps them. */
export function FilterBar({ type, offered, filters }: FilterBarProps): ReactNode {
  const say = useText();
  const { search } = useLocation();
  const navigate = useNavigate();
  const set = (filter: string, texts: readonly string[]): void =>
    void navigate({ search: withFilter(search, filter, texts) }, { replace: true });
  return (
    <div className="filter-bar">
      <NewFilter type={type} offered={offered} onSet={set} />
      <ul className="filter-set">
        {Object.entries(filters).map(([name, value]) => {
          const title = offered.find((filter) => filter.name === name)?.title ?? say("editor.filter.found");
          return (
            <li key={name} className="filter-chip">
              <span>
                {title} = <strong>{shownText(value, say)}</strong>
              </span>
              <IconButton
                icon="close"
                label={say("editor.filter.remove", { name: title })}
                onClick={() => set(name, [])}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function shownText(value: Json, say: Say): string {
  if (Array.isArray(value)) return value.map((one: Json) => textOf(one)).join(", ");
  if (typeof value === "boolean") return say(value ? "ui.common.yes" : "ui.common.no");
  return textOf(value);
}

interface NewFilterProps extends Pick<FilterBarProps, "type" | "offered"> {
  readonly onSet: (name: string, texts: readonly string[]) => void;
}

/** Adds a filter; its value is checked as in a form before it goes into the address. */
function NewFilter({ type, offered, onSet }: NewFilterProps): ReactNode {
  const { say, catalogue } = useWords();
  const references = useReferences();
  const id = useId();
  const [name, setName] = useState((offered.find((filter) => filter.isRequired) ?? offered[0])?.name ?? "");
  const [value, setValue] = useState<Json | undefined>();
  const [problem, setProblem] = useState<Text | null>(null);
  const chosen = offered.find((filter) => filter.name === name);
  const drawn = useMemo(
    () => (chosen === undefined ? null : filterWidget(catalogue, type, chosen)),
    [catalogue, type, chosen],
  );
  if (chosen === undefined || drawn === null) return null;
  const start = (next: string): void => {
    setName(next);
    setValue(undefined);
    setProblem(null);
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    const given = toWireValue(drawn.widget, value, drawn.options);
    const wire: Converted = given.ok ? normaliseValue(chosen.dataType, given.value, toAscii) : given;
    if (!wire.ok) return setProblem(wire.text);
    const texts = [wire.value].flat().flatMap((one) => (one === null ? [] : [storedText(one)]));
    if (texts.length === 0) return setProblem({ key: "core.form.required" });
    onSet(chosen.name, texts);
    return start(chosen.name);
  };
  return (
    <form className="filter-new" onSubmit={add} noValidate aria-label={say("editor.filter.label")}>
      <FilterName id={`${id}-name`} offered={offered} name={name} onName={start} />
      <ReferencePortProvider value={references}>
        <FilterValue
          key={name}
          id={`${id}-value`}
          {...drawn}
          value={value}
          problem={problem === null ? null : sayText(say, problem)}
          onChange={setValue}
        />
      </ReferencePortProvider>
      <Button type="submit" icon="add">
        {say("editor.filter.add")}
      </Button>
    </form>
  );
}

interface FilterNameProps extends Pick<FilterBarProps, "offered"> {
  readonly id: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

function FilterName({ id, offered, name, onName }: FilterNameProps): ReactNode {
  const say = useText();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {say("editor.filter.name")}
      </label>
      <select id={id} className="control" value={name} onChange={(event) => onName(event.target.value)}>
        {offered.map((filter) => (
          <option key={filter.name} value={filter.name}>
            {filter.title}
          </option>
        ))}
      </select>
    </>
  );
}

interface FilterValueProps {
  readonly id: string;
  readonly widget: Widget;
  readonly options: WidgetOptions;
  readonly value: Json | undefined;
  readonly problem: string | null;
  readonly onChange: (value: Json | undefined) => void;
}

/** The input of a filter value. Yes and no are a choice, because the third option is no filter. */
function FilterValue({ id, widget, options, value, problem, onChange }: FilterValueProps): ReactNode {
  const say = useText();
  const isFlag = widget === "boolean";
  const Field = FIELD_COMPONENTS[isFlag ? "choice" : widget];
  const choices = [
    { value: true, label: say("ui.common.yes") },
    { value: false, label: say("ui.common.no") },
  ];
  return (
    <div className="filter-value">
      <label className="visually-hidden" htmlFor={id}>
        {say("editor.filter.value")}
      </label>
      <Field
        id={id}
        label={say("editor.filter.value")}
        options={isFlag ? { choices } : options}
        value={value}
        isDisabled={false}
        isInvalid={problem !== null}
        isRequired
        describedBy={`${id}-problem`}
        onChange={onChange}
      />
      <output id={`${id}-problem`} htmlFor={id} className="form-problem small">
        {problem}
      </output>
    </div>
  );
}
