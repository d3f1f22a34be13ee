import { LIMITS } from "#contract/limits";
import { decoded } from "../route/pattern.ts";
import type { SortKey } from "./sort.ts";

/** Settings of a list by its reader, kept in the URL (LIST-09). */
export interface ViewState {
  readonly q: string;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly size: number;
  /** Null: the columns of the screen. */
  readonly cols: readonly string[] | null;
}

export const DEFAULT_VIEW: ViewState = { q: "", sort: [], page: 0, size: LIMITS.pageSize, cols: null };

/** The state of a list in a query. `list` is the idx of its step if a screen has several lists, and `usual` its default page size. */
export function readView(query: string, list: string | null, usual: number = LIMITS.pageSize): ViewState {
  const params = new Map(parseQuery(query));
  const at = (name: string) => params.get(list === null ? name : `${list}.${name}`) ?? null;
  const size = Number(at("size") ?? usual);
  const page = Number(at("page") ?? 1);
  const cols = at("cols");
  const sizes: readonly number[] = LIMITS.pageSizes;
  return {
    q: at("q") ?? "",
    sort: readSort(at("sort")),
    page: Number.isInteger(page) && page >= 1 ? page - 1 : 0,
    size: sizes.includes(size) ? size : usual,
    cols: cols === null ? null : cols.split(",").filter((name) => name !== ""),
  };
}

/** The query with the state of a list; defaults are left out, foreign entries stay. */
export function writeView(
  query: string,
  list: string | null,
  view: ViewState,
  usual: number = LIMITS.pageSize,
): string {
  const prefix = list === null ? "" : `${list}.`;
  const own: readonly (readonly [string, string | null])[] = [
    ["q", view.q === "" ? null : view.q],
    ["sort", view.sort.length === 0 ? null : writeSort(view.sort)],
    ["page", view.page === 0 ? null : String(view.page + 1)],
    ["size", view.size === usual ? null : String(view.size)],
    ["cols", view.cols === null ? null : view.cols.join(",")],
  ];
  const names = new Set(own.map(([name]) => prefix + name));
  const kept = parseQuery(query).filter(([name]) => !names.has(name));
  const written = own.flatMap(([name, value]) => (value === null ? [] : [[prefix + name, value] as const]));
  return writeQuery([...kept, ...written]);
}

type QueryEntry = readonly [name: string, value: string];

export function writeQuery(entries: readonly QueryEntry[]): string {
  const text = entries
    .map(([name, value]) =>
      value === "" ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    )
    .join("&");
  return text === "" ? "" : `?${text}`;
}

interface NamedColumn {
  readonly id: string;
  /** Attribute to sort by; null if the column cannot be sorted. */
  readonly sortBy: string | null;
}

/** Names in a view that no column of the list has, such as those of an old address. */
export function unknownColumns(view: ViewState, columns: readonly NamedColumn[]): readonly string[] {
  const isUnknown = (key: keyof NamedColumn) => (name: string) => !columns.some((one) => one[key] === name);
  const sorted = view.sort.map(({ attribute }) => attribute);
  return [...(view.cols ?? []).filter(isUnknown("id")), ...sorted.filter(isUnknown("sortBy"))];
}

/** Removes unknown attributes from the sorting, because the server refuses to sort by them. */
export function withoutSort(view: ViewState, unknown: readonly string[]): ViewState {
  if (unknown.length === 0) return view;
  return { ...view, sort: view.sort.filter(({ attribute }) => !unknown.includes(attribute)) };
}

/** The sorting that `writeSort` wrote; null sorts by nothing. */
export function readSort(text: string | null): readonly SortKey[] {
  return (text ?? "")
    .split(",")
    .filter((part) => part !== "" && part !== "-")
    .map((part) => ({ attribute: part.replace(/^-/, ""), isDescending: part.startsWith("-") }));
}

/** A sorting in the spelling of an address, such as `zone,-name`. */
export function writeSort(sort: readonly SortKey[]): string {
  return sort.map(({ attribute, isDescending }) => (isDescending ? "-" : "") + attribute).join(",");
}

export function parseQuery(query: string): QueryEntry[] {
  return query
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...value] = part.split("=");
      return [readPart(name), readPart(value.join("="))] as const;
    });
}

/** A mistyped address must not break the page. */
function readPart(text: string): string {
  return decoded(text.replaceAll("+", " ")) ?? text;
}
