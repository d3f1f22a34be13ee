// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import { DEFAULT_VIEW, type ViewState } from "#core/table/view-state";
import { startTexts } from "../../../src/app/i18n.ts";
import { NavigateContext } from "../../../src/ui/layout/link.tsx";
import { FullTable } from "../../../src/ui/table/full-table.tsx";
import type { TableColumn, TableProps } from "../../../src/ui/table/table-props.ts";
import { fetchSelected } from "../../../src/ui/table/table-tools.tsx";

const NETWORKS: readonly Row[] = Array.from({ length: 60 }, (_, at) => ({
  gpk: `bcd-${String(at)}`,
  name: `net-${String(at).padStart(2, "0")}`,
  level: 60 - at,
  note: at === 41 ? "Keller" : null,
}));

function column(id: string, title: string, isExtra = false): TableColumn {
  const value: TableColumn["value"] = (row) => row[id] ?? null;
  const cell: TableColumn["cell"] = (row) => {
    const shown = value(row);
    return typeof shown === "string" || typeof shown === "number" ? shown : "";
  };
  return { id, title, sortBy: id, isExtra, cell, value };
}

const COLUMNS = [column("name", "Name"), column("level", "Level"), column("note", "Note", true)];

interface HostProps extends Partial<TableProps> {
  readonly seen?: (view: ViewState) => void;
}

function Host({ seen, ...props }: HostProps): ReactNode {
  const [view, setView] = useState<ViewState>(DEFAULT_VIEW);
  return (
    <FullTable
      label="Networks"
      rows={NETWORKS}
      columns={COLUMNS}
      filterable={["name", "note"]}
      empty="No networks."
      fileName="networks"
      {...props}
      view={view}
      onView={(change) => {
        const next = { ...view, ...change };
        seen?.(next);
        // An address is read anew, too.
        setView({ ...next, sort: [...next.sort] });
      }}
    />
  );
}

function rows(): readonly string[] {
  return screen
    .getAllByRole("row")
    .slice(1)
    .map(
      (row) =>
        within(row)
          .getAllByRole("gridcell")
          .map((cell) => cell.textContent)[0] ?? "",
    );
}

function press(key: string, extra: { readonly shiftKey?: boolean; readonly ctrlKey?: boolean } = {}): void {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...extra });
}

/** Advances the clock. */
function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

it("[CONST-09] [CONST-10] the paginator shows 25 rows a page and offers 5, 25, 50, 100, 500 and All, which is 0", () => {
  const seen = vi.fn();
  render(<Host seen={seen} />);
  expect(rows()).toHaveLength(25);
  const sizes = screen.getByRole<HTMLSelectElement>("combobox", { name: "Rows per page" });
  const offered = within(sizes).getAllByRole<HTMLOptionElement>("option");
  expect(offered.map(({ textContent, value }) => [textContent, value])).toEqual([
    ["5", "5"],
    ["25", "25"],
    ["50", "50"],
    ["100", "100"],
    ["500", "500"],
    ["All", "0"],
  ]);
  expect(sizes.value).toBe("25");
  fireEvent.change(sizes, { target: { value: "5" } });
  expect(rows()).toHaveLength(5);
  fireEvent.change(sizes, { target: { value: "0" } });
  expect(seen).toHaveBeenLastCalledWith(expect.objectContaining({ size: 0 }));
  expect(rows()).toHaveLength(NETWORKS.length);
});

beforeAll(async () => {
  await fetchSelected();
});
beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }));
  await startTexts("en");
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
});

