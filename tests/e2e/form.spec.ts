import { expect, test } from "playwright/test";
import { expectAccessible } from "./support/axe.ts";
import { enter, form, openForm, openPlanned, plan } from "./support/portal.ts";

test("[TAFORM-04] [TAFORM-05] [TAFORM-06] [TAFORM-09] what is missing is named and focused, nothing is sent, one form plans many", async ({
  page,
}) => {
  await enter(page, "ada");
  await page.goto("/netdoc/sites");
  const calls: string[] = [];
  await openForm(page, "New Site");
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(request.postData() ?? "");
  });
  await expect(form(page).getByLabel("Name")).toBeFocused();
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toContainText("content required");
  await expect(form(page)).toContainText("1 field needs attention");
  await expectAccessible(page);
  await form(page).getByRole("link", { name: /Name/ }).first().click();
  await expect(form(page).getByLabel("Name")).toBeFocused();

  await form(page).getByLabel("Name").fill("e2e-form-1");
  await form(page).getByRole("button", { name: "Plan and continue" }).click();
  await expect(
    form(page).getByRole("status").filter({ hasText: "Planned. You can plan the next one." }),
  ).toHaveCount(1);
  await expect(form(page).getByLabel("Name")).toHaveValue("e2e-form-1");
  await form(page).getByLabel("Name").fill("e2e-form-2");
  await plan(page);
  expect(calls).toEqual([]);
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await expect(page.getByRole("button", { name: "New Site", exact: true })).toBeFocused();
});

test("[TAFORM-16] an update without a change is not planned and says so; Escape asks only if something was typed", async ({
  page,
}) => {
  await enter(page, "ada");
  await page.goto("/cntl/bcds/itc-tga");
  await openForm(page, "Edit");
  await expect(form(page).getByRole("button", { name: "Plan and continue" })).toHaveCount(0);
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toBeVisible();
  await expect(form(page).getByRole("status").filter({ hasText: /chang/i })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  await openForm(page, "Edit");
  await form(page).getByLabel("Description").fill("anders");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(form(page).getByLabel("Description")).toHaveValue("anders");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(form(page)).toHaveCount(0);
});

test("[PERM-08] [PREF-01] expert mode opens locked fields and offers null", async ({ page }) => {
  await enter(page, "ada");
  await page.goto("/dnsvs/fqdns/tannmuehl.example/records");
  await openForm(page, "New DNS record");
  const name = form(page)
    .getByRole("combobox", { name: "FQDN" })
    .or(form(page).getByRole("textbox", { name: "FQDN", exact: true }));
  await expect(name.first()).toBeDisabled();
  await expect(name.first()).toHaveValue("tannmuehl.example.");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: /^Expert mode/ }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openForm(page, "New DNS record");
  await expect(name.first()).toBeEnabled();
  await expect(form(page).getByText("set to empty").first()).toBeVisible();
  await expectAccessible(page);
});
