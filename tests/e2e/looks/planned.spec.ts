import { expect, type Locator } from "playwright/test";
import { speak, walkInEveryLook, type Walk } from "../support/looks.ts";
import { element, importElements, statement } from "../support/planned-file.ts";
import { fillSignIn, holdTests } from "../support/portal.ts";
import { READ_ONLY_URL } from "../support/read-only-server.ts";
import { run } from "../support/wapi.ts";

const site = (name: string, title: string): object =>
  element(name, statement("nd.site.create", {}, { name, title }));

/** Opens the planned list, beside the page or as a sheet. */
async function openList({ page }: Walk): Promise<Locator> {
  const button = page.getByRole("button", {
    name: /^(Planned changes|Geplante Änderungen|Plante Änderonga),/,
  });
  if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  const list = page.locator(".planned");
  await expect(list).toBeVisible();
  return list;
}

/** A message covers no part of the hints. It disappears by itself, so perhaps nothing is left to cover. */
async function expectApart(message: Locator, hints: Locator): Promise<void> {
  await expect(hints).toBeVisible();
  const [one, other] = await Promise.all([message, hints].map((part) => part.boundingBox()));
  if (one == null || other == null) return;
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x;
  expect(isBeside || one.y + one.height <= other.y).toBe(true);
}

async function chooseMenu({ page, button, see }: Walk, scope: Locator, state: string): Promise<void> {
  await button(scope, "editor.list.menu").click();
  await expect(page.getByRole("menu")).toBeVisible();
  await see(state);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
}

walkInEveryLook(
  "[PREF-15] [I18N-10] [TA-61] [TA-62] the planned list is accessible empty, filled, in its menus and dialogs",
  async (walk) => {
    const { page, tag, text, button, dialog, see, escape } = walk;
    await run(page.request, "ada", [{ name: "nd.site.create", new: { name: `${tag}-a`, title: tag } }]);
    await page.goto("/netdoc/sites");
    const list = await openList(walk);
    await see("planned-empty");
    await importElements(page, [
      element(
        `${tag}-a`,
        statement(
          "nd.site.update",
          { name: `${tag}-a`, title: tag },
          { title: "Ein neuer, recht langer Titel, damit man sieht, wie er umbricht", campus: "Nord" },
        ),
      ),
      site(`${tag}-mit-einem-sehr-langen-namen-ohne-luecke-darin`, "neu"),
      element("Bündel", statement("nd.site.create", {}, { name: `${tag}-c` }), {
        ta_type: "db_editor_bundle_append",
        bundle: [statement("nd.bldg.create", {}, { site: `${tag}-c`, number: "1.1" })],
      }),
      element("Campus Nord", statement("nd.site.delete", { name: "Campus Nord" }, {})),
      { ta_type: "robot" },
    ]);
    await expect(list.locator("ol > li")).toHaveCount(5);
    await see("planned-filled");

    await button(list, "editor.planned.actions").first().click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("planned-element-menu");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await chooseMenu(walk, list, "planned-list-menu");

    await button(list, "editor.list.menu").click();
    await page.getByRole("menuitem", { name: text("editor.list.exportText"), exact: true }).click();
    await expect(dialog.getByRole("textbox")).toBeVisible();
    await see("planned-export");
    await escape();
    await button(list, "editor.list.menu").click();
    await page.getByRole("menuitem", { name: text("editor.list.import"), exact: true }).click();
    // The dots at the end of a menu entry announce a dialog; the title of the dialog has no dots.
    await expect(page.getByRole("dialog", { name: /^(Import|Importieren)$/ })).toBeVisible();
    await dialog.getByRole("textbox").fill("[]");
    await button(dialog, "editor.list.importNow").click();
    await expect(dialog.getByRole("alert")).not.toBeEmpty();
    await see("planned-import-error");
  },
);

