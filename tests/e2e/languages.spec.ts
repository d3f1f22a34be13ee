import { expect, test, type Page } from "./support/test.ts";
import { LANGUAGES } from "#core/locales";
import english from "../../locales/en.json" with { type: "json" };
import german from "../../locales/de.json" with { type: "json" };
import swabian from "../../locales/swg.json" with { type: "json" };
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, form, openForm, plan, rowOf, title, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

type Locale = "de" | "en";
const TEXTS = { de: german, en: english } as const;
/** Of the type of buildings. */
const BUILDINGS = { de: "Gebäude", en: "Buildings" } as const;

/** Chooses a language in the bar and stays on the page. */
async function choose(page: Page, to: Locale): Promise<void> {
  const from = to === "de" ? english : german;
  await page.getByRole("button", { name: new RegExp(`^${from["app.settings.language"]}:`) }).click();
  await page.getByRole("menuitemradio", { name: LANGUAGES[to].name }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", to);
}

/** Heading, crumbs, document title and the sheet name the object in this language only. */
async function expectNamed(page: Page, locale: Locale, name: string, text: string): Promise<void> {
  const texts = TEXTS[locale];
  await expect(title(page)).toHaveText(`${name} ${text}`);
  await expect(page).toHaveTitle(`[test] NETPORTAL | ${name} ${text}`);
  const crumbs = page.getByRole("navigation", { name: texts["ui.crumbs.label"] }).getByRole("listitem");
  await expect(crumbs).toHaveText([texts["routes.netdoc"], texts["routes.sites"], name]);
  const none = texts["editor.section.noneCalled"].replace("{{title}}", BUILDINGS[locale]);
  await expect(page.getByRole("main").getByText(new RegExp(`^${none}$`, "i"))).toBeVisible();
}

/** Opens the form of the page's object. */
async function edit(page: Page, locale: Locale) {
  const texts = TEXTS[locale];
  await page
    .getByRole("main")
    .getByRole("button", { name: texts["editor.control.update"], exact: true })
    .click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByRole("textbox", { name: locale === "en" ? "Title" : "Bezeichnung", exact: true });
  await expect(field).toBeVisible();
  const plan = dialog.getByRole("button", { name: texts["editor.form.plan"], exact: true });
  return { dialog, field, plan };
}

test("[SHELL-25] [TAFORM-19] headings, crumbs, titles, forms, planned list and history follow the language; everybody edits texts in their own language and sees them after the apply", async ({
  page,
  request,
}) => {
  const name = `e2e-lang-${Date.now().toString(36)}`;
  const site = { idx: "site", name: "nd.site.list", old: { name } } as const;
  const made = await run(request, "ada", [{ name: "nd.site.create", new: { name, title: "Werft" } }, site]);
  const [gpk = ""] = textsOf(made["site"], "gpk");
  const key = { object_gfk: gpk, language_tag: "en", lang_attr_key: "title" };
  await run(request, "ada", [{ name: "cntl.ot_lang_attr_val.create", new: { ...key, value: "Shipyard" } }]);

  await enter(page, "ada", `/netdoc/sites/${name}`);
  await expectNamed(page, "en", name, "Shipyard");
  await choose(page, "de");
  await expectNamed(page, "de", name, "Werft");
  await choose(page, "en");
  await expectNamed(page, "en", name, "Shipyard");

  const mine = await edit(page, "en");
  await expect(mine.dialog).toHaveAccessibleName(`Change: ${name} Shipyard`);
  await expect(mine.field).toHaveValue("Shipyard");
  const other = mine.dialog.getByRole("textbox", { name: "Title (German)", exact: true });
  await expect(other).toHaveValue("Werft");
  await expectAccessible(page);
  await mine.field.fill("Dockyard");
  await mine.plan.click();
  await expect(mine.dialog).toHaveCount(0);
  const item = page.locator("ol > li.planned-item");
  await expect(item).toContainText(`${name} Shipyard`);
  await expect(item.locator("dt")).toHaveText("Title");
  await expect(item.locator("dd")).toHaveText("Shipyard → Dockyard");
  await choose(page, "de");
  await expect(item).toContainText(`${name} Werft`);
  await expect(item.locator("dt")).toHaveText("Bezeichnung (Englisch)");
  await expect(item.locator("dd")).toHaveText("Shipyard → Dockyard");
  await choose(page, "en");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(item).toContainText(english["editor.planned.onlyThis"]);
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expectNamed(page, "en", name, "Dockyard");
  const history = page.getByRole("list").filter({ has: page.locator(".history-entry") });
  const newest = history.locator(".history-entry").first();
  await expect(newest.locator("dt")).toHaveText("Title");
  await expect(newest.locator("dd")).toHaveText("Shipyard → Dockyard");
  await choose(page, "de");
  await expectNamed(page, "de", name, "Werft");
  await expect(newest.locator("dt")).toHaveText("Bezeichnung (Englisch)");

  const hers = await edit(page, "de");
  await expect(hers.dialog).toHaveAccessibleName(`Ändern: ${name} Werft`);
  await expect(hers.field).toHaveValue("Werft");
  const foreign = hers.dialog.getByRole("textbox", { name: "Bezeichnung (Englisch)", exact: true });
  await expect(foreign).toHaveValue("Dockyard");
  await hers.field.fill("Hafen");
  await hers.plan.click();
  await page.getByRole("button", { name: "Anwenden", exact: true }).click();
  await expectNamed(page, "de", name, "Hafen");
  await expect(newest.locator("dt")).toHaveText("Bezeichnung");
  await choose(page, "en");
  await expectNamed(page, "en", name, "Dockyard");
  await expect(newest.locator("dt")).toHaveText("Title (German)");
  await expect(newest.locator("dd")).toHaveText("Werft → Hafen");

  await page.goto("/changes");
  const entries = page.locator(".change-card").filter({ hasText: name });
  await expect(entries.first()).toContainText(`Site ${name} Dockyard`);
  await expect(entries.nth(1)).toContainText("Shipyard → Dockyard");
  await expectAccessible(page);
  await page.goto(`/netdoc/sites?q=${name}`);
  await expect(rowOf(page, "Site", name)).toContainText("Dockyard");
  const after = await run(request, "ada", [
    site,
    { idx: "text", name: "cntl.ot_lang_attr_val.list", old: { ...key } },
  ]);
  expect(textsOf(after["site"], "title")).toEqual(["Hafen"]);
  expect(textsOf(after["text"], "value")).toEqual(["Dockyard"]);
});

test("[TAFORM-45] [TAFORM-46] a site that is created in English has its English text and no other, before and after the apply", async ({
  page,
  request,
}) => {
  const name = `e2e-tongue-${Date.now().toString(36)}`;
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name", { exact: true }).fill(name);
  await form(page).getByLabel("Title", { exact: true }).fill("Boatyard");
  await form(page).getByLabel("Title (German)", { exact: true }).fill("Bootswerft");
  await plan(page);
  await visit(page, `/netdoc/sites/${name}`);
  await expectNamed(page, "en", name, "Boatyard");
  await choose(page, "de");
  await expectNamed(page, "de", name, "Bootswerft");
  const hers = await edit(page, "de");
  const said = hers.dialog.getByLabel("Bezeichnung (Englisch)", { exact: true });
  await expect(said).toHaveValue("Boatyard");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Anwenden", exact: true }).click();
  await expect(page.locator("ol > li.planned-item")).toHaveCount(0);
  await expectNamed(page, "de", name, "Bootswerft");
  await choose(page, "en");
  await expectNamed(page, "en", name, "Boatyard");
  const { site = [] } = await run(request, "ada", [{ idx: "site", name: "nd.site.list", old: { name } }]);
  expect(textsOf(site, "title")).toEqual(["Bootswerft"]);
});

/** Opens the switcher in the bar, reads its languages and closes it. */
async function offered(page: Page, label: string): Promise<readonly string[]> {
  await page.getByRole("button", { name: new RegExp(`^${label}: `) }).click();
  await expect(page.getByRole("menuitemradio").first()).toBeVisible();
  const names = await page.getByRole("menuitemradio").allTextContents();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  return names;
}

async function speakStored(page: Page, locale: string): Promise<void> {
  await page.evaluate((chosen) => localStorage.setItem("locale", JSON.stringify(chosen)), locale);
  await page.reload();
  await expect(page.locator("html")).not.toHaveAttribute("lang", "en");
}

test("[I18N-02] the portal is in English for a browser that prefers English", async ({ page }) => {
  await page.goto("/login");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(title(page)).toHaveText(english["login.page.title"]);
  await enter(page, "ada");
  await expect(page.getByRole("heading", { name: english["screens.home.bcds"] })).toBeVisible();
  await page.goto("/netdoc/sites");
  await expect(page.getByRole("button", { name: "New site", exact: true })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Title" })).toBeVisible();
});

test("[I18N-03] [PREF-07] the local settings choose the language; the switchers offer Swabian only while the portal is in Swabian", async ({
  page,
}) => {
  await enter(page, "ada");
  expect(await offered(page, english["app.settings.language"])).toEqual(["Deutsch", "English"]);
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: english["app.settings.title"] }).click();
  const choice = page.getByRole("combobox", { name: english["app.settings.language"] });
  await expect(choice.getByRole("option")).toHaveText(["Deutsch", "English"]);
  await choice.selectOption("Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  expect(await page.evaluate(() => localStorage.getItem("locale"))).toBe('"de"');
  await page.getByRole("combobox", { name: german["app.settings.language"] }).selectOption("English");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  expect(await page.evaluate(() => localStorage.getItem("locale"))).toBe('"en"');
  await page.keyboard.press("Escape");

  await speakStored(page, "swg");
  await expect(page.locator("html")).toHaveAttribute("lang", "de-x-swg");
  await expect(page.getByRole("heading", { name: swabian["screens.home.bcds"] })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/netdoc/sites");
  await expect(page.getByRole("columnheader", { name: "Bezeichnung" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  expect(await offered(page, swabian["app.settings.language"])).toEqual(["Deutsch", "English", "Schwäbisch"]);
  await page.getByRole("button", { name: new RegExp(`^${swabian["app.settings.language"]}: `) }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  expect(await offered(page, english["app.settings.language"])).toEqual(["Deutsch", "English"]);
});

test("[I18N-09] texts that the API has only in German stay German in every language", async ({
  page,
  request,
}) => {
  const name = `e2e-german-${Date.now().toString(36)}`;
  await run(request, "ada", [{ name: "nd.site.create", new: { name, title: "Werft" } }]);
  const asked: (string | undefined)[] = [];
  page.on("request", (sent) => {
    if (sent.url().includes("/transaction/execute")) asked.push(sent.headers()["accept-language"]);
  });
  await enter(page, "ada");
  for (const [locale, texts, language] of [
    ["en", english, "en"],
    ["de", german, "de"],
    ["swg", swabian, "de"],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem("locale", JSON.stringify(chosen)), locale);
    // The page before may still ask for something.
    await page.goto("about:blank");
    asked.length = 0;
    await page.goto(`/netdoc/sites/${name}`);
    await expect(title(page)).toHaveText(`${name} Werft`);
    expect(new Set(asked)).toEqual(new Set([language]));
    await page
      .getByRole("banner")
      .getByRole("button", { name: new RegExp(texts["app.alerts.open_other"].replace(/^.* /, "")) })
      .click();
    await expect(page.getByText("Umbau der Netzverteiler im Campus Nord").first()).toBeVisible();
  }
});

test("[API-129] metadata are requested once for each language of the portal, and the former texts stay if new ones do not arrive", async ({
  page,
}) => {
  const asked: (string | null)[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith("/object_type/metadata")) asked.push(searchParams.get("language"));
    expect(pathname).not.toContain("lang_dict");
  });
  const head = (text: string) => page.getByRole("columnheader", { name: text, exact: true });
  await enter(page, "ada", "/netdoc/sites");
  await expect(head("Title")).toBeVisible();
  expect(asked).toEqual(["en"]);
  await page.route(/metadata\?language=de/, (route) => route.abort());
  await choose(page, "de");
  await expect(page.getByRole("navigation", { name: german["ui.crumbs.label"] })).toBeVisible();
  await expect.poll(() => asked).toEqual(["en", "de"]);
  await expect(head("Title")).toBeVisible();
  await choose(page, "en");
  await page.unrouteAll();
  await choose(page, "de");
  await expect(head("Bezeichnung")).toBeVisible();
  await expect(head("Title")).toHaveCount(0);
  expect(asked).toEqual(["en", "de", "de"]);
  await choose(page, "en");
  await expect(head("Title")).toBeVisible();
  await choose(page, "de");
  await expect(head("Bezeichnung")).toBeVisible();
  expect(asked).toEqual(["en", "de", "de"]);
  await choose(page, "en");
});
