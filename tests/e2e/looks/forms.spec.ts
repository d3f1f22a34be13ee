import { expect } from "playwright/test";
import { walkInEveryLook, type Walk } from "../support/looks.ts";

/** Opens the form of the first button with this icon and waits until the form has the focus. */
async function open({ page, dialog }: Walk, path: string, key: "new" | "edit" = "new"): Promise<void> {
  await page.goto(path);
  await page.locator(`main [data-key=${key}]`).first().click();
  await expect(dialog.locator(":focus")).toHaveCount(1);
}

const RECORDS = "/dnsvs/fqdns/tannmuehl.example/records";

walkInEveryLook(
  "[PREF-15] [I18N-10] forms are accessible fresh, with errors, suggestions and questions, and in expert mode",
  async (walk) => {
    const { page, text, button, dialog, see, escape } = walk;
    await open(walk, RECORDS);
    await see("form-fresh");
    await button(dialog, "editor.form.plan").click();
    await expect(dialog.getByRole("alert").first()).toBeVisible();
    await see("form-errors");
    await dialog.locator("textarea:enabled, input[type=text]:enabled").first().fill("abc");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: text("editor.form.discard"), exact: true })).toBeVisible();
    await see("form-discard");
    await button(page, "editor.form.throwAway").click();
    await expect(dialog).toHaveCount(0);

    await open(walk, "/object/nd.bldg");
    const reference = dialog.getByRole("combobox").first();
    await reference.fill("campus");
    await expect(dialog.getByRole("listbox").getByRole("option").first()).toBeVisible();
    await see("form-suggestions");
    await reference.fill("gibt-es-nicht");
    await expect(dialog.getByRole("listbox").getByRole("option")).toHaveCount(0);
    await dialog.getByRole("button", { name: /^(New|Neu|Nei): / }).click();
    await expect(page.locator(".dialog")).toHaveCount(2);
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await see("form-of-reference");

    await open(walk, "/cntl/bcds/iwt-arbeit", "edit");
    await button(dialog, "editor.form.plan").click();
    await expect(dialog.getByText(text("core.form.unchanged"), { exact: true }).first()).toBeVisible();
    await see("form-unchanged");
    await escape();
    await page.evaluate(() => localStorage.setItem("expert", "true"));
    await open(walk, RECORDS);
    await see("form-expert");
  },
);

walkInEveryLook(
  "[PREF-15] [I18N-10] changing many rows and importing a table are accessible, with all errors of the lines",
  async (walk) => {
    const { page, isPhone, text, like, button, dialog, see, escape } = walk;
    await page.goto("/object/nd.bldg?q=Heide&size=0");
    await page.getByRole("checkbox", { name: text("ui.table.selectAll"), exact: true }).check();
    await button(page, "ui.table.selectedMenu").click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("table-selected");
    await page.getByRole("menuitem").first().click();
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await button(dialog, "editor.form.plan").click();
    await expect(dialog.locator(".note")).toBeVisible();
    await see("form-bulk");
    await escape();

    await page.goto("/netdoc/sites");
    await button(page.getByRole("main"), "ui.common.more").first().click();
    await expect(page.getByRole("menu")).toBeVisible();
    await see("page-menu");
    await page.getByRole("menuitem", { name: new RegExp(`^${text("editor.import.open")}`) }).click();
    await expect(dialog.getByLabel(text("editor.import.text"))).toBeFocused();
    await see("import-empty");
    await dialog
      .getByLabel(text("editor.import.text"))
      .fill(
        "Name;title;Latitude;Farbe\ne2e-1;EinsMitEinemLangenTitelOhneLücke;48,5;rot\n;Zwei;hoch;\ne2e-1;Drei;;",
      );
    await expect(dialog.getByText(like("editor.import.problems_other"))).toBeVisible();
    await see("import-errors");
    expect(isPhone).toBe((await dialog.boundingBox())?.width === 390);
  },
);

walkInEveryLook(
  "[PREF-15] [I18N-10] the hub and its forms are accessible, empty, with errors, filled, and a template with errors",
  async (walk) => {
    const { page, button, text, dialog, see } = walk;
    await page.evaluate(() => localStorage.setItem("developer", "true"));
    await page.goto("/tools/hub");
    await expect(page.getByRole("main").getByRole("listitem").first()).toBeVisible();
    await see("hub");
    await page.getByRole("searchbox").first().fill("gibt es nicht");
    await expect(button(page, "ui.table.clearFilter")).toBeVisible();
    await see("hub-no-hits");

    await page.goto("/tools/hub?template=dns_name_server_set");
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await see("template-fresh");
    await button(dialog, "editor.form.plan").click();
    await expect(dialog.getByRole("alert").first()).toBeVisible();
    await see("template-errors");
    await dialog.getByRole("textbox").first().fill("e2e-look");
    const servers = dialog.getByRole("group").getByRole("combobox");
    await servers.fill("tannmuehl");
    await dialog.getByRole("listbox").getByRole("option").first().click();
    await see("template-filled");
    await page.keyboard.press("Escape");
    await button(page, "editor.form.throwAway").click();
    await expect(dialog).toHaveCount(0);

    await button(page.getByRole("main"), "views.hub.import").click();
    await dialog.getByRole("textbox").fill(
      JSON.stringify({
        schema_version: "version_1",
        target_api_version: "3.2",
        name: { de: "x", en: "x" },
        description: { de: "", en: "" },
        transaction: [{ idx: "name", name: "dns.fqdn.create", new: { value: "{{fqdn" } }],
        returning: [],
        variables: { ip: { type: "float" } },
      }),
    );
    await button(dialog, "views.hub.open").click();
    await expect(dialog.getByRole("alert").first()).not.toBeEmpty();
    await expect(dialog).toContainText(text("views.hub.importHelp"));
    await see("template-import-errors");
  },
);
