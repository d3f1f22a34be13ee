// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Row } from "#contract/wire/json";
import { DEFAULT_VIEW } from "#core/table/view-state";
import { startTexts } from "../../../src/app/i18n.ts";
import { FullTable } from "../../../src/ui/table/full-table.tsx";

function rowsOf(count: number): readonly Row[] {
  return Array.from({ length: count }, (_, at) => ({ gpk: `n-${String(at)}`, name: `net-${String(at)}` }));
}

function Host({ count }: { readonly count: number }): ReactNode {
  const [view, setView] = useState({ ...DEFAULT_VIEW, size: 0 });
  return (
    <FullTable
      label="Networks"
      rows={rowsOf(count)}
      columns={[
        {
          id: "name",
          title: "Name",
          sortBy: "name",
          isExtra: false,
          cell: (row) => (typeof row["name"] === "string" ? row["name"] : ""),
          value: (row) => row["name"] ?? null,
        },
      ]}
      filterable={["name"]}
      empty="No networks."
      fileName="networks"
      view={view}
      onView={(change) => setView({ ...view, ...change })}
    />
  );
}

beforeEach(async () => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }));
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(300);
  await startTexts("en");
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Presses the key for the search of the browser; answers whether the browser handles it. */
function openSearch(keys: { readonly ctrlKey?: boolean; readonly metaKey?: boolean }): boolean {
  const event = createEvent.keyDown(document.body, { key: "f", ...keys });
  fireEvent(document.body, event);
  return !event.defaultPrevented;
}

const HINT = "Of these 500 rows, the search of the browser finds only those in sight.";
const told = () => screen.queryAllByText(HINT);

it.each([{ ctrlKey: true }, { metaKey: true }])(
  "[LIST-60] a search of the browser continues in a list with undrawn rows, which shows its limit and offers its own search: %o",
  async (keys) => {
    render(<Host count={500} />);
    await screen.findByText("net-0");
    expect(screen.queryByText("net-499")).toBeNull();
    fireEvent.keyDown(document.body, { key: "f" });
    expect(told()).toEqual([]);
    expect(openSearch(keys)).toBe(true);
    expect(told()).toHaveLength(2);
    await userEvent.click(screen.getByRole("button", { name: "Search the whole list" }));
    expect(document.activeElement).toBe(screen.getByRole("searchbox"));
    expect(told()).toEqual([]);
    openSearch(keys);
    await userEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(told()).toEqual([]);
  },
);

it("[LIST-46] a printed list has every row up to 10,000, and of a longer one those in sight", async () => {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: query === "print",
    addEventListener: () => 0,
    removeEventListener: () => 0,
  }));
  // jsdom has no idle time, in which long lists are searched.
  vi.stubGlobal("requestIdleCallback", () => 0);
  vi.stubGlobal("cancelIdleCallback", () => undefined);
  const drawn = async (count: number): Promise<number> => {
    const { container } = render(<Host count={count} />);
    await waitFor(() => expect(container.querySelector("tbody tr")).not.toBeNull());
    const rows = [...container.querySelectorAll("tbody tr")].filter(({ textContent }) =>
      textContent.startsWith("net-"),
    );
    cleanup();
    return rows.length;
  };
  expect(await drawn(10_001)).toBeLessThan(100);
  expect(await drawn(10_000)).toBe(10_000);
}, 60_000);

it("[LIST-60] there is no such note if the browser finds everything", async () => {
  render(<Host count={500} />);
  await screen.findByText("net-0");
  openSearch({ ctrlKey: true });
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "net-49" } });
  await waitFor(() => expect(screen.queryByText("net-0")).toBeNull());
  await screen.findByText("net-499");
  expect(screen.queryByText(/the search of the browser/)).toBeNull();
  openSearch({ ctrlKey: true });
  expect(screen.queryByText(/the search of the browser/)).toBeNull();
});
