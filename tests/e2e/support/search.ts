import { expect, type Locator, type Page } from "playwright/test";

/** The open global search. */
export interface SearchDialog {
  readonly dialog: Locator;
  readonly field: Locator;
  /** Results of one kind, by its title. */
  readonly kind: (name: string | RegExp) => Locator;
  readonly line: (text: string | RegExp) => Locator;
  readonly active: Locator;
  /** Searches a term without waiting for the pause. */
  readonly search: (term: string) => Promise<void>;
}

export function searchDialog(page: Page): SearchDialog {
  const dialog = page.getByRole("dialog", { name: /^(Search|Suche)$/ });
  const field = dialog.getByRole("combobox", { name: /^(Search|Suche)$/ });
  return {
    dialog,
    field,
    kind: (name) => dialog.getByRole("group", { name }).getByRole("option"),
    line: (text) => dialog.getByRole("option").filter({ hasText: text }),
    active: dialog.getByRole("listbox").getByRole("option", { selected: true }),
    search: async (term) => {
      await field.fill(term);
      await field.press("Enter");
    },
  };
}

/** Opens the search by a key after the page is drawn, because a sign-in that is still running would take the key. */
export async function openSearch(page: Page, key = "Control+k"): Promise<SearchDialog> {
  await expect(
    page.getByRole("banner").getByRole("button", { name: /^(Search or jump|Suchen oder)/ }),
  ).toBeVisible();
  await expect(page.locator("input[type=password]")).toHaveCount(0);
  await page.keyboard.press(key);
  const opened = searchDialog(page);
  await expect(opened.field).toBeFocused();
  return opened;
}
