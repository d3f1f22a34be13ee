import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Params } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { matchPath } from "#core/route/pattern";
import { normaliseValue } from "#core/form/grammar";
import { typedValues, untypedTexts } from "#core/form/import-cell";
import { planForm } from "#core/form/plan-form";
import type { Screen } from "#core/screen/screen";
import { FOUND_BY, foundFilter } from "#core/search/search-steps";
import { listScreen, objectScreen } from "../../screens/object/object-screen.ts";
import { pageScreen } from "../../screens/object/page-screen.ts";
import { Loading } from "../../ui/feedback/loading.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { FaultBlock } from "../fault/fault-block.tsx";
import { textOf } from "../cell/cell-text.ts";
import { usePlanner } from "../planning/planner.ts";
import { useLists } from "../portal/calls.ts";
import { useCatalogue } from "../portal/metadata.ts";
import { useWords } from "../portal/words.ts";
import { MissingText } from "../own/missing-object.tsx";
import { useTellEntries } from "../screen/address-note.tsx";
import { toAscii } from "../screen/to-ascii.ts";
import { ScreenView } from "../screen/screen-view.tsx";
import {
  filterParams,
  filtersOfAddress,
  type AddressFilters,
  type RefusedFilter,
} from "./address-filters.ts";
import { FilterBar } from "./filter-bar.tsx";
import { CREATE, listFilters, type ListFilter } from "./list-filters.ts";
import { usePageReading } from "./type-page.tsx";

/** `/object/{system.object}` lists a type, `/object/{gpk}` shows one object; a gpk has no dot (ROUTE-66). */
export function ObjectPage(): ReactNode {
  const { pathname } = useLocation();
  const { fq_name: name = "" } = matchPath(EXPLORER, pathname) ?? {};
  const catalogue = useCatalogue();
  if (!name.includes(".")) return <OneObject key={name} gpk={name} />;
  const type = catalogue.objectType(name);
  return type === null ? <NoObject name={name} /> : <ObjectList key={name} type={type} />;
}

function NoObject({ name }: { readonly name: string }): ReactNode {
  return (
    <>
      <PageHeader title={name} />
      <MissingText text="editor.object.missing" name={name} />
    </>
  );
}

function ObjectList({ type }: { readonly type: ObjectTypeMeta }): ReactNode {
  const { search } = useLocation();
  const { locale, catalogue } = useWords();
  const offered = useMemo(() => listFilters(catalogue, type, locale), [catalogue, type, locale]);
  const { set, refused } = useAddressFilters(type, offered, search);
  const filters = useMemo(() => filterParams(set), [set]);
  const isAsked = offered.every((filter) => !filter.isRequired || filters[filter.name] !== undefined);
  const found = useFound(type, search);
  const screen = useMemo(() => {
    if (!isAsked) return UNASKED;
    const all = found.params === null ? filters : withCondition(filters, found.params);
    return listScreen(catalogue, type, all, locale);
  }, [catalogue, type, filters, found.params, locale, isAsked]);
  const create = useCreateFromAddress(type, search);
  const described = catalogue.typeDescription(type.name, locale);
  const wrong = refused.filter(({ entry, filter }) => filter !== null || !create.has(entry));
  useUnknownLogged(type, wrong);
  return (
    <ScreenView screen={screen} params={EMPTY} name={null} title={catalogue.typePlural(type.name, locale)}>
      {described !== null && <p className="muted">{described}</p>}
      <FilterBar
        type={type}
        offered={[...found.offered, ...offered]}
        set={[...set, ...found.set]}
        refused={[...wrong, ...found.refused]}
      />
    </ScreenView>
  );
}

/** Logs the entries of the address for which the metadata have no parameter (TAFORM-17). */
function useUnknownLogged({ name }: ObjectTypeMeta, wrong: readonly RefusedFilter[]): void {
  const unknown = wrong.flatMap(({ entry, filter }) => (filter === null ? [entry] : [])).join(", ");
  useEffect(() => {
    if (unknown !== "") console.warn(`${name} has no parameters ${unknown}`);
  }, [name, unknown]);
}

interface Found extends AddressFilters {
  /** Present while the address has it, so that its text can be changed. */
  readonly offered: readonly ListFilter[];
  readonly params: Params | null;
}

const NOT_SEARCHED: Found = { offered: [], set: [], refused: [], params: null };

/** The term of a search, and the filter that has the same meaning (SRCH-57). */
function useFound(type: ObjectTypeMeta, search: string): Found {
  const { say, catalogue } = useWords();
  const term = new URLSearchParams(search).get(FOUND_BY);
  return useMemo(() => {
    if (term === null) return NOT_SEARCHED;
    const filter: ListFilter = {
      name: FOUND_BY,
      entry: FOUND_BY,
      of: FOUND_BY,
      word: "is",
      title: say("editor.filter.found"),
      dataType: catalogue.dataType("text_line"),
      ref: null,
      isRequired: false,
      isSearch: true,
    };
    const params = foundFilter(type, term, { catalogue, toAscii });
    const why = { key: "editor.filter.foundNothing" } as const;
    const wrong: RefusedFilter = { entry: FOUND_BY, filter, of: FOUND_BY, texts: [term], why };
    return params === null
      ? { offered: [filter], set: [], refused: [wrong], params }
      : { offered: [filter], set: [{ filter, value: term }], refused: [], params };
  }, [type, term, say, catalogue]);
}

