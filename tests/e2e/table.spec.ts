import { strFromU8, unzipSync } from "fflate";
import { readFileSync } from "node:fs";
import { expect, test, type Locator } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, rowOf, table, title, visit, saveList, openForm, form, plan } from "./support/portal.ts";

test("[LIST-02] [LIST-09] the address keeps filter, sorting, page, size and columns; reload and back restore them", async ({
  page,
}) => {
  await enter(page, "ada", "/object/nd.site");
  await visit(page, "/org/type");
  await visit(page, "/netdoc/sites/campus-sued");
  const grid = table(page, /Building/);
  await expect(grid.getByRole("row").nth(1)).toBeVisible();
  const number = grid.getByRole("columnheader", { name: "Number" });
  await number.getByRole("button").click();
  await expect(number).toHaveAttribute("aria-sort", "ascending");
  await number.getByRole("button").click();
  await expect(number).toHaveAttribute("aria-sort", "descending");
  await expect(page).toHaveURL(/sort=-number/);
  await page.getByRole("combobox", { name: "Rows per page" }).selectOption("5");
  await expect(grid.getByRole("row")).toHaveCount(6);
  await expect(page).toHaveURL(/size=5/);
  const first = await grid.getByRole("row").nth(1).textContent();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(grid.getByRole("row").nth(1)).not.toHaveText(first ?? "");
  await expect(page).toHaveURL(/page=2/);
  const second = await grid.getByRole("row").nth(1).textContent();
  await page.reload();
  await expect(grid.getByRole("row").nth(1)).toHaveText(second ?? "");
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("combobox", { name: "Rows per page" })).toHaveValue("5");
  await page.getByRole("searchbox").fill("zzzz");
  await expect(page.getByText('No row contains "zzzz".')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clear filter" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");
  await page.getByRole("searchbox").fill("20.40");
  await expect(rowOf(page, /Building/, "20.40").first()).toBeVisible();
  await rowOf(page, /Building/, "20.40")
    .first()
    .getByRole("link", { name: "20.40" })
    .click();
  await expect(title(page)).toContainText("20.40");
  await page.goBack();
  await expect(page.getByRole("searchbox")).toHaveValue("20.40");
  await expect(rowOf(page, /Building/, "20.40").first()).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page
    .getByRole("menuitemcheckbox", { name: "Latitude" })
    .or(page.getByRole("checkbox", { name: "Latitude" }))
    .click();
  await expect(grid.getByRole("columnheader", { name: "Latitude" })).toBeVisible();
  await expect(page).toHaveURL(/cols=/);
  await page.reload();
  await expect(grid.getByRole("columnheader", { name: "Latitude" })).toBeVisible();
});

test("[LIST-09] on a page with several lists each has entries of its own in the address", async ({
  page,
}) => {
  await enter(page, "ada");
  await visit(page, "/cntl/groups/iwt");
  const [accounts, admins] = ["Accounts", "Administrators"].map((name) =>
    table(page, new RegExp(`^${name}`)).getByRole("columnheader", { name: "Login name" }),
  );
  if (accounts === undefined || admins === undefined) throw new Error("the page has both lists");
  await accounts.getByRole("button").click();
  await admins.getByRole("button").click();
  await admins.getByRole("button").click();
  await expect(page).toHaveURL(/\?account\.sort=login_name&admin\.sort=-login_name$/);
  await page.reload();
  await expect(accounts).toHaveAttribute("aria-sort", "ascending");
  await expect(admins).toHaveAttribute("aria-sort", "descending");
  await visit(page, "/cntl/groups");
  await page.goBack();
  await expect(accounts).toHaveAttribute("aria-sort", "ascending");
  await expect(admins).toHaveAttribute("aria-sort", "descending");
});

test("[LIST-10] a long list is filtered by the server, and its CSV has every row", async ({ page }) => {
  await enter(page, "ada", "/object/dns.fqdn");
  await expect(page.getByText("200+ rows")).toBeVisible();
  await page.getByRole("searchbox", { name: "Filter: FQDN" }).fill("tannmuehl.example.");
  await expect(page).toHaveURL(/q=tannmuehl/);
  await page.getByRole("searchbox", { name: "Filter: FQDN" }).fill("gast.iag.tannmuehl");
  await expect(page.getByRole("status").filter({ hasText: /^\d+ rows?$/ })).toBeVisible();
  await visit(page, "/dnsvs/fqdns");
  await expect(page.getByText("200+ rows")).toBeVisible();
  const lines = readFileSync(await saveList(page), "utf8")
    .trimEnd()
    .split("\r\n");
  // The complete list shows its length; the first line of the file is the header.
  const whole = page.getByRole("status").filter({ hasText: /^[\d,]+ rows$/ });
  await expect(whole).toBeVisible();
  const count = Number((await whole.innerText()).replace(/\D/g, ""));
  expect(count).toBeGreaterThan(200);
  expect(lines).toHaveLength(count + 1);
});

