import { expect } from "playwright/test";
import { walkInSwabian } from "../support/looks.ts";
import { title, visit } from "../support/portal.ts";

walkInSwabian("[I18N-03] [PREF-15] its main pages are accessible", async (walk) => {
  const { page, tag, text, button, dialog, see } = walk;
  await visit(page, "/home");
  await expect(page.locator("html")).toHaveAttribute("lang", "de-x-swg");
  await expect(page.getByRole("heading", { name: text("screens.home.bcds") })).toBeVisible();
  await see("swabian-home");
  await visit(page, "/netdoc/sites");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await see("swabian-list");
  await page.getByRole("main").getByRole("link", { name: "Campus Nord" }).click();
  await expect(title(page)).toContainText("Campus Nord");
  await see("swabian-object");
  await button(page.getByRole("main"), "editor.control.update").click();
  await expect(button(dialog, "editor.form.plan")).toBeVisible();
  await see("swabian-form");
  await dialog.getByRole("textbox", { name: "Bezeichnung", exact: true }).fill(tag);
  await button(dialog, "editor.form.plan").click();
  await expect(dialog).toHaveCount(0);
  await button(page.locator(".planned"), "editor.run.test").click();
  await expect(page.locator(".planned ol > li")).toContainText(text("editor.planned.onlyThis"));
  await see("swabian-planned");
});
