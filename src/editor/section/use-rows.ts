import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { LIMITS } from "#contract/limits";
import type { Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { ViewState } from "#core/table/view-state";
import type { LongRows } from "../../ui/table/table-props.ts";
import { usePortal } from "../portal.ts";
import { matchingRows, pageQuery, wholeQuery, type Asking } from "./long-list.ts";
import { serverFilter, type ServerSearch } from "./server-filter.ts";

export interface ShownRows {
  readonly rows: readonly Row[];
  /** Absent: all rows are here, the table filters, sorts and pages them itself. */
  readonly long?: LongRows;
  readonly isStale: boolean;
  /** What is shown, which is less than was asked for where all rows are too many. */
  readonly view: ViewState;
  /** All rows were asked for, and there are too many. */
  readonly isRefused: boolean;
}

export interface LongList {
  readonly step: Step;
  /** What the first call brought. */
  readonly first: readonly Row[];
  readonly isLong: boolean;
  readonly view: ViewState;
  readonly search: ServerSearch;
}

/**
 * The rows of a table. A long list that has more rows than the first call brought is filtered, sorted and paged at the server
 * until all of it is asked for (LIST-10).
 */
export function useRows(list: LongList): ShownRows {
  const { first, view } = list;
  const isCut = list.isLong && first.length > LIMITS.longListRows;
  const cut = useCutList(list, isCut);
  return isCut ? cut : { rows: first, isStale: false, view, isRefused: false };
}

function useCutList({ step, first, view: asked, search }: LongList, isCut: boolean): ShownRows {
  const { execute, viewer } = usePortal();
  const client = useQueryClient();
  const asking = useMemo(() => ({ execute, viewer, step: uncut(step) }), [execute, viewer, step]);
  const { q } = asked;
  const filter = useMemo(() => serverFilter(search, q), [search, q]);
  const whole = useWhole(asking, isCut, asked.size === 0 || isSearchedHere(search, q));
  const view = pagedView(asked, whole.isRefused);
  const isPage = !whole.isWanted && !isFirstView(view);
  const page = useQuery({
    ...pageQuery(asking, view, filter),
    enabled: isCut && isPage,
    placeholderData: keepPreviousData,
  });
  const scope = useScope(first, filter);
  const { isRefused } = whole;
  const isStale = page.isFetching || whole.isFetching;
  if (whole.rows !== null) return { rows: whole.rows, isStale, view: asked, isRefused };
  const found = isPage ? (page.data ?? first) : first;
  const more = {
    scope,
    loadAll: async () => {
      whole.want();
      return (await client.ensureQueryData(wholeQuery(asking))) !== null;
    },
    loadMatching: () => matchingRows(asking, view, filter),
  };
  return { ...pageOf(found, view, isPage, more), isStale, view: isRefused ? view : asked, isRefused };
}

interface Whole {
  readonly want: () => void;
  /** All rows are asked for, and it is not known that they are too many. */
  readonly isWanted: boolean;
  readonly isRefused: boolean;
  readonly isFetching: boolean;
  /** Null while they are not here. */
  readonly rows: readonly Row[] | null;
}

/** All rows of a list, once the view needs them or they were loaded for something else. */
function useWhole(asking: Asking, isCut: boolean, isNeeded: boolean): Whole {
  const [isLoaded, setLoaded] = useState(false);
  const isAsked = isCut && (isLoaded || isNeeded);
  const { data, isFetching } = useQuery({ ...wholeQuery(asking), enabled: isAsked });
  const isRefused = isAsked && data === null;
  return {
    want: () => setLoaded(true),
    isWanted: isAsked && !isRefused,
    isRefused,
    isFetching,
    rows: isAsked ? (data ?? null) : null,
  };
}

/** Until all rows are here the first ones are shown; where they never come, as many as a page can hold. */
function pagedView(asked: ViewState, isRefused: boolean): ViewState {
  if (asked.size !== 0) return asked;
  return { ...asked, size: isRefused ? MOST_PAGED : LIMITS.longListRows };
}

const MOST_PAGED = Math.max(...LIMITS.pageSizes);

/** What selected rows belong to: another filter or newer rows are another list. */
function useScope(first: readonly Row[], filter: unknown): object {
  return useMemo(() => ({ first, filter }), [first, filter]);
}

/** Lists of the self-description bring their texts in every language; the server cannot look into them, and they are never very long. */
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
  more: Omit<LongRows, "count" | "isMore" | "isBeyond">,
): { readonly rows: readonly Row[]; readonly long: LongRows } {
  const isMore = found.length > size;
  const rows = found.slice(0, size);
  const known = (isPage ? page * size : 0) + rows.length;
  const count = isMore && q === "" ? Math.max(LIMITS.longListRows, known) : known;
  const isBeyond = isPage && page > 0 && rows.length === 0;
  return { rows, long: { count, isMore, isBeyond, ...more } };
}

function uncut(step: Step): Asking["step"] {
  const rest = Object.entries(step.old ?? {}).filter(([name]) => name !== "fetch_limit");
  return { ...step, old: Object.fromEntries(rest) };
}
