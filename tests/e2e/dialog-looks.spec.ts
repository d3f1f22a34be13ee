import { expect, test, type Page } from "playwright/test";
import german from "../../locales/de.json" with { type: "json" };
import english from "../../locales/en.json" with { type: "json" };
import { expectAccessible, expectNoSidewaysScroll, expectTouchable } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import { enter } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

const LOOKS = [
  { name: "1400 px, en", locale: "en", texts: english, width: 1400, isPhone: false },
  { name: "390 px, de", locale: "de", texts: german, width: 390, isPhone: true },
] as const;

/** Accessible, in the dark as far as colours go, no wider than the window, and large enough for a finger. */
async function expectFine(page: Page, isPhone: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (isPhone) await expectTouchable(page.getByRole("dialog").last());
}

for (const { name, locale, texts, width, isPhone } of LOOKS) {
  test.describe(name, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: isPhone, isMobile: isPhone });

    test(`[PREF-15] [I18N-10] settings, forms with errors and questions are accessible in both themes: ${name}`, async ({
      page,
    }) => {
      const site = `e2e-look-${String(width)}-${Date.now().toString(36)}`;
      const mac = `02:00:00:00:0e:${isPhone ? "39" : "14"}`;
      await run(page.request, "ada", [
        { name: "nd.site.create", new: { name: site, title: "Werft" } },
        { name: "macauth.client.create", new: { mac_addr: mac, bcd_name: "iwt-arbeit" } },
      ]);
      await run(page.request, "ada", [
        { name: "nd.site.update", old: { name: site }, new: { title: "Hafen" } },
        { name: "macauth.client.delete", old: { mac_addr: mac } },
      ]);
      await enter(page, "ada");
      await page.evaluate((chosen) => localStorage.setItem("locale", JSON.stringify(chosen)), locale);
      const dialog = page.getByRole("dialog");
      const question = (title: string) => page.getByRole("dialog", { name: title, exact: true });

      await page.goto(`/netdoc/sites/${site}`);
      await page.getByRole("button", { name: /^(Account|Konto) ada/ }).click();
      await page.getByRole("menuitem", { name: texts["app.settings.title"], exact: true }).click();
      await expect(question(texts["app.settings.title"])).toBeVisible();
      await expectFine(page, isPhone);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);

      await page.locator("main [data-key=new]").first().click();
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await dialog.getByRole("button", { name: texts["editor.form.plan"], exact: true }).click();
      await expect(dialog.getByRole("alert").first()).toBeVisible();
      await expectFine(page, isPhone);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);

      await page
        .getByRole("link", { name: texts["editor.history.transaction"], exact: true })
        .first()
        .click();
      await page.getByRole("button", { name: texts["editor.history.reverseAll"], exact: true }).click();
      await expect(question(texts["editor.history.lossTitle"])).toContainText(mac);
      await expectFine(page, isPhone);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);

      await page.goto("/tools/hub?template=dns_name_server_set");
      await expect(dialog.locator(":focus")).toHaveCount(1);
      await dialog.getByRole("button", { name: texts["editor.form.plan"], exact: true }).click();
      await expect(dialog.getByRole("alert").first()).toBeVisible();
      await expectFine(page, isPhone);
      await page.keyboard.press("Escape");
      await expect(dialog).toHaveCount(0);

      await page.getByRole("button", { name: /^(Planned changes|Geplante Änderungen),/ }).click();
      await importElements(page, [
        element(`${site}-b`, statement("nd.site.create", {}, { name: `${site}-b` })),
      ]);
      await expect(page.locator(".planned ol > li")).toHaveCount(1);
      await page.getByRole("button", { name: texts["editor.run.testAs"], exact: true }).click();
      await page.getByRole("menuitem", { name: texts["editor.run.asOther"], exact: true }).click();
      await question(texts["editor.run.asOther"]).getByRole("combobox").fill("gre");
      await expect(page.getByRole("option").first()).toBeVisible();
      await expectFine(page, isPhone);
      await run(page.request, "ada", [{ name: "nd.site.delete", old: { name: site } }]);
    });
  });
}
