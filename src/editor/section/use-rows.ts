import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
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
  first: readonly Row[] | undefined,
  isLong: boolean,
  view: ViewState,
  filterable: readonly string[],
): ShownRows {
  const { execute, viewer } = usePortal();
  const client = useQueryClient();
  const [isWhole, setWhole] = useState(false);
  const isCut = isLong && (first?.length ?? 0) > LIMITS.longListRows;
  const whole = listsQuery(execute, viewer, [wholeStep(step)]);
  const page = listsQuery(execute, viewer, [pageStep(step, view, filterable)]);
  const wantsWhole = isCut && (isWhole || view.size === 0);
  const wantsPage = isCut && !wantsWhole && !isFirstView(view);
  const loaded = useQuery({ ...whole, enabled: wantsWhole });
  const paged = useQuery({ ...page, enabled: wantsPage, placeholderData: keepPreviousData });
  const key = step.idx ?? "";
  const loadAll = useMemo(
    () => async (): Promise<void> => {
      await client.ensureQueryData(whole);
      setWhole(true);
    },
    // The options hold functions made anew at each drawing; the key says what they ask for.
    // oxlint-disable-next-line react/exhaustive-deps
    [client, JSON.stringify(whole.queryKey)],
  );
  if (!isCut) return { rows: first ?? NO_ROWS, isStale: false };
  const all = loaded.data?.[key];
  if (wantsWhole && all !== undefined) return { rows: all, isStale: false };
  const found = wantsPage ? (paged.data?.[key] ?? NO_ROWS) : (first ?? NO_ROWS);
  return { ...pageOf(found, view, wantsPage, loadAll), isStale: paged.isFetching || loaded.isFetching };
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