/** The filters and what a search has found. */
function withCondition(filters: Params, found: Params): Params {
  const { filter_params_dict: given = null } = filters;
  return { ...filters, filter_params_dict: given === null ? found : { _and: [given, found] } };
}

const EXPLORER = "/object/:fq_name";

/** A list that needs a filter is not requested without one. */
const UNASKED: Screen = {
  path: EXPLORER,
  send: { not: "always" },
  steps: () => [],
  sections: [{ kind: "note", text: "editor.filter.needed" }],
};

const EMPTY: Readonly<Record<string, string>> = {};

/** Returns the same object for the same filters, so that paging and sorting in the address do not repeat the request. */
function useAddressFilters(
  type: ObjectTypeMeta,
  offered: readonly ListFilter[],
  search: string,
): AddressFilters {
  const catalogue = useCatalogue();
  const read = useMemo(
    () => filtersOfAddress(catalogue, type, offered, search),
    [catalogue, type, offered, search],
  );
  const [kept, keep] = useState(read);
  const isSame = isOf(kept, offered) && textOfFilters(kept) === textOfFilters(read);
  if (!isSame) keep(read);
  return isSame ? kept : read;
}

function textOfFilters({ set, refused }: AddressFilters): string {
  return JSON.stringify([
    set.map(({ filter, value }) => [filter.name, value]),
    refused.map(({ entry, texts, why }) => [entry, texts, why]),
  ]);
}

/** False after a change of language. */
function isOf({ set, refused }: AddressFilters, offered: readonly ListFilter[]): boolean {
  return [...set, ...refused].every(({ filter }) => filter === null || offered.includes(filter));
}

/** `?create&name=…` opens the create form with values from the address (LAUNCH-08). Answers the entries that are values of the form. */
function useCreateFromAddress(type: ObjectTypeMeta, search: string): ReadonlySet<string> {
  const planner = usePlanner();
  const { locale, catalogue } = useWords();
  const tell = useTellEntries();
  const wants = new URLSearchParams(search).has(CREATE);
  const fields = useMemo(() => {
    const target = { object: type.name, operation: "create", row: null } as const;
    return wants ? (planForm(catalogue, target, { locale, isExpert: false })?.fields ?? []) : [];
  }, [wants, catalogue, type, locale]);
  useEffect(() => {
    if (!wants) return;
    const query = new URLSearchParams(search);
    const set = typedValues(fields, query);
    tell(untypedTexts(fields, query));
    planner.openForm({ object: type.name, operation: "create", row: null, set });
    // The address as it was when the page was opened; typing into the list must not open the form again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wants, type]);
  return useMemo(() => new Set(fields.map(({ name }) => name)), [fields]);
}

/** The object of a gpk; its type is in the address or is looked up. */
function OneObject({ gpk }: { readonly gpk: string }): ReactNode {
  const { search } = useLocation();
  const catalogue = useCatalogue();
  if (!canBeGpk(catalogue, gpk)) return <NoObject name={gpk} />;
  const told = new URLSearchParams(search).get("type");
  const isTold = told !== null && catalogue.fn(told, "list") !== null;
  const type = isTold ? catalogue.objectType(told) : null;
  return type === null ? <UntypedObject gpk={gpk} /> : <TypedObject gpk={gpk} type={type} />;
}

/** False for texts that cannot be a gpk, which saves the request. */
function canBeGpk(catalogue: Catalogue, text: string): boolean {
  const dataType = catalogue.dataType("gpk");
  const isShort = dataType.text_length === null || text.length <= dataType.text_length;
  return isShort && normaliseValue(dataType, text, toAscii).ok;
}

function UntypedObject({ gpk }: { readonly gpk: string }): ReactNode {
  const catalogue = useCatalogue();
  const query = useLists([{ idx: "object", name: "wapi.object.list", old: { gpk_list: [gpk] } }]);
  if (query.isError) return <FaultBlock call={query} />;
  if (query.data === undefined) return <Loading />;
  const type = catalogue.objectType(textOf(query.data["object"]?.[0]?.["object_fq_name"]));
  return type === null ? <NoObject name={gpk} /> : <TypedObject gpk={gpk} type={type} />;
}

function TypedObject({ gpk, type }: { readonly gpk: string; readonly type: ObjectTypeMeta }): ReactNode {
  const { locale, catalogue } = useWords();
  const reading = usePageReading();
  const { search } = useLocation();
  const told = new URLSearchParams(search).get("type");
  const screen = useMemo(() => {
    const { page = null } = type.definition;
    if (page === null) return objectScreen(catalogue, type, gpk, locale);
    const params = { fq_name: { is: gpk }, ...(told !== null && { type: { is: told } }) };
    return pageScreen(reading, type, page, { path: EXPLORER, found: () => ({ gpk_list: [gpk] }), params });
  }, [reading, catalogue, type, gpk, locale, told]);
  const title = catalogue.typeName(type.name, locale);
  return <ScreenView screen={screen} params={EMPTY} name={gpk} title={title} />;
}
