import { keepPreviousData, useQuery, useQueryClient, queryOptions } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { LIMITS } from "#contract/limits";
import type { Json, Row, Params } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { ViewState } from "#core/table/view-state";
import { readLists } from "../../api/execute.ts";
import { ROW_KEYS, type Viewer } from "../../api/queries.ts";
import type { LongRows } from "../../ui/table/table-props.ts";
import { NO_MARKS, useMarks, type Marks } from "../overlay/marks.ts";
import type { Overlay } from "../overlay/overlay-of.ts";
import { useOverlay } from "../overlay/use-overlay.ts";
import { useCalls } from "../portal/calls.ts";
import { laterCall } from "../../ui/layout/later.tsx";
import type { SectionStep } from "./section-context.ts";
import type { ServerSearch, TypedFilter } from "./server-filter.ts";

export interface ShownRows {
  readonly rows: readonly Row[];
  /** The planned changes of these rows. */
  readonly marks: Marks;
  /** Absent if all rows are loaded, and the table filters, sorts and pages them. */
  readonly long?: LongRows;
  readonly isStale: boolean;
  /** The view as shown: smaller than requested if all rows are too many. */
  readonly view: ViewState;
  /** All rows were requested, and there are too many. */
  readonly isRefused: boolean;
}

export interface LongList {
  readonly found: Pick<SectionStep, "step" | "sent">;
  /** Planned rows of the first call. */
  readonly first: readonly Row[];
  readonly isLong: boolean;
  readonly view: ViewState;
  readonly search: ServerSearch;
}

/** The rows of a table. The server filters, sorts and pages a list that is longer than the first call, until all rows are requested (LIST-10). */
export function useRows(list: LongList): ShownRows {
  const { first, view } = list;
  const marks = useMarks();
  const isCut = list.isLong && list.found.sent.length > LIMITS.longListRows;
  const cut = useCutList(list, isCut);
  return isCut ? cut : { rows: first, marks, isStale: false, view, isRefused: false };
}

function useCutList({ found, view: asked, search }: LongList, isCut: boolean): ShownRows {
  const client = useQueryClient();
  const overlay = useOverlay();
  const { sent } = found;
  const asking = useAsking(found.step, overlay);
  const { q } = asked;
  const filter = useFilter(search, q);
  const whole = useWhole(asking, isCut, asked.size === 0 || isSearchedHere(search, q));
  const view = pagedView(asked, whole.isRefused);
  const isPage = !whole.isWanted && !isFirstView(view);
  const page = usePage(asking, view, filter, isCut && isPage);
  // Identity of a list for selected rows: another filter or newer rows are another list.
  const scope = useMemo(() => ({ sent, filter }), [sent, filter]);
  const { isRefused } = whole;
  const asks = { isStale: page.isFetching || whole.isFetching, view: isRefused ? view : asked, isRefused };
  const first = useMemo(() => ({ step: asking.step, rows: sent }), [asking, sent]);
  const part = page.found ?? first;
  const drawn = usePlannedRows(overlay, whole.found ?? part, whole.found ? undefined : view.size);
  if (whole.found) return { ...drawn, ...asks };
  const more = {
    scope,
    loadAll: async () => {
      whole.want();
      return (await client.ensureQueryData(wholeQuery(asking))) !== null;
    },
    loadMatching: () => matchingRows(asking, view, filter),
  };
  const long = { ...pageOf(part.rows, view, isPage), ...more };
  return { ...drawn, ...asks, long };
}

