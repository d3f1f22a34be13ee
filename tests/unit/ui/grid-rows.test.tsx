// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { createRef, useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import { DEFAULT_VIEW } from "#core/table/view-state";
import { startTexts } from "../../../src/app/i18n.ts";
import { GridRows } from "../../../src/ui/table/grid-rows.tsx";
import { flatLines } from "../../../src/ui/table/lines.ts";
import type { TableColumn, TableProps } from "../../../src/ui/table/table-props.ts";

const ROWS: readonly Row[] = Array.from({ length: 40 }, (_, at) => ({ gpk: `g-${String(at)}`, name: at }));
const LINES = flatLines(
  ROWS,
  Uint32Array.from(ROWS, (_, at) => at),
);
const lines = {
  all: LINES,
  count: 40,
  first: 0,
  from: 0,
  to: 40,
  page: 0,
  total: 40,
  fold: () => undefined,
  matching: 40,
  matches: () => [],
};

const drawn = vi.fn<(name: number) => void>();
const COLUMN: TableColumn = {
  id: "name",
  title: "Name",
  sortBy: null,
  isExtra: false,
  cell: ({ name }) => {
    drawn(Number(name));
    return Number(name);
  },
  value: (row) => row["name"] ?? null,
};
const COLUMNS = [COLUMN];
const TABLE: TableProps = {
  label: "Numbers",
  rows: ROWS,
  columns: COLUMNS,
  filterable: [],
  view: DEFAULT_VIEW,
  onView: () => undefined,
  empty: "None.",
  fileName: "numbers",
  selectionMenu: () => [],
};
const box = createRef<HTMLDivElement>();

/** Ten of forty rows, starting at the given one. */
const nothing = (): void => undefined;

function Window({ first }: { readonly first: number }): ReactNode {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const view = {
    isVirtual: true,
    first,
    last: first + 10,
    drawn: [],
    gapBefore: () => 0,
    above: first * 32,
    below: (30 - first) * 32,
    scrollTo: () => undefined,
    measure: null,
  };
  return (
    <GridRows
      table={TABLE}
      columns={COLUMNS}
      lines={lines}
      selected={selected}
      isAllSelected={false}
      onSelectAll={nothing}
      onSelect={setSelected}
      box={box}
      view={view}
    />
  );
}

beforeEach(async () => {
  drawn.mockClear();
  await startTexts("en");
});
afterEach(cleanup);

it("when the window moves, only the rows that enter it are drawn", () => {
  const { rerender } = render(<Window first={0} />);
  expect(drawn.mock.calls.flat()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  drawn.mockClear();
  rerender(<Window first={3} />);
  expect(drawn.mock.calls.flat()).toEqual([10, 11, 12]);
  expect(screen.getAllByRole("row").map((row) => row.getAttribute("aria-rowindex"))).toEqual([
    "1",
    ...Array.from({ length: 10 }, (_, at) => String(at + 5)),
  ]);
});

it("rows that stay in the moved window are selected and deselected one after the other", () => {
  const { rerender } = render(<Window first={0} />);
  const box = (name: number) =>
    screen.getByRole<HTMLInputElement>("checkbox", { name: `Select ${String(name)}` });
  fireEvent.click(box(8));
  rerender(<Window first={3} />);
  fireEvent.click(box(9));
  fireEvent.click(box(12));
  expect([8, 9, 10, 12].map((name) => box(name).checked)).toEqual([true, true, false, true]);
  fireEvent.click(box(8));
  expect([8, 9, 10, 12].map((name) => box(name).checked)).toEqual([false, true, false, true]);
});
