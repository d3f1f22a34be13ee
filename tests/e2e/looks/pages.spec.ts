import { expect } from "playwright/test";
import { walkInEveryLook } from "../support/looks.ts";
import { title } from "../support/portal.ts";
import { run } from "../support/wapi.ts";

const LISTS = [
  ["home", "/home"],
  ["page-names", "/dnsvs/fqdns"],
  ["page-records", "/dnsvs/fqdns/tannmuehl.example/records"],
  ["page-units", "/org/ou"],
  ["page-buildings", "/netdoc/buildings"],
] as const;
const OBJECTS = [
  ["page-bcd", "/cntl/bcds/iwt-arbeit"],
  ["page-macauth", "/macauth/bcds/iwt-arbeit"],
  ["page-dhcp", "/dhcp-leases/bcds/iwt-arbeit"],
  ["page-group", "/cntl/groups/iwt"],
  ["page-object", "/object/bcd-1"],
  ["page-missing", "/cntl/bcds/gibt-es-nicht"],
  ["page-tokens", "/user/tokens"],
] as const;

for (const [kind, pages] of [
  ["of lists", LISTS],
  ["of objects", OBJECTS],
] as const) {
  walkInEveryLook(`[PREF-15] [I18N-10] pages ${kind} are accessible`, async ({ page, see }) => {
    for (const [state, path] of pages) {
      await page.goto(path);
      await expect(title(page)).toBeVisible();
      await see(state);
    }
  });
}

walkInEveryLook(
  "[PREF-15] [I18N-10] tables, their menus and a page that is on its way, failed or taken back are accessible",
  async ({ page, isPhone, tag, text, button, see }) => {
    await page.goto("/object/dns.record");
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    await see("table");
    await page.goto("/object/dns.record?q=gibtesnicht");
    await expect(button(page, "ui.table.clearFilter")).toBeVisible();
    await see("table-no-hits");
    await page.goto("/netdoc/sites");
    await page.locator(".cell-menu button").first().click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("table-row-menu");
    await page.goto("/netdoc/buildings");
    await button(page, "ui.table.columns").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("table-columns");

    await run(page.request, "ada", [{ name: "nd.site.create", new: { name: tag, title: "Werft" } }]);
    await run(page.request, "ada", [
      { name: "nd.site.update", old: { name: tag }, new: { title: "Hafen", campus: "Nord" } },
    ]);
    await page.goto(`/netdoc/sites/${tag}`);
    const toTransaction = page
      .getByRole("main")
      .getByRole("link", { name: text("editor.history.transaction"), exact: true });
    await expect(toTransaction).toHaveCount(2);
    await see("history");
    // The page has its heading before any of it has come.
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
    await page.goto("/netdoc/sites");
    await expect(page.getByRole("main").getByRole("alert").first()).toBeVisible();
    await expect(button(page.getByRole("main"), "ui.common.tryAgain")).toBeVisible();
    await see("page-failed");
    await page.unroute("**/transaction/execute*");
  },
);
