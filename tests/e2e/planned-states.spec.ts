import { expect, test, type Locator, type Page } from "playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import { enter } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

const LOOKS = [
  { width: 1400, colorScheme: "light", language: "English" },
  { width: 1400, colorScheme: "dark", language: "Deutsch" },
  { width: 390, colorScheme: "light", language: "Deutsch" },
  { width: 390, colorScheme: "dark", language: "English" },
] as const;

const site = (name: string, title: string): object =>
  element(name, statement("nd.site.create", {}, { name, title }));

/** Opens the list, beside the page or as a sheet. */
async function openList(page: Page): Promise<Locator> {
  const button = page.getByRole("button", { name: /^(Planned changes|Geplante Änderungen)/ });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  const list = page.locator(".planned");
  await expect(list).toBeVisible();
  return list;
}

async function expectFine(page: Page): Promise<void> {
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
}

for (const { width, colorScheme, language } of LOOKS) {
  test(`[PREF-15] [TA-61] [TA-62] every state of the list is accessible: ${String(width)} px, ${colorScheme}, ${language}`, async ({
    page,
  }) => {
    const tag = `e2e-${String(width)}-${colorScheme}`;
    await run(page.request, "ada", [
      { name: "nd.site.create", new: { name: `${tag}-a`, title: tag } },
      { name: "nd.site.create", new: { name: `${tag}-b`, title: tag } },
    ]);
    await page.emulateMedia({ colorScheme });
    await enter(page, "ada");
    if (language === "Deutsch") {
      await page.getByRole("button", { name: "Language: EN" }).click();
      await page
        .getByRole("menuitemradio", { name: "Deutsch" })
        .or(page.getByRole("menuitem", { name: "Deutsch" }))
        .click();
    }
    await page.setViewportSize({ width, height: 844 });
    const list = await openList(page);
    await expectFine(page);

    const test = list.getByRole("button", { name: /^(Test|Testen)$/ });
    const apply = list.getByRole("button", { name: /^(Apply|Anwenden)$/ });
    await importElements(page, [
      element(`${tag}-a`, statement("nd.site.update", { name: `${tag}-a`, title: tag }, { title: "neu" })),
      element("Bündel", statement("nd.site.create", {}, { name: `${tag}-c` }), {
        ta_type: "db_editor_bundle_append",
        bundle: [statement("nd.bldg.create", {}, { site: `${tag}-c`, number: "1.1" })],
      }),
      { ta_type: "robot" },
    ]);
    await expect(list.locator("ol > li")).toHaveCount(3);
    await expectFine(page);

    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/transaction/execute?*dry_mode=true*", async (route) => {
      await held;
      await route.continue();
    });
    await importElements(page, [site(`${tag}-d`, "neu")]);
    await test.click();
    await expect(list.locator(".is-busy")).toBeVisible();
    await expectFine(page);
    answer();
    await expect(list.locator(".run-result.is-ok")).toBeVisible();
    await expectFine(page);

    await importElements(page, [site(`${tag}-d`, "neu"), site(`${tag}-a`, "doppelt")]);
    await test.click();
    await expect(list.getByRole("alert")).toBeVisible();
    await list.getByRole("alert").locator("summary").click();
    await expectFine(page);

    await importElements(page, [
      site(`${tag}-d`, "neu"),
      element("viele", statement("nd.site.bulk_update", { title: tag }, { campus: "Nord" })),
      element("keine", statement("nd.site.bulk_update", { title: `${tag} ?` }, { campus: "Nord" })),
    ]);
    await apply.click();
    await expect(list.getByRole("region", { name: "viele" }).getByRole("row")).toHaveCount(3);
    await expect(list.getByText(/^(Empty result returned|Leeres Ergebnis)/)).toBeVisible();
    await expect(list.locator(".run-result").getByText(`${tag}-d`).first()).toBeVisible();
    await expectFine(page);
  });
}
