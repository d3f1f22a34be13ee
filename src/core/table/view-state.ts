import { LIMITS } from "#contract/limits";
import type { SortKey } from "./sort.ts";

/** What a person has set on a list; it stands in the URL (LIST-09). */
export interface ViewState {
  readonly q: string;
  readonly sort: readonly SortKey[];
  readonly page: number;
  readonly size: number;
  /** Null: the columns of the screen. */
  readonly cols: readonly string[] | null;
}

export const DEFAULT_VIEW: ViewState = { q: "", sort: [], page: 0, size: LIMITS.pageSize, cols: null };

/** The state of a list in a query; `list` is the idx of its step where a screen has several lists. */
export function readView(query: string, list: string | null): ViewState {
  const params = new Map(parseQuery(query));
  const at = (name: string) => params.get(list === null ? name : `${list}.${name}`) ?? null;
  const size = Number(at("size") ?? LIMITS.pageSize);
  const page = Number(at("page") ?? 1);
  const cols = at("cols");
  const sizes: readonly number[] = LIMITS.pageSizes;
  return {
    q: at("q") ?? "",
    sort: readSort(at("sort")),
    page: Number.isInteger(page) && page >= 1 ? page - 1 : 0,
    size: sizes.includes(size) ? size : LIMITS.pageSize,
    cols: cols === null ? null : cols.split(",").filter((name) => name !== ""),
  };
}

/** The query with the state of a list written into it; what is as by default is left out, foreign entries stay. */
export function writeView(query: string, list: string | null, view: ViewState): string {
  const prefix = list === null ? "" : `${list}.`;
  const own: readonly (readonly [string, string | null])[] = [
    ["q", view.q === "" ? null : view.q],
    ["sort", view.sort.length === 0 ? null : view.sort.map(writeSort).join(",")],
    ["page", view.page === 0 ? null : String(view.page + 1)],
    ["size", view.size === LIMITS.pageSize ? null : String(view.size)],
    ["cols", view.cols === null ? null : view.cols.join(",")],
  ];
  const names = new Set(own.map(([name]) => prefix + name));
  const kept = parseQuery(query).filter(([name]) => !names.has(name));
  const written = own.flatMap(([name, value]) => (value === null ? [] : [[prefix + name, value] as const]));
  const text = [...kept, ...written]
    .map(([name, value]) =>
      value === "" ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
    )
    .join("&");
  return text === "" ? "" : `?${text}`;
}

function readSort(text: string | null): readonly SortKey[] {
  return (text ?? "")
    .split(",")
    .filter((part) => part !== "" && part !== "-")
    .map((part) =>
      part.startsWith("-")
        ? { attribute: part.slice(1), isDescending: true }
        : { attribute: part, isDescending: false },
    );
}

function writeSort(key: SortKey): string {
  return (key.isDescending ? "-" : "") + key.attribute;
}

function parseQuery(query: string): (readonly [string, string])[] {
  return query
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const [name = "", ...value] = part.split("=");
      return [decode(name), decode(value.join("="))] as const;
    });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (error) {
    // A mistyped address is no reason to lose the page.
    if (error instanceof URIError) return text;
    throw error;
  }
}
