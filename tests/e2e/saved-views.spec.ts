import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, table } from "./support/portal.ts";
import { openSearch } from "./support/search.ts";
import { run, textsOf } from "./support/wapi.ts";

const VIEW = "Units by short name";

const views = (page: Page, name: string | RegExp = /saved views of/) => page.getByRole("button", { name });
const titles = (page: Page) => table(page, "Organisational unit").getByRole("columnheader").allInnerTexts();

test("greta saves a filtered and sorted list for her group; otto opens it from the search and by its link", async ({
  page,
  context,
  browser,
  request,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const groups = [{ idx: "group", name: "cntl.group.list", old: { is_own: true } }];
  const mine = textsOf((await run(request, "greta", groups))["group"], "name");
  const theirs = textsOf((await run(request, "otto", groups))["group"], "name");
  const shared = mine.find((name) => theirs.includes(name)) ?? "";

  await enter(page, "greta", "/object/org.unit");
  await page.getByRole("searchbox", { name: /^Filter/ }).fill("ia");
  await table(page, "Organisational unit").getByRole("button", { name: "Short name" }).click();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Title" }).click();
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/q=ia/);
  await expect(page).toHaveURL(/sort=short_name/);
  await expect.poll(() => titles(page)).not.toContain("Title");
  const [columns, rows] = [await titles(page), await table(page, "Organisational unit").innerText()];

  await views(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Save this view …" }).click();
  const dialog = page.getByRole("dialog", { name: "Save this view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(VIEW);
  await dialog.getByRole("combobox", { name: "Group" }).fill(shared);
  await page
    .getByRole("option", { name: shared, exact: true })
    .or(page.getByRole("option", { name: shared }))
    .first()
    .click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views(page, new RegExp(`^${VIEW}:`))).toBeVisible();
  await expect(page.getByRole("button", { name: "Planned changes, 0 elements" })).toBeVisible();
  await views(page).click();
  await expect(page.getByRole("menuitemradio", { name: VIEW })).toHaveAttribute("aria-checked", "true");
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  const other = await browser.newPage();
  await enter(other, "otto");
  const { dialog: search } = await openSearch(other, "/");
  await other.keyboard.type(VIEW);
  await expect(search.getByRole("option", { name: VIEW })).toBeVisible();
  await search.getByRole("option", { name: VIEW }).click();
  await expect(other).toHaveURL(link);
  await expect.poll(() => titles(other)).toEqual(columns);
  await expect(table(other, "Organisational unit")).toHaveText(rows, { useInnerText: true });
  await other.goto("/home");
  await other.goto(link);
  await expect.poll(() => titles(other)).toEqual(columns);
  await expect(table(other, "Organisational unit")).toHaveText(rows, { useInnerText: true });

  await other.setViewportSize({ width: 390, height: 844 });
  await views(other).click();
  await expect(other.getByRole("menuitemradio", { name: VIEW })).toHaveAttribute("aria-checked", "true");
  await expectNoSidewaysScroll(other);
  await other.getByRole("menuitem", { name: "Delete …" }).click();
  await other.getByRole("button", { name: "Delete now" }).click();
  await expect(views(other, /^Views:/)).toBeVisible();
  await other.close();

  await page.goto("/user/views");
  await expect(page.getByText(/You have no saved views yet/)).toBeVisible();
});
