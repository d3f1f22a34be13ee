import { expect } from "playwright/test";
import { walkInEveryLook, type Walk } from "../support/looks.ts";
import { run } from "../support/wapi.ts";

type Entry = Parameters<Walk["text"]>[0];

async function chooseInAccount({ page, text }: Walk, entry: Entry): Promise<void> {
  await page.getByRole("button", { name: /^(Account|Konto) ada/ }).click();
  await page.getByRole("menuitem", { name: text(entry), exact: true }).click();
  await expect(page.getByRole("dialog", { name: text(entry), exact: true })).toBeVisible();
}

walkInEveryLook("[PREF-15] [I18N-10] settings, keys, alerts and navigation are accessible", async (walk) => {
  const { page, isPhone, button, dialog, see, escape } = walk;
  await page.goto("/home");
  await page.getByRole("button", { name: /^(Account|Konto) ada/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await see("account-menu");
  await page.keyboard.press("Escape");
  await chooseInAccount(walk, "app.settings.title");
  await page.getByRole("switch").first().check();
  await see("settings");
  await escape();
  await chooseInAccount(walk, "app.keys.title");
  await see("keys");
  await escape();
  await button(page.getByRole("banner"), "app.alerts.open_other").click();
  await expect(dialog).toBeVisible();
  await see("alerts");
  await escape();
  if (!isPhone) return;
  await button(page, "app.nav.open").click();
  await expect(page.getByRole("dialog").getByRole("navigation")).toBeVisible();
  await see("navigation-drawer");
});

walkInEveryLook(
  "[PREF-15] [I18N-10] what is lost, what is wrong and who one is are told accessibly",
  async ({ page, tag, text, button, dialog, see, escape }) => {
    const mac = `02:00:00:${String(Date.now() % 1_000_000)
      .padStart(6, "0")
      .replace(/(..)(?=.)/g, "$1:")}`.slice(0, 17);
    await run(page.request, "ada", [
      { name: "nd.site.create", new: { name: tag, title: "Werft" } },
      { name: "macauth.client.create", new: { mac_addr: mac, bcd_name: "iwt-arbeit" } },
    ]);
    await run(page.request, "ada", [
      { name: "nd.site.update", old: { name: tag }, new: { title: "Hafen" } },
      { name: "macauth.client.delete", old: { mac_addr: mac } },
    ]);
    await page.goto(`/netdoc/sites/${tag}`);
    await page
      .getByRole("link", { name: text("editor.history.transaction"), exact: true })
      .first()
      .click();
    await button(page, "editor.history.reverseAll").click();
    await expect(page.getByRole("dialog", { name: text("editor.history.lossTitle") })).toContainText(mac);
    await see("loss");
    await escape();

    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error("unhandled on purpose");
      });
    });
    await expect(page.getByRole("dialog", { name: text("app.report.title") })).toBeVisible();
    await see("error-report");
    await escape();

    await page.evaluate(() => sessionStorage.setItem("su_login_name", JSON.stringify("greta")));
    await page.goto("/home");
    await expect(page.getByRole("button", { name: /^(Account|Konto) greta/ })).toBeVisible();
    await see("impersonating");
    await page.evaluate(() => sessionStorage.setItem("su_login_name", JSON.stringify("lars")));
    await page.goto("/home");
    await expect(page.getByRole("dialog", { name: text("app.locked.title") })).toBeVisible();
    await see("locked");
    await button(dialog, "app.user.stopImpersonating").click();
    await expect(dialog).toHaveCount(0);

    await page.goto("/netdoc/sites");
    await page.waitForFunction(() =>
      performance.getEntriesByType("resource").some(({ name }) => name.includes("/overlays-")),
    );
    await page.waitForLoadState("networkidle");
    await page.context().setOffline(true);
    await expect(page.getByRole("dialog", { name: text("app.offline.title") })).toBeVisible();
    await see("offline");
    await escape();
    await see("offline-line");
    await run(page.request, "ada", [{ name: "nd.site.delete", old: { name: tag } }]);
  },
);
