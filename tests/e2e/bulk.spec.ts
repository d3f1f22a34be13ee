import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, openPlanned, table } from "./support/portal.ts";

const dialog = (page: Page, name: RegExp) => page.getByRole("dialog", { name });

async function chooseForSelected(page: Page, entry: RegExp): Promise<void> {
  await page.getByRole("button", { name: "Actions for the selected rows" }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}

async function openImport(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "More actions" }).first().click();
  await page.getByRole("menuitem", { name: /^Import from CSV/ }).click();
}

test("a thousand rows are planned for deletion in a moment, and undone in one step", async ({ page }) => {
  await enter(page, "ada", "/object/dns.record?size=0");
  const grid = table(page, "DNS record");
  await expect.poll(async () => Number(await grid.getAttribute("aria-rowcount"))).toBeGreaterThan(5_000);
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await chooseForSelected(page, /^Delete [\d,]+ rows$/);
  const planned = await openPlanned(page);
  await expect(planned.side.getByRole("heading").first()).toContainText(/\d{4}|\d,\d{3}/);
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(0);
});

test("a pasted table is checked line by line, and none of its lines is planned before all are valid", async ({
  page,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await openImport(page);
  const form = dialog(page, /^Import: Site$/);
  await expect(form.getByLabel("Table as text")).toBeFocused();
  await expectAccessible(page);
  await form
    .getByLabel("Table as text")
    .fill(
      "Name;title;Latitude;Farbe\ne2e-1;EinsMitEinemLangenTitelOhneLücke;48,5;rot\n;Zwei;hoch;\ne2e-1;Drei;;",
    );
  await expect(form).toContainText("3 errors in 2 lines");
  await expect(form.getByText("Line 3")).toHaveCount(2);
  await expect(form).toContainText('The column "Farbe" is the name of no field');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await form.getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form).toBeVisible();
  await form.getByLabel("Table as text").fill("Name;title;Latitude\ne2e-1;Eins;48,5\ne2e-2;Zwei;");
  await form.getByRole("button", { name: "Plan 2 new objects" }).click();
  await expect(form).toHaveCount(0);
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await expect(planned.item("e2e-1")).toContainText("48.5");
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(0);
});

test("[BCD-07] a pasted table takes the next free addresses of its network into its empty cells", async ({
  page,
}) => {
  await enter(page, "ada", "/dhcp-leases/bcds/iwt-arbeit");
  await openImport(page);
  const form = dialog(page, /^Import/);
  const text = form.getByLabel("Table as text");
  await text.fill("ip_addr;mac_addr\n;02:e2:00:00:01:01\n;02:e2:00:00:01:02");
  await form.getByRole("button", { name: "Take the next free addresses for 2 empty cells" }).click();
  await expect(form.getByText("2 free addresses taken.")).toBeVisible();
  await expectAccessible(page);
  const taken = (await text.inputValue()).match(/10\.0\.44\.\d+/g) ?? [];
  expect(new Set(taken).size).toBe(2);
  await form.getByRole("button", { name: "Plan 2 new objects" }).click();
  // Planned addresses count as used.
  await openImport(page);
  await text.fill("ip_addr;mac_addr\n;02:e2:00:00:01:03");
  await form.getByRole("button", { name: "Take the next free address for 1 empty cell" }).click();
  await expect(form.getByText("1 free address taken.")).toBeVisible();
  const next = (await text.inputValue()).match(/10\.0\.44\.\d+/g) ?? [];
  expect(next).toHaveLength(1);
  expect(taken).not.toContain(next[0]);
});

test("a file is imported in German on a small screen, and its columns are named by their labels", async ({
  page,
}) => {
  await enter(page, "ada");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => {
    localStorage.setItem("locale", JSON.stringify("de"));
    localStorage.setItem("theme", JSON.stringify("dark"));
  });
  await page.goto("/object/nd.bldg");
  await page.getByRole("main").getByRole("button", { name: "Weitere Aktionen" }).first().click();
  await page.getByRole("menuitem", { name: /^Aus CSV importieren/ }).click();
  const form = dialog(page, /^Importieren: /);
  await form.locator("input[type=file]").setInputFiles({
    name: "gebaeude.csv",
    mimeType: "text/csv",
    // "Straße" in the encoding of older spreadsheets.
    buffer: Buffer.from("Standort;Nummer;Adresse\r\nHafen;E1;Hafenstra\xdfe 1\r\n", "latin1"),
  });
  await expect(form.getByRole("button", { name: "1 neues Objekt planen" })).toBeVisible();
  await expect(form.getByRole("cell", { name: "Hafenstraße 1" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.getByRole("button", { name: "1 neues Objekt planen" }).click();
  await expect(form).toHaveCount(0);
});
