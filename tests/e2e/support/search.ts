import { expect, type Locator, type Page } from "playwright/test";

/** The global search, which is open. */
export interface SearchDialog {
  readonly dialog: Locator;
  readonly field: Locator;
  /** Results of one kind, by its title. */
  readonly kind: (name: string | RegExp) => Locator;
  readonly line: (text: string | RegExp) => Locator;
  readonly active: Locator;
  /** Searches a term without the pause. */
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

/** Opens the search by a key as soon as a page is there: a sign-in that is just ending would take the key. */
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
