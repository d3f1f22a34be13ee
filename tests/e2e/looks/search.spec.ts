import { expect } from "playwright/test";
import { expectTouchable } from "../support/axe.ts";
import { walkInEveryLook } from "../support/looks.ts";
import { searchDialog } from "../support/search.ts";
import { visit } from "../support/portal.ts";

walkInEveryLook(
  "[PREF-15] [I18N-10] the search is accessible: empty, with results, with help",
  async (walk) => {
    const { page, isPhone, text, button, see } = walk;
    await visit(page, "/cntl/bcds/iag-labor");
    await expect(page.getByRole("heading", { level: 1, name: "iag-labor" })).toBeVisible();
    await button(page.getByRole("banner"), "app.search.open").click();
    const { dialog, field, kind, search } = searchDialog(page);
    await expect(kind(text("views.palette.page")).first()).toBeVisible();
    await see("search-empty");
    await search("iag-labor");
    await expect(kind(/^BCD/).first()).toHaveText("iag-labor");
    await see("search-results");
    await search("dnsvs:s/^ap-(");
    await button(dialog, "views.palette.help").click();
    await expect(dialog.getByRole("region", { name: text("views.palette.help") })).toBeVisible();
    await see("search-help");
    if (isPhone) await expectTouchable(dialog);
    await field.press("Escape");
    await expect(dialog).toHaveCount(0);
  },
);
