// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createSearchStore } from "../../../src/state/search.ts";
import { startTexts } from "../../../src/app/i18n.ts";
import { PaletteControls } from "../../../src/views/palette/palette-field.tsx";

beforeEach(async () => {
  await startTexts("en");
});
afterEach(cleanup);

it("[CONST-11] the search offers 5, 25, 50, 100, 500 and unlimited results of each kind, at first 25", async () => {
  const onOptions = vi.fn();
  const { state } = createSearchStore({ storage: localStorage });
  const none = (): void => undefined;
  render(
    <PaletteControls
      options={state.options}
      isSignedIn
      isHelpOpen={false}
      onOptions={onOptions}
      onHelp={none}
      onClose={none}
    />,
  );
  const limits = screen.getByRole<HTMLSelectElement>("combobox", { name: "Results of each kind" });
  const offered = within(limits).getAllByRole("option");
  expect(offered.map(({ textContent }) => textContent)).toEqual(["5", "25", "50", "100", "500", "unlimited"]);
  expect(limits.selectedOptions[0]?.textContent).toBe("25");
  await userEvent.selectOptions(limits, "100");
  expect(onOptions).toHaveBeenLastCalledWith({ isOwn: true, limit: 100 });
  await userEvent.selectOptions(limits, "unlimited");
  expect(onOptions).toHaveBeenLastCalledWith({ isOwn: true, limit: 0 });
});
