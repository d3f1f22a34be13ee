import {
  useCallback,
  useEffect,
  useMemo,
  type ReactNode,
  useId,
  useState,
  type FormEvent,
  type MouseEvent,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Row } from "#contract/wire/json";
import type { Catalogue } from "#core/catalogue/catalogue";
import type { Locale, TextKey } from "#core/text";
import { Button } from "../../ui/action/button.tsx";
import { Loading } from "../../ui/feedback/loading.tsx";
import { Link } from "../../ui/layout/link.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { intlTag, useText } from "../../ui/text.ts";
import { textOf } from "../cell/cell-text.ts";
import { FaultBlock } from "../fault/fault-block.tsx";
import { isLogged } from "../history/use-row-history.tsx";
import { useReverse } from "../history/use-reverse.tsx";
import { AddressNote } from "../screen/address-note.tsx";
import { useAccount } from "../portal/account.ts";
import { useLists } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useFrame } from "../portal/frame.ts";
import { useWords } from "../portal/words.ts";
import { ChangeCards } from "./change-cards.tsx";
import {
  CHANGES_PAGE,
  changesSteps,
  filterIn,
  pageIn,
  searchOf,
  wrongIn,
  type ChangesFilter,
  isDay,
  NO_FILTER,
} from "./changes-query.ts";
import "./changes.css";

/** Changes, newest first: own changes, the changes of everybody if the account has the right, or the changes of one object for its readers. */
export function ChangesPage(): ReactNode {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const catalogue = useCatalogue();
  const isType = useCallback((name: string) => catalogue.objectType(name) !== null, [catalogue]);
  const filter = useMemo(() => filterIn(search, isType), [search, isType]);
  const page = pageIn(search);
  const steps = useMemo(() => changesSteps(filter, page), [filter, page]);
  const query = useLists(steps);
  const object = query.data?.["object"]?.[0] ?? null;
  return (
    <>
      <PageHeader title={useTitle(object)} focusKey={pathname} facts={useFacts(filter, object)} />
      <ChangesFilters filter={filter} onFilter={(next) => void navigate({ search: searchOf(next) })} />
      <AddressNote entries={wrongIn(search, isType)} />
      {query.isError && <FaultBlock call={query} />}
      {query.data === undefined && !query.isError && <Loading />}
      {query.data !== undefined && <Found filter={filter} page={page} rows={query.data["change"] ?? []} />}
    </>
  );
}

function useTitle(object: Row | null): string {
  const say = useText();
  const { showPage } = useFrame();
  const title =
    object === null ? say("routes.changes") : say("editor.changes.of", { title: textOf(object["title"]) });
  useEffect(() => showPage({ title, lists: null, type: null }), [showPage, title]);
  return title;
}

function useFacts(filter: ChangesFilter, object: Row | null): readonly ReactNode[] {
  const say = useText();
  const catalogue = useCatalogue();
  const { visitor } = useAccount();
  if (object !== null) {
    const [gpk, type] = [textOf(object["gpk"]), textOf(object["object_fq_name"])];
    return [
      <Link key="page" to={`/launch/${type}/${encodeURIComponent(gpk)}`}>
        {say("editor.history.page")}
      </Link>,
    ];
  }
  const needed = catalogue.fn("wapi.change_log", "list")?.permission_list ?? [];
  const seesAll = needed.some((name) => visitor.permissions.has(name));
  return filter.object === "" && !seesAll ? [say("editor.changes.own")] : [];
}

interface FoundProps {
  readonly filter: ChangesFilter;
  readonly page: number;
  readonly rows: readonly Row[];
}

function Found({ filter, page, rows }: FoundProps): ReactNode {
  const say = useText();
  const reverser = useReverse();
  const isMore = rows.length > CHANGES_PAGE;
  const shown = rows.slice(0, CHANGES_PAGE);
  const isCut = isMore && rows[CHANGES_PAGE]?.["transaction_gfk"] === shown.at(-1)?.["transaction_gfk"];
  if (shown.length === 0) return <p className="muted">{say(emptyText(filter, page))}</p>;
  return (
    <>
      <ChangeCards entries={shown} isCut={isCut} plan={reverser.plan} />
      {(isMore || page > 0) && (
        <nav className="changes-pages" aria-label={say("ui.table.pages", { name: say("routes.changes") })}>
          {page > 0 && (
            <Link to={`/changes${searchOf(filter, page - 1)}`}>{say("editor.changes.newer")}</Link>
          )}
          {isMore && <Link to={`/changes${searchOf(filter, page + 1)}`}>{say("editor.changes.older")}</Link>}
        </nav>
      )}
      {reverser.dialog}
    </>
  );
}

function emptyText(filter: ChangesFilter, page: number) {
  return searchOf(filter) === "" && page === 0 ? "editor.changes.none" : "editor.changes.noneFound";
}

interface ChangesFiltersProps {
  readonly filter: ChangesFilter;
  readonly onFilter: (filter: ChangesFilter) => void;
}

/** Person, object type and days; an invalid day shows an error and is not sent. */
function ChangesFilters({ filter, onFilter }: ChangesFiltersProps): ReactNode {
  const say = useText();
  const id = useId();
  const [typed, setTyped] = useState(filter);
  const [isChecked, setChecked] = useState(false);
  const [known, setKnown] = useState(filter);
  if (known !== filter) {
    // The address has changed; the fields stay the same elements and keep the focus.
    setKnown(filter);
    setTyped(filter);
    setChecked(false);
  }
  const set = (name: keyof ChangesFilter, value: string): void => setTyped({ ...typed, [name]: value });
  // The object belongs to the page and is not a filter.
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
      {searchOf(filter) !== searchOf(cleared) && <Reset onReset={() => onFilter(cleared)} />}
      <output id={`${id}-problem`} htmlFor={`${id}-from ${id}-to`} className="form-problem small">
        {wrong.length === 0 ? "" : say("editor.changes.noDay")}
      </output>
    </form>
  );
}

function Reset({ onReset }: { readonly onReset: () => void }): ReactNode {
  const say = useText();
  const reset = (event: MouseEvent<HTMLButtonElement>): void => {
    event.currentTarget.form?.querySelector("input")?.focus();
    onReset();
  };
  return (
    <Button look="quiet" onClick={reset}>
      {say("editor.changes.reset")}
    </Button>
  );
}

interface TypeFieldProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function TypeField({ id, value, onChange }: TypeFieldProps): ReactNode {
  const { say, locale, catalogue } = useWords();
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
    .toSorted(([, one], [, other]) => one.localeCompare(other, intlTag(locale)));
}
