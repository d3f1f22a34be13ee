import { useEffect, useMemo, useState, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import type { Params } from "#contract/wire/json";
import type { Catalogue, ObjectTypeMeta } from "#core/catalogue/catalogue";
import { matchPath } from "#core/route/pattern";
import { normaliseValue } from "#core/form/grammar";
import { typedValues } from "#core/form/import-cell";
import { planForm } from "#core/form/plan-form";
import type { Screen } from "#core/screen/screen";
import { FOUND_BY, foundFilter } from "#core/search/search-steps";
import { listScreen, objectScreen } from "../../screens/object/object-screen.ts";
import { Loading } from "../../ui/feedback/loading.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { FaultBlock } from "../fault/fault-block.tsx";
import { textOf } from "../cell/cell-text.ts";
import { usePlanner } from "../planning/planner.ts";
import { useLists, usePortal, useWords } from "../portal.ts";
import { MissingText } from "../own/missing-object.tsx";
import { toAscii } from "../screen/to-ascii.ts";
import { ScreenView } from "../screen/screen-view.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { filterParams, listFilters, setFilters, type ListFilter, type SetFilter } from "./list-filters.ts";

/** `/object/{system.object}` lists a type, `/object/{gpk}` shows one object; a gpk has no dot (ROUTE-66). */
export function ObjectPage(): ReactNode {
  const { pathname } = useLocation();
  const { fq_name: name = "" } = matchPath("/object/:fq_name", pathname) ?? {};
  const { catalogue } = usePortal();
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
  const set = useSetFilters(offered, search);
  const filters = useMemo(() => filterParams(set), [set]);
  const isAsked = offered.every((filter) => !filter.isRequired || filters[filter.name] !== undefined);
  const found = new URLSearchParams(search).get(FOUND_BY);
  const screen = useMemo(() => {
    if (!isAsked) return UNASKED;
    const filter = found === null ? null : foundFilter(type, found, { catalogue, toAscii });
    return listScreen(catalogue, type, filter === null ? filters : withCondition(filters, filter), locale);
  }, [catalogue, type, filters, found, locale, isAsked]);
  useCreateFromAddress(type, search);
  return (
    <ScreenView screen={screen} params={EMPTY} name={null} title={catalogue.typePlural(type.name, locale)}>
      <FilterBar type={type} offered={offered} set={set} found={found} />
    </ScreenView>
  );
}

/** The filters and what a search has found. */
function withCondition(filters: Params, found: Params): Params {
  const { filter_params_dict: given = null } = filters;
  return { ...filters, filter_params_dict: given === null ? found : { _and: [given, found] } };
}

/** A list that needs a filter is not requested without one. */
const UNASKED: Screen = {
  path: "/object/:fq_name",
  send: { not: "always" },
  steps: () => [],
  sections: [{ kind: "note", text: "editor.filter.needed" }],
};

const EMPTY: Readonly<Record<string, string>> = {};

/** The same value for the same filters, because paging and sorting in the address must not repeat the request. */
function useSetFilters(offered: readonly ListFilter[], search: string): readonly SetFilter[] {
  const { catalogue } = usePortal();
  const set = setFilters(catalogue, offered, search);
  const [kept, keep] = useState(set);
  const isSame = isOf(kept, offered) && textOfSet(kept) === textOfSet(set);
  if (!isSame) keep(set);
  return isSame ? kept : set;
}

function textOfSet(set: readonly SetFilter[]): string {
  return JSON.stringify(set.map(({ filter, value }) => [filter.name, value]));
}

/** False after a change of language. */
function isOf(set: readonly SetFilter[], offered: readonly ListFilter[]): boolean {
  return set.every(({ filter }) => offered.includes(filter));
}

/** `?create&name=…` opens the create form with values from the address (LAUNCH-08). */
function useCreateFromAddress(type: ObjectTypeMeta, search: string): void {
  const planner = usePlanner();
  const { locale, catalogue } = useWords();
  const wants = new URLSearchParams(search).has("create");
  useEffect(() => {
    if (!wants) return;
    const target = { object: type.name, operation: "create", row: null } as const;
    const fields = planForm(catalogue, target, { locale, isExpert: false })?.fields ?? [];
    planner.openForm({ ...target, set: typedValues(fields, new URLSearchParams(search)) });
    // The address as it was when the page was opened; typing into the list must not open the form again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wants, type]);
}

/** The object of a gpk; its type is in the address or is looked up. */
function OneObject({ gpk }: { readonly gpk: string }): ReactNode {
  const { search } = useLocation();
  const { catalogue } = usePortal();
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
  const { catalogue } = usePortal();
  const query = useLists([{ idx: "object", name: "wapi.object.list", old: { gpk_list: [gpk] } }]);
  if (query.isError) return <FaultBlock call={query} />;
  if (query.data === undefined) return <Loading />;
  const type = catalogue.objectType(textOf(query.data["object"]?.[0]?.["object_fq_name"]));
  return type === null ? <NoObject name={gpk} /> : <TypedObject gpk={gpk} type={type} />;
}

function TypedObject({ gpk, type }: { readonly gpk: string; readonly type: ObjectTypeMeta }): ReactNode {
  const { locale, catalogue } = useWords();
  const screen = useMemo(() => objectScreen(catalogue, type, gpk, locale), [catalogue, type, gpk, locale]);
  const title = catalogue.typeName(type.name, locale);
  return <ScreenView screen={screen} params={EMPTY} name={gpk} title={title} />;
}
