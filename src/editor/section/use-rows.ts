import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { LIMITS } from "#contract/limits";
import type { Json, Params, Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { escapeRegExp } from "#core/form/reference";
import type { ViewState } from "#core/table/view-state";
import { listsQuery } from "../../api/queries.ts";
import type { LongRows } from "../../ui/table/table-props.ts";
import { usePortal } from "../portal.ts";

export interface ShownRows {
  readonly rows: readonly Row[];
  /** Absent: all rows are here, the table filters, sorts and pages them itself. */
  readonly long?: LongRows;
  readonly isStale: boolean;
}

const NO_ROWS: readonly Row[] = [];

/**
 * The rows of a table. A long list that has more rows than the first call brought is filtered, sorted and paged at the server
 * until all of it is asked for (LIST-10, screens.md 8).
 */
export function useRows(
  step: Step,
  first: readonly Row[],
  isLong: boolean,
  view: ViewState,
  filterable: readonly string[],
): ShownRows {
  const { execute, viewer } = usePortal();
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  const isCut = isLong && first.length > LIMITS.longListRows;
  const source = isCut ? sourceOf(view, isWhole) : "here";
  const loaded = useQuery({ ...listsQuery(execute, viewer, [wholeStep(step)]), enabled: source === "whole" });
  const paged = useQuery({
    ...listsQuery(execute, viewer, [pageStep(step, view, filterable)]),
    enabled: source === "page",
    placeholderData: keepPreviousData,
  });
  const loadAll = useCallback(async (): Promise<void> => {
    await client.ensureQueryData(listsQuery(execute, viewer, [wholeStep(step)]));
    setWhole(true);
  }, [client, execute, viewer, step]);
  if (source === "here") return { rows: first, isStale: false };
  const key = step.idx ?? "";
  const known = { first, page: paged.data?.[key] ?? NO_ROWS, whole: loaded.data?.[key] ?? null };
  return { ...partOf(source, known, view, loadAll), isStale: paged.isFetching || loaded.isFetching };
}

interface KnownRows {
  readonly first: readonly Row[];
  readonly page: readonly Row[];
  readonly whole: readonly Row[] | null;
}

/** What a cut list shows: all of it once it is here, until then the page that is looked at. */
function partOf(
  source: "first" | "page" | "whole",
  { first, page, whole }: KnownRows,
  view: ViewState,
  loadAll: () => Promise<void>,
): Omit<ShownRows, "isStale"> {
  if (source === "whole" && whole !== null) return { rows: whole };
  return source === "page" ? pageOf(page, view, true, loadAll) : pageOf(first, view, false, loadAll);
}

/** Where the rows of a cut list come from: what the first call brought, a page of the server, or all of it. */
function sourceOf(view: ViewState, isWhole: boolean): "first" | "page" | "whole" {
  if (isWhole || view.size === 0) return "whole";
  return isFirstView(view) ? "first" : "page";
}

function isFirstView(view: ViewState): boolean {
  return view.q === "" && view.sort.length === 0 && view.page === 0 && view.size <= LIMITS.longListRows;
}

function pageOf(
  found: readonly Row[],
  view: ViewState,
  isPage: boolean,
  loadAll: () => Promise<void>,
): { readonly rows: readonly Row[]; readonly long: LongRows } {
  const size = view.size === 0 ? LIMITS.longListRows : view.size;
  const isMore = found.length > size;
  const rows = found.slice(0, size);
  const known = (isPage ? view.page * size : 0) + rows.length;
  const count = isMore && view.q === "" ? Math.max(LIMITS.longListRows, known) : known;
  return { rows, long: { count, isMore, loadAll } };
}

/** The step as the screen meant it, without the cut of the first call. */
function wholeStep(step: Step): Step {
  return { ...step, old: without(step.old) };
}

function pageStep(step: Step, view: ViewState, filterable: readonly string[]): Step {
  const size = view.size === 0 ? LIMITS.longListRows : view.size;
  const pattern = escapeRegExp(view.q);
  const filter: Params | null =
    view.q === "" ? null : { _or: filterable.map((name): Json => ({ [name]: { regexp_ic: pattern } })) };
  return {
    ...step,
    old: {
      ...without(step.old),
      ...(filter === null ? {} : { filter_params_dict: filter }),
      ...(view.sort.length === 0
        ? {}
        : {
            sorting_params_list: view.sort.map(
              (one) => `${one.attribute} ${one.isDescending ? "DESC" : "ASC"}`,
            ),
          }),
      // One row more than the page tells whether there is a next one.
      fetch_limit: size + 1,
      ...(view.page === 0 ? {} : { fetch_offset: view.page * size }),
    },
  };
}

function without(old: Params | undefined): Params {
  return Object.fromEntries(Object.entries(old ?? {}).filter(([name]) => name !== "fetch_limit"));
}
