import { useId, useState, type FormEvent, type ReactNode } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Params } from "#contract/wire/json";
import type { ObjectTypeMeta } from "#core/catalogue/catalogue";
import { Button, IconButton } from "../../ui/action/button.tsx";
import { useText } from "../../ui/text.ts";
import { usePortal } from "../portal.ts";
import { listFilters, withFilter, type ListFilter } from "./list-filters.ts";
import "./explorer.css";
import { textOf } from "../cell/text-of.ts";

export interface FilterBarProps {
  readonly type: ObjectTypeMeta;
  readonly filters: Params;
}

/** The filters of the type's list: choose one, give its value; each set filter can be taken out again. They stand in the address. */
export function FilterBar({ type, filters }: FilterBarProps): ReactNode {
  const say = useText();
  const { catalogue } = usePortal();
  const { search } = useLocation();
  const navigate = useNavigate();
  const id = useId();
  const offered = listFilters(catalogue, type);
  const [name, setName] = useState(offered[0]?.name ?? "");
  const [text, setText] = useState("");
  const chosen = offered.find((filter) => filter.name === name);
  const set = (filter: string, value: string): void =>
    void navigate({ search: withFilter(search, filter, value) }, { replace: true });
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen === undefined) return;
    set(chosen.name, chosen.dataType.json_name === "boolean" ? text || "true" : text.trim());
    setText("");
  };
  return (
    <form className="filter-bar" onSubmit={add} aria-label={say("editor.filter.label")}>
      <label className="visually-hidden" htmlFor={`${id}-name`}>
        {say("editor.filter.name")}
      </label>
      <select
        id={`${id}-name`}
        className="control"
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setText("");
        }}
      >
        {offered.map((filter) => (
          <option key={filter.name} value={filter.name}>
            {filter.name}
          </option>
        ))}
      </select>
      {chosen !== undefined && <FilterValue id={id} filter={chosen} text={text} onText={setText} />}
      <Button type="submit" icon="add">
        {say("editor.filter.add")}
      </Button>
      <ul className="filter-set">
        {Object.entries(filters).map(([filter, value]) => (
          <li key={filter} className="filter-chip">
            <span>
              {filter} = <strong>{textOf(value)}</strong>
            </span>
            <IconButton
              icon="close"
              label={say("editor.filter.remove", { name: filter })}
              onClick={() => set(filter, "")}
            />
          </li>
        ))}
      </ul>
    </form>
  );
}

interface FilterValueProps {
  readonly id: string;
  readonly filter: ListFilter;
  readonly text: string;
  readonly onText: (text: string) => void;
}

function FilterValue({ id, filter, text, onText }: FilterValueProps): ReactNode {
  const say = useText();
  const label = (
    <label className="visually-hidden" htmlFor={`${id}-value`}>
      {say("editor.filter.value")}
    </label>
  );
  if (filter.dataType.json_name === "boolean") {
    return (
      <>
        {label}
        <select
          id={`${id}-value`}
          className="control"
          value={text || "true"}
          onChange={(event) => onText(event.target.value)}
        >
          <option value="true">{say("ui.common.yes")}</option>
          <option value="false">{say("ui.common.no")}</option>
        </select>
      </>
    );
  }
  return (
    <>
      {label}
      <input
        id={`${id}-value`}
        className="control"
        value={text}
        required
        placeholder={say("editor.filter.value")}
        onChange={(event) => onText(event.target.value)}
      />
    </>
  );
}