test("[LIST-10] 'All' loads every row, of which only visible ones are drawn; keys move and select", async ({
  page,
}) => {
  await enter(page, "ada", "/object/dns.record");
  await expect(page.getByText("200+ rows")).toBeVisible();
  await page.getByRole("combobox", { name: "Rows per page" }).selectOption("All");
  const grid = table(page, "DNS record");
  await expect.poll(async () => Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(5_000);
  const count = Number(await grid.getAttribute("aria-rowcount"));
  expect(await grid.getByRole("row").count()).toBeLessThan(100);
  await grid.getByRole("row").nth(1).focus();
  await page.keyboard.press("End");
  await expect(page.locator(":focus")).toHaveAttribute("aria-rowindex", String(count));
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowUp");
  await expect(page.getByText("2 selected")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Home");
  await expect(page.locator(":focus")).toHaveAttribute("aria-rowindex", "2");
  await page.getByRole("searchbox", { name: /^Filter/ }).fill("AP-001.arbeit");
  await expect.poll(async () => Number(await grid.getAttribute("aria-rowcount"))).toBeLessThan(50);
  await expect(grid).toContainText("ap-001.arbeit");
  const lines = readFileSync(await saveList(page), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(Number(await grid.getAttribute("aria-rowcount")));
});

test("[LIST-47] a list is saved as the reader sees it, as an Excel file and as CSV, without objects that are only planned", async ({
  page,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-file");
  await plan(page);
  await expect(page.locator("tbody .planned-mark")).toHaveText("new");
  const excel = readFileSync(await saveList(page, "Excel file (XLSX)"));
  const sheet = strFromU8(unzipSync(excel)["xl/worksheets/sheet1.xml"] ?? new Uint8Array());
  expect(sheet).toContain('<row r="1"');
  const csv = readFileSync(await saveList(page, "CSV for spreadsheets"), "utf8");
  const [head, ...lines] = csv.trim().split("\r\n");
  expect(head).toContain('"Name"');
  const programs = readFileSync(await saveList(page), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(programs.length - 1);
  expect(sheet.match(/<row /g)).toHaveLength(programs.length);
  for (const text of [csv, programs.join()]) expect(text).not.toContain("e2e-file");
});

test("[LIST-46] a printed list has its headings and every row of its page, and no buttons", async ({
  page,
}) => {
  await enter(page, "ada", "/object/nd.bldg?size=0");
  const grid = table(page, "Building");
  // The first 200 rows come first.
  await expect.poll(async () => Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(202);
  const count = Number(await grid.getAttribute("aria-rowcount"));
  expect(await grid.getByRole("row").count()).toBeLessThan(count);
  const menus = grid.getByRole("button", { name: /^Actions for/ });
  await expect(menus.first()).toBeVisible();
  await expect(grid.getByRole("checkbox").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(grid.getByRole("row")).toHaveCount(count);
  await expect(menus).toHaveCount(0);
  await expect(grid.getByRole("columnheader", { name: "Number" })).toBeVisible();
  await expect(grid.getByRole("columnheader", { name: "Number" }).getByText("Number")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: /^Filter/ })).toBeHidden();
  await expect(page.getByRole("combobox", { name: "Rows per page" })).toBeHidden();
  await expect(grid.getByRole("checkbox").first()).toBeHidden();
  await expect(page.getByText(`of ${String(count - 1)}`)).toBeVisible();
  // An upright sheet is narrower than a small window.
  await page.setViewportSize({ width: 718, height: 1047 });
  await expect(grid.getByRole("columnheader", { name: "Number" }).getByText("Number")).toBeVisible();
  await expect(grid.getByRole("checkbox").first()).toBeHidden();
  const drawnAs = (one: Locator): Promise<string> => one.evaluate((part) => getComputedStyle(part).display);
  expect(await drawnAs(grid.locator("thead"))).toBe("table-header-group");
  expect(await drawnAs(grid.locator("tbody").getByRole("row").first())).toBe("table-row");
  await page.setViewportSize({ width: 1400, height: 900 });
  await page.emulateMedia({ media: "screen" });
  await expect.poll(() => grid.getByRole("row").count()).toBeLessThan(count);
});

test("[LIST-46] a printed page of a list has nothing that turns pages, but which rows of how many it has", async ({
  page,
}) => {
  await enter(page, "ada", "/object/nd.bldg?size=25&page=2");
  const turns = ["Next page", "Previous page"].map((name) => page.getByRole("button", { name }));
  const rows = page.getByText(/^26–50 of /);
  for (const shown of [...turns, rows]) await expect(shown).toBeVisible();
  await page.emulateMedia({ media: "print" });
  for (const turn of turns) await expect(turn).toBeHidden();
  await expect(rows).toBeVisible();
  await expect(table(page, "Building").getByRole("row")).toHaveCount(26);
  await page.emulateMedia({ media: "screen" });
});

test("a link that repeats the link above it has no link colour until the mouse is on it", async ({
  page,
}) => {
  await enter(page, "ada", "/object/dns.record?sort=fqdn&q=ap-001.arbeit.verw.itc");
  const rows = table(page, "DNS record").locator("tbody").getByRole("row");
  const link = (row: number, column: string): Locator =>
    rows.nth(row).locator(`[data-title="${column}"]`).getByRole("link").first();
  const colour = (one: Locator): Promise<string> => one.evaluate((shown) => getComputedStyle(shown).color);
  // Rows are shown before they are filtered.
  await expect(link(1, "FQDN")).toHaveText(/^ap-001\.arbeit/);
  await expect(link(0, "FQDN")).toHaveText(await link(1, "FQDN").innerText());
  await expect(link(0, "Type")).not.toHaveText(await link(1, "Type").innerText());
  const accent = await colour(link(0, "FQDN"));
  expect(await colour(link(1, "FQDN"))).not.toBe(accent);
  expect(await colour(link(1, "Type"))).toBe(accent);
  await link(1, "FQDN").hover();
  await expect.poll(() => colour(link(1, "FQDN"))).toBe(accent);
});
