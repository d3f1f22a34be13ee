import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInPlanned,
  chooseInRow,
  chooseReference,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  signOut,
  title,
  visit,
} from "./support/portal.ts";

test("[TA-01] [TA-48] [TA-49] [ERR-11] [ERR-12] [NDOC-02] ada plans changes of four types, corrects a refusal and applies; greta learns why she may not", async ({
  page,
}) => {
  await enter(page, "ada");

  await test.step("imported objects are found", async () => {
    const navigation = page.getByRole("navigation", { name: "Navigation" });
    await navigation.getByRole("link", { name: "Netdoc", exact: true }).click();
    await expect(page).toHaveURL(/\/netdoc\/bcds$/);
    await page.getByRole("main").getByRole("link", { name: "Buildings", exact: true }).click();
    await page.getByRole("searchbox", { name: "Filter: Building" }).fill("20.40");
    const row = rowOf(page, "Building", "20.40");
    await expect(row).toContainText("Hörsaal am Ehrenhof");
    await row.getByRole("link", { name: "20.40" }).click();
    await expect(title(page)).toContainText("20.40");
    await expectAccessible(page);
  });

  await test.step("a new building with a taken number", async () => {
    await visit(page, "/netdoc/buildings");
    await openForm(page, "New building");
    await chooseReference(page, "Site", "campus-sued");
    await form(page).getByLabel("Number").fill("20.40");
    await form(page).getByLabel("Title", { exact: true }).fill("Neubau am Durlacher Tor");
    await plan(page);
  });

  await test.step("a changed description", async () => {
    await visit(page, "/cntl/bcds/iap-pool");
    await openForm(page, "Edit");
    await form(page).getByLabel("Description").fill("Rechnerpool, zweiter Stock");
    await plan(page);
  });

  await test.step("a new name with its two addresses", async () => {
    await visit(page, "/object/dns.fqdn");
    await page.getByRole("searchbox", { name: "Filter: FQDN" }).fill("www.chor");
    await expect(rowOf(page, "FQDN", "www.chor.example.edu.")).toBeVisible();
    await openForm(page, "New FQDN");
    await form(page).getByLabel("FQDN").fill("www.example.edu");
    await plan(page);
    await visit(page, "/object/dns.record");
    for (const [type, data] of [
      ["A", "198.51.100.11"],
      ["AAAA", "2001:db8:ffff::11"],
    ] as const) {
      await openForm(page, "New DNS record");
      await form(page).getByRole("combobox", { name: "FQDN" }).fill("www.example.edu.");
      await form(page).getByLabel("Type", { exact: true }).selectOption(type);
      await form(page).getByRole("textbox", { name: "Data" }).fill(data);
      await plan(page);
    }
  });

  await test.step("one record less", async () => {
    await visit(page, "/dnsvs/fqdns/www.chor.example.edu/records");
    await chooseInRow(rowOf(page, /record/i, "chor.pages.example.net."), "Delete");
  });

  const planned = await openPlanned(page);
  await test.step("the test marks the refused element with the reason", async () => {
    await expect(planned.items).toHaveCount(6);
    await planned.test();
    const failed = planned.item("Building");
    await expect(failed.getByRole("alert")).toContainText(/already|exists/i);
    await expect(planned.side.getByRole("alert")).toHaveCount(1);
    await expectAccessible(page);
    await chooseInPlanned(failed, "Edit");
    await expect(form(page).getByLabel("Number")).toHaveValue("20.40");
    await form(page).getByLabel("Number").fill("20.41n");
    await form(page).getByRole("button", { name: "Replace planned change" }).click();
    await planned.test();
    await expect(planned.side).toContainText("Test passed for 6 changes");
    await expect(planned.side.getByText("tested")).toHaveCount(6);
    await expect(planned.items).toHaveCount(6);
  });

  await test.step("after the apply every change is on its screen", async () => {
    await planned.apply();
    await expect(planned.side).toContainText("Applied 6 changes");
    await expect(planned.items).toHaveCount(0);
    await visit(page, "/netdoc/sites/campus-sued/20.41n");
    await expect(page.getByRole("main")).toContainText("Neubau am Durlacher Tor");
    await visit(page, "/cntl/bcds/iap-pool");
    await expect(page.getByRole("main")).toContainText("Rechnerpool, zweiter Stock");
    await visit(page, "/dnsvs/fqdns/www.example.edu/records");
    await expect(rowOf(page, /record/i, "198.51.100.11")).toBeVisible();
    await expect(rowOf(page, /record/i, "2001:db8:ffff::11")).toBeVisible();
    await visit(page, "/dnsvs/fqdns/www.chor.example.edu/records");
    await expect(title(page)).toContainText("www.chor.example.edu.");
    await expect(page.getByRole("main").locator(".section-folded").first()).toBeVisible();
    await expect(rowOf(page, /record/i, "chor.pages.example.net.")).toHaveCount(0);
  });

  await test.step("greta is refused and learns what would help", async () => {
    await signOut(page, "ada");
    await enter(page, "greta", "/netdoc/sites/campus-sued/20.41n");
    // The rooms below have actions too, and are drawn first.
    await page.locator("main .page-header").getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: /Edit/ }).click();
    await form(page).getByLabel("Title", { exact: true }).fill("Gretas Haus");
    await plan(page);
    const hers = await openPlanned(page);
    await hers.test();
    await expect(hers.item("Building").getByRole("alert")).toContainText("nd.rw:bldg");
    await expectAccessible(page);
  });
});