/** The rows of a page; until they are loaded, those of the page before. */
function usePage(asking: Asking, view: ViewState, filter: TypedFilter | null, isAsked: boolean) {
  const { data, isFetching } = useQuery({
    ...pageQuery(asking, view, filter),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return { found: isAsked ? data : undefined, isFetching };
}

function useFilter(search: ServerSearch, q: string): TypedFilter | null {
  return useMemo(() => (q === "" ? null : { search, q }), [search, q]);
}

/** The request of a step, by the names that the server knows. */
function useAsking(step: Step, overlay: Overlay | null): Asking {
  const { execute, viewer } = useCalls();
  return useMemo(() => {
    const [sent = step] = overlay?.steps([step]) ?? [];
    return { execute, viewer, step: uncut(sent) };
  }, [execute, viewer, overlay, step]);
}

/** At most `size` rows of the server, and planned ones. */
function usePlannedRows(overlay: Overlay | null, { step, rows: all }: FoundRows, size: number | undefined) {
  return useMemo(() => {
    const rows = all.slice(0, size);
    const idx = step.idx ?? "";
    if (overlay === null) return { rows, marks: NO_MARKS };
    const { lists, marks } = overlay.lists([step], { [idx]: rows });
    return { rows: lists[idx] ?? rows, marks };
  }, [overlay, step, all, size]);
}

/** All rows of a list, once the view needs them or they were loaded for another reason. */
function useWhole(asking: Asking, isCut: boolean, isNeeded: boolean) {
  const [isLoaded, setLoaded] = useState(false);
  const isAsked = isCut && (isLoaded || isNeeded);
  const { data, isFetching } = useQuery({ ...wholeQuery(asking), enabled: isAsked });
  const isRefused = isAsked && data === null;
  return {
    want: () => setLoaded(true),
    /** All rows are requested, and as far as is known they are not too many. */
    isWanted: isAsked && !isRefused,
    isRefused,
    isFetching,
    /** Null until they are loaded. */
    found: isAsked ? (data ?? null) : null,
  };
}

/** Shows the first rows until all are loaded. If they never load, it shows as many as a page can hold. */
function pagedView(asked: ViewState, isRefused: boolean): ViewState {
  if (asked.size !== 0) return asked;
  return { ...asked, size: isRefused ? MOST_PAGED : LIMITS.longListRows };
}

const MOST_PAGED = Math.max(...LIMITS.pageSizes);

/** The values on which its conditions depend besides the list. */
function filterKey(filter: TypedFilter | null): Json {
  if (filter === null) return null;
  const { q, search } = filter;
  return [q, search.locale, search.columns.map(({ id }) => id)];
}

/** Few pages have a list that the server filters, so the conditions are loaded with the first typed text. */
const conditionsOf = laterCall("server-filter", async () => (await import("./server-filter.ts")).paramsFor);

/** Lists of the self-description have texts in all languages, which the server cannot search; they are never very long. */
function isSearchedHere({ type }: Pick<ServerSearch, "type">, q: string): boolean {
  return q !== "" && type.attribute("language_dict") !== null;
}

function isFirstView({ q, sort, page, size }: ViewState): boolean {
  return q === "" && sort.length === 0 && page === 0 && size <= LIMITS.longListRows;
}

function pageOf(
  found: readonly Row[],
  { q, page, size }: ViewState,
  isPage: boolean,
): Pick<LongRows, "count" | "isMore" | "isBeyond"> {
  const isMore = found.length > size;
  const known = (isPage ? page * size : 0) + Math.min(found.length, size);
  const count = isMore && q === "" ? Math.max(LIMITS.longListRows, known) : known;
  return { count, isMore, isBeyond: isPage && page > 0 && known === page * size };
}

function uncut(step: Step): Asking["step"] {
  const rest = Object.entries(step.old ?? {}).filter(([name]) => name !== "fetch_limit");
  return { ...step, old: Object.fromEntries(rest) };
}

/** Rows of the server, with the step that found them. */
interface FoundRows {
  readonly step: Step;
  readonly rows: readonly Row[];
}

/** Request of rows of a long list. */
interface Asking {
  readonly execute: Execute;
  readonly viewer: Viewer;
  /** The step of the screen without the limit of the first call. */
  readonly step: Step;
}

/** All rows of a list; null if it has more than a page can show (LIST-10). */
const wholeQuery = ({ execute, viewer, step }: Asking) =>
  queryOptions({
    queryKey: [...ROW_KEYS, viewer, "whole", step],
    queryFn: async ({ signal }): Promise<FoundRows | null> => {
      // Refused before all of them are sent.
      const beyond = await rowsOf(
        execute,
        withMembers(step, { fetch_offset: LIMITS.allRows, fetch_limit: 1 }),
        signal,
      );
      return beyond.length > 0 ? null : { step, rows: await rowsOf(execute, step, signal) };
    },
    structuralSharing: false,
  });

/** The rows of a page, and one more that tells whether there is a next page. */
const pageQuery = ({ execute, viewer, step }: Asking, view: ViewState, filter: TypedFilter | null) => {
  const page = withMembers(step, {
    ...sortingOf(view),
    fetch_limit: view.size + 1,
    ...(view.page === 0 ? {} : { fetch_offset: view.page * view.size }),
  });
  return queryOptions({
    queryKey: [...ROW_KEYS, viewer, "page", page, filterKey(filter)],
    queryFn: ({ signal }) => filteredRows(execute, page, filter, signal),
    structuralSharing: false,
  });
};

/** All rows that match the filter, in the order of the view; null above the limit of one action. */
async function matchingRows(
  { execute, step }: Asking,
  view: ViewState,
  filter: TypedFilter | null,
): Promise<readonly Row[] | null> {
  const all = withMembers(step, { ...sortingOf(view), fetch_limit: LIMITS.bulkRows + 1 });
  const { rows } = await filteredRows(execute, all, filter);
  return rows.length > LIMITS.bulkRows ? null : rows;
}

async function filteredRows(
  execute: Execute,
  step: Step,
  filter: TypedFilter | null,
  signal?: AbortSignal,
): Promise<FoundRows> {
  if (filter === null) return { step, rows: await rowsOf(execute, step, signal) };
  const paramsFor = await conditionsOf.fetch();
  const typed = paramsFor(filter);
  const own = step.old?.["filter_params_dict"];
  const both = own === undefined ? typed : { _and: [own, typed] };
  const filtered = withMembers(step, { filter_params_dict: both });
  return { step: filtered, rows: await rowsOf(execute, filtered, signal) };
}

async function rowsOf(execute: Execute, step: Step, signal?: AbortSignal): Promise<readonly Row[]> {
  const lists = await readLists(execute, [step], signal);
  return lists[step.idx ?? ""] ?? [];
}

function withMembers(step: Step, members: Params): Step {
  return { ...step, old: { ...step.old, ...members } };
}

function sortingOf({ sort }: ViewState): Params {
  if (sort.length === 0) return {};
  return {
    sorting_params_list: sort.map((one) => `${one.attribute} ${one.isDescending ? "DESC" : "ASC"}`),
  };
}
