import { useMemo, useState } from "react";
import {
  flatLines,
  hitsIn,
  hitsOf,
  orderOf,
  pageOf,
  treeLines,
  type Line,
  type LineList,
  type PageOfLines,
} from "./lines.ts";
import type { TableColumn, TableProps } from "./table-props.ts";
import { useIndex } from "./use-index.ts";

/** Trees up to this many rows start unfolded, longer ones with their first level. */
const UNFOLDED = 60;
const UNSORTED = [] as const;

export interface Lines extends PageOfLines {
  /** All lines that match the filter, folded ones left out; of a list that is paged at the server those of the page. */
  readonly all: LineList;
  /** Lines on the page, and the place of its first one in `all`. */
  readonly count: number;
  readonly first: number;
  readonly fold: (id: string) => void;
  /** Rows that match the filter, also those in folded branches: how many, and in their order. */
  readonly matching: number;
  readonly matches: () => readonly Line[];
}

/** What of the list is on the page now; `shown` are the columns that are drawn. */
export function useLines(props: TableProps, shown: readonly TableColumn[]): Lines {
  const { rows, filterable, alsoFound, view, group, nest, long } = props;
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const hasQuery = view.q !== "" && long === undefined;
  const texts = useMemo(() => shown.flatMap((column) => column.shownText ?? []), [shown]);
  const index = useIndex(rows, filterable, texts, hasQuery);
  const sort = long === undefined ? view.sort : UNSORTED;
  const order = useMemo(() => orderOf(rows, sort, group), [rows, sort, group]);
  const positions = useMemo(() => hitsIn(order, index, view.q, alsoFound), [order, index, view.q, alsoFound]);
  const all = useMemo(() => {
    if (nest === undefined) return flatLines(rows, positions);
    const isOpen = (id: string, level: number) =>
      hasQuery || (rows.length <= UNFOLDED || level === 0) !== turned.has(id);
    return treeLines(rows, positions, nest, isOpen);
  }, [rows, positions, nest, turned, hasQuery]);
  const fold = (id: string): void => {
    const next = new Set(turned);
    if (!next.delete(id)) next.add(id);
    setTurned(next);
  };
  const page = long === undefined ? pageOf(all.length, view) : pageFromServer(all, props, long.count);
  const whole = (): LineList => (nest === undefined ? all : treeLines(rows, positions, nest, () => true));
  return {
    ...page,
    all,
    count: page.to - page.from,
    first: long === undefined ? page.from : 0,
    fold,
    matching: nest === undefined ? page.total : positions.length,
    matches: () => hitsOf(whole()),
  };
}

/** Rows that are already those of the page. */
function pageFromServer(lines: LineList, { view }: TableProps, total: number): PageOfLines {
  const from = view.size === 0 ? 0 : view.page * view.size;
  return { from, to: from + lines.length, page: view.page, total };
}
