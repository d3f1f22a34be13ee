// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LIMITS } from "#contract/limits";
import type { Step } from "#contract/wire/step";
import { startTexts } from "../../../src/app/i18n.ts";
import { AccountChoice } from "../../../src/editor/account/account-choice.tsx";
import { useCalls, type Calls } from "../../../src/editor/portal/calls.ts";
import { useCatalogue } from "../../../src/editor/portal/metadata.ts";
import { portalCatalogue } from "../../support/portal-catalogue.ts";
import "../../support/undrawn.ts";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

it("[SESS-28] [CONST-06] accounts to impersonate are suggested from the second letter on, 250 ms after the last key", async () => {
  const asked: (readonly Step[])[] = [];
  const greta = { gpk: "mgr-3", login_name: "greta", first_name: "Greta", last_name: "Gruppe" };
  const execute: Calls["execute"] = (steps) => {
    asked.push(steps);
    return Promise.resolve({ ok: true, lists: { mgr: [greta] }, rolledBack: false, accessMode: "rw" });
  };
  const calls = { execute, viewer: { token: null, as: null }, callProgress: () => Promise.resolve(null) };
  const catalogue = await portalCatalogue();
  vi.useFakeTimers();
  render(
    <useCalls.Provider value={calls}>
      <useCatalogue.Provider value={catalogue}>
        <label htmlFor="account">Account</label>
        <AccountChoice id="account" help="" onLogin={() => undefined} />
      </useCatalogue.Provider>
    </useCalls.Provider>,
  );
  const field = screen.getByRole("combobox", { name: "Account" });
  const type = async (text: string): Promise<void> => {
    fireEvent.change(field, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(2 * LIMITS.impersonationDebounce));
  };
  await type("g");
  expect(asked).toEqual([]);
  expect(screen.queryAllByRole("option")).toEqual([]);
  expect(screen.getByText("Type at least 2 characters.")).toBeDefined();
  for (const text of ["gr", "gre"]) {
    fireEvent.change(field, { target: { value: text } });
    await act(() => vi.advanceTimersByTimeAsync(249));
    expect(asked).toEqual([]);
  }
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(asked).toHaveLength(1);
  expect(screen.getAllByRole("option")).toHaveLength(1);
  await type("g");
  expect(screen.queryAllByRole("option")).toEqual([]);
  expect(asked).toHaveLength(1);
});
