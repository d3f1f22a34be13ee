import { useMemo, useState, useEffect } from "react";
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
import type { Row } from "#contract/wire/json";
import { startIndex, type IndexBuilder, type RowIndex, type RowText } from "#core/table/rows";
import { readSort, writeSort } from "#core/table/view-state";

/** Trees up to this many rows start unfolded, longer ones with their first level. */
const UNFOLDED = 60;

export type Lines = ReturnType<typeof useLines>;

/** The lines of the list, and the part of them on the present page; `shown` are the columns that are drawn. */
export function useLines(props: TableProps, shown: readonly TableColumn[]) {
  const { rows, filterable, alsoFound, present, view, group, nest, long } = props;
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const hasQuery = view.q !== "" && long === undefined;
  const texts = useMemo(() => shown.flatMap((column) => column.shownText ?? []), [shown]);
  const index = useIndex(rows, filterable, texts, hasQuery);
  // A text, because each new address brings a new list of keys.
  const sort = writeSort(long === undefined ? view.sort : []);
  const order = useMemo(() => orderOf(rows, readSort(sort), group, present), [rows, sort, group, present]);
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
    /** All lines that match the filter, folded ones left out; of a list that is paged at the server those of the page. */
    all,
    /** Lines on the page, and the place of its first one in `all`. */
    count: page.to - page.from,
    first: long === undefined ? page.from : 0,
    fold,
    /** Rows that match the filter, also those in folded branches: how many, and in their order. */
    matching: nest === undefined ? page.total : positions.length,
    matches: (): readonly Line[] => hitsOf(whole()),
  };
}

/** Rows that are already those of the page. */
function pageFromServer(lines: LineList, { view }: TableProps, total: number): PageOfLines {
  const from = view.size === 0 ? 0 : view.page * view.size;
  return { from, to: from + lines.length, page: view.page, total };
}

/** Longer lists get their index while nothing else is to be done, so that the first key finds it ready. */
const AHEAD_FROM = 5_000;
const SLICE = 2_000;

/** The index of a list once it is filtered, otherwise none. */
function useIndex(
  rows: readonly Row[],
  filterable: readonly string[],
  texts: readonly RowText[],
  isFiltered: boolean,
): RowIndex | null {
  const builder = useMemo((): IndexBuilder => startIndex(rows, filterable, texts), [rows, filterable, texts]);
  useEffect(() => {
    if (rows.length < AHEAD_FROM) return undefined;
    let handle = 0;
    const work = (deadline: IdleDeadline): void => {
      let isWhole = false;
      while (!isWhole && deadline.timeRemaining() > 4) isWhole = builder.add(SLICE);
      if (isWhole) builder.finish();
      else handle = requestIdleCallback(work);
    };
    handle = requestIdleCallback(work);
    return () => cancelIdleCallback(handle);
  }, [builder, rows]);
  return isFiltered ? builder.finish() : null;
}
