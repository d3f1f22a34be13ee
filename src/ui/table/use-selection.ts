import { useMemo, useState } from "react";
import type { Row } from "#contract/wire/json";
import { hitsOf, rowId, slice, type LineList } from "./lines.ts";
import type { LongRows } from "./table-props.ts";

export type Selection = ReturnType<typeof useSelection>;

/** Rows by line. If the server pages the list, a row of another page is known as it was when it was selected. */
interface Selected {
  readonly scope: object | null;
  readonly rows: ReadonlyMap<string, Row | null>;
  readonly everything: number | null;
  /** How often every row that matches was asked for; 0 if the selection is another one. */
  readonly wanted: number;
}

const NONE: ReadonlyMap<string, null> = new Map();

export function useSelection(long: LongRows | undefined, all: LineList) {
  const scope = long?.scope ?? null;
  const [kept, setKept] = useState<Selected>({ scope, rows: NONE, everything: null, wanted: 0 });
  // A list that is now loaded as a whole keeps the rows that were selected on its pages.
  const selected = kept.scope === scope || scope === null ? kept.rows : NONE;
  const here = useMemo(() => rowsHere(all, selected), [all, selected]);
  const isLong = long !== undefined;
  const rows = useMemo(
    () => (isLong ? everyRow(selected, here) : [...here.values()]),
    [isLong, selected, here],
  );
  const keep = (next: ReadonlyMap<string, Row | null>, everything: number | null, wanted = 0): void =>
    setKept({ scope, rows: next, everything, wanted });
  const select = (ids: ReadonlySet<string>, wanted = 0): void => {
    const known = isLong ? knownRows(all, ids) : NONE;
    const next = [...ids].map((id) => [id, known.get(id) ?? selected.get(id) ?? null] as const);
    keep(new Map(next), kept.scope === scope ? kept.everything : null, wanted);
  };
  const selectHits = (wanted = 0): void => select(new Set(hitsOf(all).map(({ id }) => id)), wanted);
  return {
    ids: useMemo(() => new Set(selected.keys()), [selected]),
    /** The selected rows that an action applies to: those that match the filter. For a list paged at the server they come from every page. */
    rows,
    /** Every row that is here is selected. */
    isWholePage: useMemo(() => isEveryHit(all, here), [all, here]),
    /** Every row that matches the filter is selected, including rows that are not loaded. */
    isEverything: kept.everything !== null && kept.scope === scope && selected.size === kept.everything,
    wanted: kept.scope === scope ? kept.wanted : 0,
    select: (ids: ReadonlySet<string>): void => select(ids),
    /** Selects the rows that are here, and asks for the others that match. */
    selectAll: (): void => selectHits(kept.wanted + 1),
    /** Selects the rows that are here and no others. */
    selectHere: (): void => selectHits(),
    selectEverything: (found: readonly Row[]): void =>
      keep(new Map(found.map((row, at) => [rowId(row, at), row])), found.length),
    clear: (): void => keep(NONE, null),
  };
}

function isEveryHit(all: LineList, here: ReadonlyMap<string, Row>): boolean {
  return here.size > 0 && (here.size === all.length || hitsOf(all).every(({ id }) => here.has(id)));
}

/** Selected rows among the lines, in the order of the list. */
function rowsHere(all: LineList, selected: ReadonlyMap<string, unknown>): ReadonlyMap<string, Row> {
  return selected.size === 0 ? new Map() : knownRows(all, selected);
}

function knownRows(all: LineList, ids: { has(id: string): boolean }): ReadonlyMap<string, Row> {
  return new Map(
    slice(all, 0, all.length).flatMap(({ id, row }) => (ids.has(id) ? [[id, row] as const] : [])),
  );
}

/** Every selected row, in its present form or in that of its selection. */
function everyRow(selected: ReadonlyMap<string, Row | null>, here: ReadonlyMap<string, Row>): readonly Row[] {
  return [...selected].flatMap(([id, row]): readonly Row[] => {
    const known = here.get(id) ?? row;
    return known === null ? [] : [known];
  });
}
