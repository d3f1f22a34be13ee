// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createPortalPorts, type PortalPorts } from "../../../src/app/portal-ports.ts";
import { useShortcuts } from "../../../src/app/shell/use-shortcuts.ts";
import { useSearch, useShell, useTransactionList } from "../../../src/editor/portal/stores.ts";

let ports: PortalPorts;

function Page(): ReactNode {
  useShortcuts(true, false);
  return (
    <main>
      <p>plain</p>
      <button type="button">button</button>
      <input type="checkbox" aria-label="box" />
      <input aria-label="line" />
      <textarea aria-label="text" />
      <select aria-label="choice" />
    </main>
  );
}

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) storage.clear();
  ports = createPortalPorts();
  render(
    <MemoryRouter>
      <useShell.Provider value={ports.shell}>
        <useSearch.Provider value={ports.search}>
          <useTransactionList.Provider value={ports.txlist}>
            <Page />
          </useTransactionList.Provider>
        </useSearch.Provider>
      </useShell.Provider>
    </MemoryRouter>,
  );
});
afterEach(cleanup);

it.each([
  ["plain", true],
  ["button", true],
  ["box", true],
  ["line", false],
  ["text", false],
  ["choice", false],
])("[SRCH-04] / opens the search from %s: %s", (name, opens) => {
  const [place = document.body] = [...screen.queryAllByText(name), ...screen.queryAllByLabelText(name)];
  fireEvent.keyDown(place, { key: "/" });
  expect(ports.search.state.opened !== null).toBe(opens);
});
