import { expect } from "playwright/test";
import { walkInEveryLook } from "../support/looks.ts";
import { title, visit } from "../support/portal.ts";
import { run } from "../support/wapi.ts";

walkInEveryLook(
  "[PREF-15] [I18N-10] tables, their menus and a page that is on its way, failed or taken back are accessible",
  async ({ page, isPhone, tag, text, button, see }) => {
    await visit(page, "/object/dns.record");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await see("table");
    await visit(page, "/object/dns.record?q=gibtesnicht");
    await expect(button(page, "ui.table.clearFilter")).toBeVisible();
    await see("table-no-hits");
    await visit(page, "/netdoc/sites");
    await page.locator(".cell-menu button").first().click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("table-row-menu");
    await visit(page, "/netdoc/buildings");
    await button(page, "ui.table.columns").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("table-columns");

    await run(page.request, "ada", [{ name: "nd.site.create", new: { name: tag, title: "Werft" } }]);
    await run(page.request, "ada", [
      { name: "nd.site.update", old: { name: tag }, new: { title: "Hafen", campus: "Nord" } },
    ]);
    await visit(page, `/netdoc/sites/${tag}`);
    const toTransaction = page
      .getByRole("main")
      .getByRole("link", { name: text("editor.history.transaction"), exact: true });
    await page.getByRole("button", { name: text("editor.history.title") }).click();
    await expect(toTransaction).toHaveCount(2);
    await see("history");
    // The heading appears before the contents are loaded.
    await page.route("**/transaction/execute*", () => undefined);
    await toTransaction.first().click();
    await expect(page).toHaveURL(/\/object\//);
    await expect(title(page)).toBeVisible();
    await page.unroute("**/transaction/execute*");
    await page.reload();
    await expect(page.getByRole("heading", { name: text("editor.history.changes") })).toBeVisible();
    await see("transaction");
    await button(page, "editor.history.reverseAll").click();
    await expect(page.locator(".planned ol > li")).toHaveCount(1);
    await see("reverse-planned");
    if (isPhone) await page.keyboard.press("Escape");

    await page.route("**/transaction/execute*", async (route) => {
      if (route.request().postData()?.includes("nd.site.list") !== true) return route.fallback();
      await route.fulfill({ status: 500, contentType: "text/plain", body: "out of order" });
    });
    await visit(page, "/netdoc/sites");
    await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
    await expect(button(page.getByRole("main"), "ui.common.tryAgain")).toBeVisible();
    await see("page-failed");
    await page.unroute("**/transaction/execute*");
  },
);
