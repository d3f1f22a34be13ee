import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, form, openPlanned, title } from "./support/portal.ts";

/** Presses Tab until the element with this name has the focus. */
async function tabTo(
  page: Page,
  role: "link" | "button" | "textbox" | "grid" | "row" | "checkbox",
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name }).first();
  for (let step = 0; step < 90; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no way by Tab to ${role} ${String(name)}`);
}

test("[TA-09] [TAFORM-01] a whole change works without the mouse: sign in, find, plan, test, apply, undo", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("User name")).toBeFocused();
  await page.keyboard.type("ada");
  await page.keyboard.press("Tab");
  await page.keyboard.type("demo");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByRole("main").getByText(/Welcome/)).toBeVisible();
  await expect(title(page)).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page).toHaveURL(/\/dnsvs\/bcds$/);
  await expect(title(page)).toBeFocused();
  await page.goto("/netdoc/buildings");
  await expect(page.getByRole("grid", { name: "Building" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("20.40");
  await expect(page.getByRole("status").filter({ hasText: "1 row" })).toBeVisible();
  await page.goto("/netdoc/sites");
  await tabTo(page, "button", /^New site$/);
  await page.keyboard.press("Enter");
  await expect(form(page)).toBeVisible();
  await form(page).getByLabel("Name").press("e");
  await page.keyboard.type("2e-keys");
  await page.keyboard.press("Control+Enter");
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "New site", exact: true })).toBeFocused();

  await tabTo(page, "button", /^Test$/);
  await page.keyboard.press("Enter");
  const planned = await openPlanned(page);
  await expect(planned.side).toContainText("Test passed for 1 change");
  await page.keyboard.press("Control+z");
  await expect(planned.items).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(planned.items).toHaveCount(1);
  await page.keyboard.press("Tab");
  await tabTo(page, "button", /^Apply$/);
  await page.keyboard.press("Enter");
  await expect(planned.side).toContainText("Applied 1 change");
  await expect(planned.items).toHaveCount(0);
});

test("[PREF-16] rows of a table, its menu and the panels have keys; single keys can be switched off, but not those of the search", async ({
  page,
}) => {
  await enter(page, "ada");
  // The keys lead into the cell, from one button to the next, and back.
  await page.goto("/macauth/bcds/iwt-arbeit");
  const client = page.getByRole("grid", { name: "MAC client" }).getByRole("row").nth(1);
  await client.focus();
  const cells = client.getByRole("gridcell");
  const key = cells
    .filter({ has: page.getByRole("button", { name: "Show", exact: true }) })
    .or(cells.filter({ has: page.getByRole("button", { name: "Hide", exact: true }) }))
    .first();
  for (let at = 0; at < 12 && (await key.and(page.locator(":focus")).count()) === 0; at++)
    await page.keyboard.press("ArrowRight");
  await expect(key).toBeFocused();
  const masked = await key.innerText();
  await page.keyboard.press("F2");
  await expect(key.getByRole("button", { name: "Show" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(key).not.toHaveText(masked);
  await expect(key.getByRole("button", { name: "Hide" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(key.getByRole("button", { name: /^Copy/ })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(key).toBeFocused();

  await page.goto("/netdoc/sites");
  await page.getByRole("grid", { name: "Site" }).getByRole("row").nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Edit" })).toBeVisible();
  await page.keyboard.press("Escape");
  // Arrows move between rows and do not open the menu again.
  const rows = page.getByRole("grid", { name: "Site" }).getByRole("row");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(rows.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/netdoc\/sites\/.+/);
  await page.keyboard.press("]");
  await expect(page.getByRole("complementary", { name: "Planned changes" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: /^Single-key shortcuts/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const opened = page.url();
  for (const key of ["?", "/", "[", "]", "f", "t", "Shift+A", "n", "e", "g", "h"])
    await page.keyboard.press(key);
  await expect(page.getByRole("searchbox", { name: /^Filter/ })).not.toBeFocused();
  await expect(page.getByRole("navigation", { name: "Navigation" })).toBeVisible();
  await expect(page).toHaveURL(opened);
  await expect(page.getByRole("complementary", { name: "Planned changes" })).toBeVisible();
  // Keys must not press anything behind an open dialog.
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await expect(page.getByRole("menuitem", { name: "Local settings" })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("Escape");
  for (const key of ["Control+k", "Meta+k"]) {
    await page.keyboard.press(key);
    await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  }
  await page.reload();
  await expect(page.getByRole("main").getByRole("grid").first()).toBeVisible();
  await page.keyboard.press("/");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: /^Search/ })).toHaveValue("");
});

test.describe("in German", () => {
  test.use({ locale: "de-DE" });

  test("a newcomer finds a name, changes it and undoes the change; no control loses the focus", async ({
    page,
  }) => {
    const applied = page.getByRole("complementary").getByText("angewendet");
    const press = async (name: string | RegExp): Promise<void> => {
      await tabTo(page, "button", name);
      await page.keyboard.press("Enter");
    };
    await page.goto("/");
    await tabTo(page, "link", "Anmelden");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Benutzername")).toBeFocused();
    await page.keyboard.type("ada");
    await page.keyboard.press("Tab");
    await page.keyboard.type("demo");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main").getByText(/Willkommen, Ada/)).toBeVisible();
    await expect(title(page)).toBeFocused();

    await page.keyboard.press("/");
    await page.keyboard.type("ap-001.");
    await expect(page.getByRole("option", { name: /^ap-001\./ }).first()).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(title(page)).toHaveText(/^ap-001\./);
    await expect(title(page)).toBeFocused();
    // The title appears before the object is loaded, and the key needs the button of the object.
    await expect(page.getByRole("main").getByRole("button", { name: "Bearbeiten" })).toBeVisible();
    await page.keyboard.press("e");
    await expect(form(page).locator(":focus")).toHaveCount(1);
    await tabTo(page, "textbox", "Beschreibung");
    await page.keyboard.type("Vom Neuling");
    await page.keyboard.press("Control+Enter");
    await expect(form(page)).toHaveCount(0);
    await press("Testen");
    await expect(page.getByRole("complementary").getByText(/bestanden/)).toBeVisible();
    await press("Anwenden");
    await expect(applied).toBeVisible();
    await press("Schließen");
    await expect(applied).toHaveCount(0);
    await expect(page.locator("#planned :focus")).toHaveCount(1);
    await press("Umkehrung planen");
    const handle = page.getByRole("button", { name: /^ap-001.* verschieben$/ });
    await tabTo(page, "button", /^ap-001.* verschieben$/);
    await page.keyboard.press("Control+z");
    await expect(handle).toHaveCount(0);
    await expect(page.locator("#planned :focus")).toHaveCount(1);
    await page.keyboard.press("Control+Shift+z");
    await press("Anwenden");
    await expect(applied).toBeVisible();
    await expect(page.getByRole("main").getByText("Vom Neuling → leer")).toBeVisible();
  });
});
