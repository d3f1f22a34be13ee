import type { Json, Params } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import { escapeRegExp } from "#core/form/reference";
import type { TextKey } from "#core/text";
import type { WrongEntry } from "../screen/address-note.tsx";
import { ABOUT, NEWEST_FIRST } from "../screen/complete-steps.ts";

/** Filters of the log, all kept in the address. */
export interface ChangesFilter {
  /** Part of the login name of the author or of the account in effect. */
  readonly person: string;
  /** Name of an object type; empty: all. */
  readonly type: string;
  /** First and last day, YYYY-MM-DD. */
  readonly from: string;
  readonly to: string;
  /** gpk of an object: its changes and those of its dependents. */
  readonly object: string;
}

export const FILTER_NAMES = ["person", "type", "from", "to", "object"] as const;

export const NO_FILTER: ChangesFilter = { person: "", type: "", from: "", to: "", object: "" };

/** Entries of a page. Cards are short, because equal changes are shown once. */
export const CHANGES_PAGE = 200;

export function filterIn(search: string, isType: (name: string) => boolean): ChangesFilter {
  const query = new URLSearchParams(search);
  const text = (name: (typeof FILTER_NAMES)[number]): string => query.get(name)?.trim() ?? "";
  const day = (name: "from" | "to"): string => (isDay(text(name)) ? text(name) : "");
  return {
    person: text("person"),
    type: isType(text("type")) ? text("type") : "",
    from: day("from"),
    to: day("to"),
    object: text("object"),
  };
}

/** Entries of the address that are not filters of the log. A type must be known to the catalogue. */
export function wrongIn(search: string, isType: (name: string) => boolean): readonly WrongEntry[] {
  return [...new URLSearchParams(search)].flatMap(([entry, given]) => {
    const text = given.trim();
    const why = WRONG[entry]?.(text, isType) ?? null;
    return why === null || text === "" ? [] : [{ entry, text, why: { key: why } }];
  });
}

const noDay = (text: string): TextKey | null => (isDay(text) ? null : "editor.address.noDay");

const WRONG: Readonly<
  Record<string, ((text: string, isType: (name: string) => boolean) => TextKey | null) | undefined>
> = {
  from: noDay,
  to: noDay,
  type: (text, isType) => (isType(text) ? null : "editor.address.noType"),
  page: (text) => (/^\d{1,15}$/.test(text) ? null : "editor.address.noPage"),
};

/** Pages count from 0, as in tables. */
export function pageIn(search: string): number {
  const page = Number(new URLSearchParams(search).get("page") ?? 0);
  return Number.isSafeInteger(page) && page > 0 ? page : 0;
}

export function searchOf(filter: ChangesFilter, page = 0): string {
  const query = new URLSearchParams();
  for (const name of FILTER_NAMES) if (filter[name] !== "") query.set(name, filter[name]);
  if (page > 0) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** True for a date or the empty text. */
export function isDay(text: string): boolean {
  if (text === "") return true;
  const [year = 0, month = 0, day = 0] = /^\d{4}-\d\d-\d\d$/.test(text) ? text.split("-").map(Number) : [];
  const date = new Date(Date.UTC(year, month - 1, day));
  return month > 0 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Steps of one page; one extra entry tells whether there is a next page. */
export function changesSteps(filter: ChangesFilter, page: number): readonly Step[] {
  const { object, type } = filter;
  const conditions = conditionsOf(filter);
  const list: Step = {
    idx: "change",
    name: "wapi.change_log.list",
    old: {
      sorting_params_list: NEWEST_FIRST,
      fetch_limit: CHANGES_PAGE + 1,
      ...(page === 0 ? {} : { fetch_offset: page * CHANGES_PAGE }),
      ...(type === "" ? {} : { object_fq_name: type }),
      ...(Object.keys(conditions).length === 0 ? {} : { filter_params_dict: conditions }),
    },
  };
  if (object === "") return [list];
  const host = { idx: "object", name: "wapi.object.list", old: { gpk_list: [object] } } as const;
  return [host, { ...list, union_join_ref: { object: ABOUT } }];
}

function conditionsOf({ person, from, to }: ChangesFilter): Params {
  const name = { regexp_ic: escapeRegExp(person) };
  const ts: Record<string, Json> = {
    ...(from === "" ? {} : { ge: startOf(from, 0) }),
    ...(to === "" ? {} : { lt: startOf(to, 1) }),
  };
  return {
    ...(person === "" ? {} : { _or: [{ login_name: name }, { actor_login_name: name }] }),
    ...(Object.keys(ts).length === 0 ? {} : { ts }),
  };
}

/** Start of a day in the time zone of the reader, plus a number of days. */
function startOf(day: string, later: number): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}
