import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInRow,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  title,
  visit,
} from "./support/portal.ts";

const NAME = "walk-dns.tannmuehl.example";

test("[DNS-08] [TAFORM-51] a name and a record of it are created, changed and deleted from their pages", async ({
  page,
}) => {
  await enter(page, "ada", "/dnsvs/fqdns/tannmuehl.example");
  const main = page.getByRole("main");
  const planned = await openPlanned(page);
  await openForm(page, "New name below");
  await expect(form(page).getByLabel("FQDN")).toHaveValue("tannmuehl.example.");
  await page.keyboard.type("walk-dns.");
  await expect(form(page).getByLabel("FQDN")).toHaveValue(`${NAME}.`);
  await plan(page);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);

  await visit(page, `/dnsvs/fqdns/${NAME}`);
  await expect(title(page)).toContainText(NAME);
  await openForm(page, "Edit");
  await form(page).getByRole("textbox", { name: "Description" }).fill("a walk");
  await plan(page);
  await planned.apply();
  await expect(main.locator("dl").first()).toContainText("a walk");

  await visit(page, `/dnsvs/fqdns/${NAME}/records`);
  await openForm(page, "New DNS record");
  await form(page).getByLabel("Type", { exact: true }).selectOption("TXT");
  await form(page).getByRole("textbox", { name: "Data" }).fill("first text");
  await plan(page);
  await planned.apply();
  const row = rowOf(page, /record/i, "first text");
  await expect(row).toBeVisible();
  await chooseInRow(row, "Edit");
  await form(page).getByRole("textbox", { name: "Data" }).fill("second text");
  await plan(page);
  await planned.apply();
  const changed = rowOf(page, /record/i, "second text");
  await expect(changed).toBeVisible();
  await expect(row).toHaveCount(0);
  await expectAccessible(page);
  await chooseInRow(changed, /^Delete/);
  await planned.apply();
  await expect(changed).toHaveCount(0);

  await visit(page, `/dnsvs/fqdns/${NAME}`);
  await main.getByRole("button", { name: "Delete", exact: true }).first().click();
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await visit(page, `/dnsvs/fqdns/${NAME}`);
  await expect(main.getByRole("link", { name: "One level up" })).toBeVisible();
});

test("[TAFORM-18] [TAFORM-40] [TAFORM-50] [TAFORM-51] a new record of a zone begins with the name of the zone, that of another name has its name; a long text has several lines", async ({
  page,
}) => {
  await enter(page, "ada", "/dnsvs/fqdns/tannmuehl.example/records");
  await openForm(page, "New DNS record");
  const name = form(page).getByRole("combobox", { name: "FQDN" });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("tannmuehl.example.");
  await page.keyboard.type("k1._domainkey.");
  await expect(name).toHaveValue("k1._domainkey.tannmuehl.example.");
  await form(page).getByLabel("Type", { exact: true }).selectOption("TXT");
  const data = form(page).getByRole("textbox", { name: "Data" });
  await data.fill("v=DKIM1; p=");
  const heightOf = async (): Promise<number> => (await data.boundingBox())?.height ?? 0;
  const line = await heightOf();
  expect(line).toBeGreaterThan(0);
  await data.fill(`v=DKIM1; p=${"MIGfMA0GCSqGSIb3".repeat(20)}`);
  expect(await heightOf()).toBeGreaterThan(2 * line);
  await data.fill("v=DKIM1; p=");
  expect(await heightOf()).toBe(line);
  await expect(
    form(page).getByText(/does not exist yet\. This DNS record makes it, with Type: domain/),
  ).toBeVisible();
  await plan(page);
  const planned = await openPlanned(page);
  await planned.test();
  await expect(planned.side).toContainText("Test passed");

  await visit(page, "/dnsvs/fqdns/ns1.tannmuehl.example/records");
  await openForm(page, "New DNS record");
  await expect(name).toHaveValue("ns1.tannmuehl.example.");
  await expect(name).not.toBeEditable();
});