walkInEveryLook(
  "[PREF-15] [I18N-10] [TA-61] [TA-62] the planned list is accessible while it runs and whatever comes of it",
  async (walk) => {
    const { page, tag, like, button, see } = walk;
    await run(page.request, "ada", [
      { name: "nd.site.create", new: { name: `${tag}-a`, title: tag } },
      { name: "nd.site.create", new: { name: `${tag}-b`, title: tag } },
      { name: "nd.site.create", new: { name: `${tag}-c`, title: tag } },
    ]);
    await page.goto("/netdoc/sites");
    const list = await openList(walk);
    const test = button(list, "editor.run.test");
    const apply = button(list, "editor.run.apply");

    const answer = await holdTests(page);
    await importElements(page, [
      element(`${tag}-a`, statement("nd.site.update", { name: `${tag}-a`, title: tag }, { title: "neu" })),
      element(
        `${tag}.tannmuehl.example. TXT x`,
        statement(
          "dns.record.create",
          {},
          { fqdn: `${tag}.tannmuehl.example.`, type: "TXT", data: "x", fqdn_type: "domain" },
        ),
      ),
    ]);
    await test.click();
    await expect(list.locator(".is-busy")).toBeVisible();
    await see("planned-busy");
    answer();
    await expect(list.locator(".run-result.is-ok")).toBeVisible();
    for (const effects of await list.locator(".planned-effects summary").all()) await effects.click();
    await see("planned-tested");

    await importElements(page, [
      element("Campus Nord", statement("nd.site.delete", { name: "Campus Nord" }, {})),
    ]);
    // The list has other elements now, so the result of the test is no longer shown.
    await expect(list.locator(".run-result")).toHaveCount(0);
    await test.click();
    await expect(list.getByRole("alert").getByRole("link").first()).toBeVisible();
    await see("planned-failed-by-children");
    await importElements(page, [site(`${tag}-d`, "neu"), site(`${tag}-a`, "doppelt")]);
    await expect(list.locator(".run-result")).toHaveCount(0);
    await test.click();
    await list.getByRole("alert").locator("summary").click();
    await see("planned-failed");

    await run(page.request, "ada", [
      { name: "nd.site.update", old: { name: `${tag}-b` }, new: { title: "Jemand anders" } },
    ]);
    await importElements(page, [
      element(`${tag}-b`, statement("nd.site.update", { name: `${tag}-b`, title: tag }, { title: "mein" })),
    ]);
    await expect(list.locator(".planned-overtaken")).toContainText("ada");
    await see("planned-overtaken");

    await importElements(page, [
      site(`${tag}-d`, "neu"),
      element("viele", statement("nd.site.bulk_update", { title: tag }, { campus: "Nord" })),
      element("keine", statement("nd.site.bulk_update", { title: `${tag} ?` }, { campus: "Nord" })),
    ]);
    await apply.click();
    await expect(list.getByRole("region", { name: "viele" }).getByRole("row")).toHaveCount(3);
    await expect(list.getByText(like("editor.run.emptyResult"))).toBeVisible();
    await expect(list.locator(".run-result").getByText(`${tag}-d`).first()).toBeVisible();
    await see("planned-applied");
  },
);

walkInEveryLook(
  "[PREF-15] [TA-57] [TA-64] [TA-66] a refusal of somebody else's rights and a rollback are told accessibly",
  async (walk) => {
    const { page, isPhone, tag, text, like, button, dialog, see, escape } = walk;
    await page.goto("/netdoc/sites");
    const list = await openList(walk);
    await importElements(page, [site(`${tag}-a`, "neu")]);
    await button(list, "editor.run.testAs").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("planned-test-as-menu");
    await page.getByRole("menuitem", { name: text("editor.run.asSubaccount"), exact: true }).click();
    await expect(dialog.getByText(like("editor.run.noSubaccounts"))).toBeVisible();
    await see("planned-test-as-subaccount");
    await escape();

    await button(list, "editor.run.testAs").click();
    await page.getByRole("menuitem", { name: text("editor.run.asOther"), exact: true }).click();
    await dialog.getByRole("combobox").fill("gre");
    await expect(dialog.getByRole("listbox").getByRole("option").first()).toBeVisible();
    await see("planned-test-as-other");
    // Typed text stays when a phone is turned or a window is made smaller.
    await page.setViewportSize({ width: isPhone ? 844 : 390, height: isPhone ? 390 : 844 });
    await expect(page.locator("#planned")).toHaveRole(isPhone ? "complementary" : "dialog");
    await expect(dialog.getByRole("combobox")).toHaveValue("gre");
    await dialog.getByRole("listbox").getByRole("option").first().click();
    await page.setViewportSize({ width: isPhone ? 390 : 1400, height: isPhone ? 844 : 900 });
    await button(dialog, "editor.run.test").click();
    await expect(list.getByRole("alert").locator(".code").first()).toBeVisible();
    await see("planned-failed-by-rights");

    // The answers of the read-only server are real, because the server rolls back every transaction.
    await page.goto(`${READ_ONLY_URL}/login`);
    await fillSignIn(page, "ada", "demo");
    await expect(page).toHaveURL(/\/home$/);
    await speak(page, walk.locale);
    await page.goto(`${READ_ONLY_URL}/org/type`);
    await openList(walk);
    await importElements(page, [site(`${tag}-a`, "neu")]);
    await button(list, "editor.run.apply").click();
    await expect(list.getByText(like("editor.run.revertedLine"))).toBeVisible();
    await see("planned-rolled-back");
    await expectApart(page.locator(".toaster"), page.locator(".tour"));
  },
);