describe("table", () => {
  it("[CONST-04] the typed filter applies after 300 ms without a key", () => {
    const seen = vi.fn<(view: ViewState) => void>();
    render(<Host seen={seen} />);
    const box = screen.getByRole("searchbox");
    fireEvent.change(box, { target: { value: "kel" } });
    pass(200);
    fireEvent.change(box, { target: { value: "keller" } });
    pass(299);
    expect(seen).not.toHaveBeenCalled();
    pass(1);
    expect(seen).toHaveBeenCalledExactlyOnceWith({ ...DEFAULT_VIEW, q: "keller" });
    expect(rows()).toEqual(["net-41"]);
  });

  it("[CONST-04] rows that arrive while somebody types neither prolong the pause nor lose settings that were made meanwhile", () => {
    const seen = vi.fn<(view: ViewState) => void>();
    const { rerender } = render(<Host seen={seen} />);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "keller" } });
    pass(200);
    rerender(<Host seen={seen} rows={[...NETWORKS]} />);
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "5" } });
    pass(100);
    expect(seen).toHaveBeenLastCalledWith({ ...DEFAULT_VIEW, size: 5, q: "keller" });
  });

  it("[CONST-04] Enter applies the typed filter once, and a removed table applies nothing", () => {
    const seen = vi.fn<(view: ViewState) => void>();
    const { unmount } = render(<Host seen={seen} />);
    const box = screen.getByRole("searchbox");
    fireEvent.change(box, { target: { value: "keller" } });
    fireEvent.keyDown(box, { key: "Enter" });
    expect(seen).toHaveBeenCalledTimes(1);
    pass(300);
    expect(seen).toHaveBeenCalledTimes(1);
    fireEvent.change(box, { target: { value: "kel" } });
    unmount();
    pass(300);
    expect(seen).toHaveBeenCalledTimes(1);
  });

  it("[LIST-05] filtering goes to the first page, and another page size keeps the first row in view", () => {
    render(<Host />);
    const range = () => screen.getByRole("navigation").textContent;
    fireEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(rows()[0]).toBe("net-25");
    fireEvent.change(screen.getByRole("combobox"), { target: { value: "5" } });
    expect(rows()).toEqual(["net-25", "net-26", "net-27", "net-28", "net-29"]);
    expect(range()).toContain("26–30 of 60");
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "net" } });
    pass(300);
    expect(rows()[0]).toBe("net-00");
  });

  it("a filter does not sort the list again", () => {
    let read = 0;
    const counted = NETWORKS.map(({ level, ...row }): Row =>
      Object.defineProperty({ ...row }, "level", { enumerable: true, get: () => ((read += 1), level) }),
    );
    render(<Host rows={counted} />);
    const before = read;
    fireEvent.click(screen.getByRole("button", { name: "Level" }));
    expect(rows()[0]).toBe("net-59");
    expect(read - before).toBeGreaterThanOrEqual(NETWORKS.length);
    const sorted = read;
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "net-4" } });
    pass(300);
    expect(rows()).toHaveLength(10);
    expect(read - sorted).toBeLessThan(NETWORKS.length);
  });

  it("a short list has filter, CSV and columns in a menu, and the filter gets the focus", () => {
    render(<Host rows={NETWORKS.slice(0, 3)} />);
    const open = () => fireEvent.click(screen.getByRole("button", { name: /^Filter, CSV and columns of/ }));
    expect(screen.queryByRole("searchbox")).toBeNull();
    open();
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Note" }));
    expect(screen.getByRole("columnheader", { name: "Note" })).toBeTruthy();
    for (const name of ["Excel file (XLSX)", "CSV for spreadsheets", "CSV for programs and import"])
      expect(screen.getByRole("menuitem", { name })).toBeTruthy();
    fireEvent.click(screen.getByRole("menuitem", { name: "Filter" }));
    const box = screen.getByRole("searchbox");
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: "net-02" } });
    pass(300);
    expect(rows()).toEqual(["net-02"]);
  });

  it("links and buttons in cells are reached and left by keys: F2 or Enter into the cell, arrows in it, Escape back", () => {
    const pressed = vi.fn<(name: string) => void>();
    const links: TableColumn = {
      ...column("name", "Name"),
      cell: (row) => (
        <>
          <button tabIndex={-1} onClick={() => pressed(`copy ${JSON.stringify(row["gpk"])}`)}>
            Copy
          </button>
          <button tabIndex={-1}>Show</button>
        </>
      ),
    };
    const target: TableColumn = {
      ...column("note", "Note"),
      cell: (row) => (
        <a href="#to" tabIndex={-1} onClick={() => pressed(`link ${JSON.stringify(row["gpk"])}`)}>
          to
        </a>
      ),
    };
    render(<Host columns={[column("level", "Level"), links, target]} />);
    const focused = () => document.activeElement?.textContent;
    const row = screen.getAllByRole("row")[2];
    act(() => row?.focus());
    press("F2");
    expect([focused(), document.activeElement?.closest("tr")]).toEqual(["Copy", row]);
    press("ArrowRight");
    expect(focused()).toBe("Show");
    press("ArrowRight");
    expect(focused()).toBe("Show");
    press("Escape");
    expect(document.activeElement).toBe(within(row ?? document.body).getAllByRole("gridcell")[1]);
    press("Enter");
    expect(focused()).toBe("Copy");
    // The down arrow leaves the control and goes to the cell below.
    press("ArrowDown");
    expect(document.activeElement?.getAttribute("role")).toBe("gridcell");
    press("ArrowRight");
    // Enter follows the only link of a cell at once.
    press("Enter");
    expect(pressed.mock.calls).toEqual([['link "bcd-2"']]);
  });

  it("a column header sorts in ascending order, in descending order and not at all, and announces it", () => {
    render(<Host />);
    const head = () => screen.getByRole("columnheader", { name: "Level" });
    const sort = () => fireEvent.click(within(head()).getByRole("button"));
    const order = () => [rows()[0], head().getAttribute("aria-sort")];
    expect(order()).toEqual(["net-00", "none"]);
    sort();
    expect(order()).toEqual(["net-59", "ascending"]);
    sort();
    expect(order()).toEqual(["net-00", "descending"]);
    sort();
    expect(order()).toEqual(["net-00", "none"]);
  });

  it("the column choice shows a further column, and the last column cannot be hidden", () => {
    render(<Host />);
    fireEvent.click(screen.getByRole("button", { name: "Columns" }));
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Note" }));
    expect(screen.getByRole("columnheader", { name: "Note" })).toBeDefined();
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Level" }));
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Name" }));
    const last = screen.getByRole("menuitemcheckbox", { name: "Note" });
    expect(last.getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(last);
    expect(screen.getAllByRole("columnheader").map((head) => head.textContent)).toEqual(["Note"]);
  });

  it("Space selects a row, Shift a range, and Ctrl+A all rows that match the filter", () => {
    const selectionMenu = vi.fn<(chosen: readonly Row[]) => []>(() => []);
    render(<Host selectionMenu={selectionMenu} />);
    const chosen = () => selectionMenu.mock.lastCall?.[0].map((row) => row["name"]);
    screen.getAllByRole("row")[1]?.focus();
    press(" ");
    expect(chosen()).toEqual(["net-00"]);
    press("ArrowDown", { shiftKey: true });
    press("ArrowDown", { shiftKey: true });
    expect(chosen()).toEqual(["net-00", "net-01", "net-02"]);
    press("ArrowUp", { shiftKey: true });
    expect(chosen()).toEqual(["net-00", "net-01"]);
    press("a", { ctrlKey: true });
    expect(chosen()).toHaveLength(60);
  });

  it("a press with Shift selects everything between two boxes", () => {
    const selectionMenu = vi.fn<(chosen: readonly Row[]) => []>(() => []);
    render(<Host selectionMenu={selectionMenu} />);
    const chosen = () => selectionMenu.mock.lastCall?.[0].map((row) => row["name"]);
    const box = (name: string) => screen.getByRole("checkbox", { name: `Select ${name}` });
    fireEvent.click(box("net-03"));
    fireEvent.click(box("net-05"), { shiftKey: true });
    expect(chosen()).toEqual(["net-03", "net-04", "net-05"]);
    fireEvent.click(box("net-04"));
    expect(chosen()).toEqual(["net-03", "net-05"]);
  });

  it("is one tab stop: arrows move inside it, and Enter opens the row", () => {
    const go = vi.fn<(to: string) => void>();
    render(
      <NavigateContext value={go}>
        <Host href={({ gpk }) => (typeof gpk === "string" ? `/object/${gpk}` : null)} />
      </NavigateContext>,
    );
    const stops = () => [...screen.getByRole("grid").querySelectorAll("[tabindex='0']")];
    expect(stops()).toHaveLength(1);
    screen.getAllByRole("row")[1]?.focus();
    press("ArrowDown");
    press("ArrowDown");
    expect(stops()).toEqual([document.activeElement]);
    expect(document.activeElement?.textContent).toContain("net-02");
    press("End");
    expect(document.activeElement?.getAttribute("aria-rowindex")).toBe("26");
    press("Enter");
    expect(go).toHaveBeenCalledExactlyOnceWith("/object/bcd-24");
  });

  it("arrows fold and unfold a tree, which announces level and state", () => {
    const units: readonly Row[] = [
      { gpk: "u-1", name: "UTM", parent: null },
      { gpk: "u-2", name: "INF", parent: "UTM" },
      { gpk: "u-3", name: "LAB", parent: "INF" },
    ];
    render(<Host rows={units} nest={{ parent: "parent", key: "name" }} columns={COLUMNS.slice(0, 1)} />);
    const line = (at: number) => screen.getAllByRole("row")[at + 1];
    expect(line(2)?.getAttribute("aria-level")).toBe("3");
    line(0)?.focus();
    press("ArrowLeft");
    expect(rows()).toEqual(["UTM"]);
    expect(line(0)?.getAttribute("aria-expanded")).toBe("false");
    press("ArrowRight");
    expect(rows()).toEqual(["UTM", "INF", "LAB"]);
  });

  it("[LIST-07] the CSV of a tree contains folded rows, and neither it nor Ctrl+A includes rows that do not match the filter", async () => {
    const units: readonly Row[] = [
      { gpk: "u-1", name: "UTM", parent: null },
      { gpk: "u-2", name: "INF", parent: "UTM" },
      { gpk: "u-3", name: "LAB", parent: "INF" },
      ...Array.from({ length: 6 }, (_, at) => ({
        gpk: `x-${String(at)}`,
        name: `X${String(at)}`,
        parent: "UTM",
      })),
    ];
    const files: Blob[] = [];
    const links = {
      createObjectURL: (file: Blob) => `blob:${String(files.push(file))}`,
      revokeObjectURL: () => 0,
    };
    vi.stubGlobal("URL", Object.assign(class extends URL {}, links));
    const csv = async () => {
      const { length } = files;
      fireEvent.click(screen.getByRole("button", { name: "Save as file" }));
      fireEvent.click(screen.getByRole("menuitem", { name: "CSV for programs and import" }));
      await vi.waitFor(() => expect(files).toHaveLength(length + 1));
      return ((await files.at(-1)?.text()) ?? "").replaceAll('"', "").trim().split("\r\n").slice(1);
    };
    const selectionMenu = vi.fn<(chosen: readonly Row[]) => []>(() => []);
    const tree = { nest: { parent: "parent", key: "name" }, columns: COLUMNS.slice(0, 1) };
    render(<Host rows={units} {...tree} selectionMenu={selectionMenu} />);
    screen.getAllByRole("row")[1]?.focus();
    press("ArrowLeft");
    expect(rows()).toHaveLength(1);
    expect(screen.getByText("9 rows")).toBeDefined();
    expect(await csv()).toHaveLength(9);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "lab" } });
    pass(300);
    expect(screen.getAllByRole("row")).toHaveLength(4);
    expect(await csv()).toEqual(["LAB"]);
    screen.getAllByRole("row")[1]?.focus();
    press("a", { ctrlKey: true });
    expect(selectionMenu.mock.lastCall?.[0].map((row) => row["name"])).toEqual(["LAB"]);
  });

  it("[LIST-07] [LIST-47] a file has the rows of all pages, and the file for programs is offered last", async () => {
    const files: Blob[] = [];
    const links = {
      createObjectURL: (file: Blob) => `blob:${String(files.push(file))}`,
      revokeObjectURL: () => 0,
    };
    vi.stubGlobal("URL", Object.assign(class extends URL {}, links));
    render(<Host />);
    expect(rows()).toHaveLength(25);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "net-" } });
    pass(300);
    fireEvent.click(screen.getByRole("button", { name: "Save as file" }));
    const offered = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
    expect(offered).toEqual(["Excel file (XLSX)", "CSV for spreadsheets", "CSV for programs and import"]);
    fireEvent.click(screen.getByRole("menuitem", { name: "CSV for programs and import" }));
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect(((await files[0]?.text()) ?? "").trim().split("\r\n")).toHaveLength(61);
  });

  it("a filter without matches says so and can be cleared, and a list without rows shows its sentence", () => {
    const { unmount } = render(<Host />);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "xyz" } });
    pass(300);
    expect(screen.getByText('No row contains "xyz".')).toBeDefined();
    fireEvent.click(screen.getByRole("button", { name: "Clear filter" }));
    expect(rows()).toHaveLength(25);
    unmount();
    render(<Host rows={[]} />);
    expect(screen.getByText("No networks.")).toBeDefined();
  });
});
