import { queryOptions } from "@tanstack/react-query";
import { LIMITS } from "#contract/limits";
import type { Params, Row } from "#contract/wire/json";
import type { Execute } from "#contract/wire/outcome";
import type { Step } from "#contract/wire/step";
import type { ViewState } from "#core/table/view-state";
import { readLists } from "../../api/execute.ts";
import { ROW_KEYS, type Viewer } from "../../api/queries.ts";
import { filterParams, type ServerFilter } from "./server-filter.ts";

/** Who asks for the rows of a long list. */
export interface Asking {
  readonly execute: Execute;
  readonly viewer: Viewer;
  /** The step as the screen meant it, without the cut of the first call. */
  readonly step: Step;
}

/** All rows of a list; null where it has more than a page can be high (LIST-10). */
export const wholeQuery = ({ execute, viewer, step }: Asking) =>
  queryOptions({
    queryKey: [...ROW_KEYS, viewer, "whole", step],
    queryFn: async ({ signal }): Promise<readonly Row[] | null> => {
      // Told before all of them are on their way.
      const beyond = await rowsOf(
        execute,
        withMembers(step, { fetch_offset: LIMITS.allRows, fetch_limit: 1 }),
        signal,
      );
      return beyond.length > 0 ? null : await rowsOf(execute, step, signal);
    },
    structuralSharing: false,
  });

/** The rows of a page, and one more that tells whether there is a next one. */
export const pageQuery = (
  { execute, viewer, step }: Asking,
  view: ViewState,
  filter: ServerFilter | null,
) => {
  const page = withMembers(step, {
    ...sortingOf(view),
    fetch_limit: view.size + 1,
    ...(view.page === 0 ? {} : { fetch_offset: view.page * view.size }),
  });
  return queryOptions({
    queryKey: [...ROW_KEYS, viewer, "page", page, filter],
    queryFn: ({ signal }) => filteredRows(execute, page, filter, signal),
    structuralSharing: false,
  });
};

/** All rows that match the filter in the order of the view; null where there are more than are planned at once. */
export async function matchingRows(
  { execute, step }: Asking,
  view: ViewState,
  filter: ServerFilter | null,
): Promise<readonly Row[] | null> {
  const all = withMembers(step, { ...sortingOf(view), fetch_limit: LIMITS.bulkRows + 1 });
  const rows = await filteredRows(execute, all, filter);
  return rows.length > LIMITS.bulkRows ? null : rows;
}

async function filteredRows(
  execute: Execute,
  step: Step,
  filter: ServerFilter | null,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  if (filter === null) return rowsOf(execute, step, signal);
  const { translations } = filter;
  const translated = translations === null ? [] : await rowsOf(execute, translations, signal);
  const typed = filterParams(filter, translated);
  const own = step.old?.["filter_params_dict"];
  const both = own === undefined ? typed : { _and: [own, typed] };
  return rowsOf(execute, withMembers(step, { filter_params_dict: both }), signal);
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
