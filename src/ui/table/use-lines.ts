import { useMemo, useState } from "react";
import { flatLines, indexFor, pageOf, positionsOf, treeLines, type Line, type PageOfLines } from "./lines.ts";
import type { TableProps } from "./table-props.ts";

/** Trees up to this many rows start unfolded, longer ones with their first level. */
const UNFOLDED = 60;

export interface Lines extends PageOfLines {
  /** All lines that match the filter, folded ones left out. */
  readonly all: readonly Line[];
  readonly fold: (line: Line) => void;
}

/** What of the list is on the page now. */
export function useLines(props: TableProps): Lines {
  const { rows, filterable, view, group, nest, long } = props;
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const hasQuery = view.q !== "" && long === undefined;
  const index = useMemo(() => indexFor(rows, filterable, hasQuery ? "on" : ""), [rows, filterable, hasQuery]);
  const positions = useMemo(
    () => positionsOf(rows, index, long === undefined ? view : { ...view, sort: [] }, group),
    [rows, index, view, group, long],
  );
  const all = useMemo(() => {
    if (nest === undefined) return flatLines(rows, positions);
    const isOpen = (id: string, level: number) =>
      hasQuery || (rows.length <= UNFOLDED || level === 0) !== turned.has(id);
    return treeLines(rows, positions, nest, isOpen);
  }, [rows, positions, nest, turned, hasQuery]);
  const fold = (line: Line): void => {
    const next = new Set(turned);
    if (!next.delete(line.id)) next.add(line.id);
    setTurned(next);
  };
  if (long !== undefined) return { ...pageFromServer(all, props, long.count), all, fold };
  return { ...pageOf(all, view), all, fold };
}

/** Rows that are already those of the page. */
function pageFromServer(lines: readonly Line[], { view }: TableProps, total: number): PageOfLines {
  const from = view.size === 0 ? 0 : view.page * view.size;
  return { lines, from, to: from + lines.length, page: view.page, total };
}
