import { expect, test, type Page } from "playwright/test";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInPlanned,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  signOut,
  type Planned,
} from "./support/portal.ts";

/** Plans sites of these names and leaves the list open. */
async function planSites(page: Page, names: readonly string[]): Promise<Planned> {
  await page.goto("/netdoc/sites");
  for (const name of names) {
    await openForm(page, "New Site");
    await form(page).getByLabel("Name").fill(name);
    await plan(page);
  }
  return openPlanned(page);
}

async function titles(planned: Planned): Promise<readonly string[]> {
  return planned.items.locator(".planned-title").allInnerTexts();
}

test("[TA-09] [TA-15] [TA-16] [TA-35] [TA-48] [TA-69] [SHELL-05] [SHELL-06] the list is edited, moved, undone and redone; a test keeps it", async ({
  page,
}) => {
  await enter(page, "ada");
  const empty = await openPlanned(page);
  await expect(empty.side.getByRole("button", { name: "Test", exact: true })).toBeDisabled();
  await expect(empty.side.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();
  await expectAccessible(page);

  const planned = await planSites(page, ["e2e-a", "e2e-b", "e2e-c"]);
  await expect(page.getByRole("button", { name: "Planned changes, 3 elements" })).toBeVisible();
  expect(await titles(planned)).toEqual(["e2e-a", "e2e-b", "e2e-c"]);

  await planned
    .item("e2e-c")
    .getByRole("button", { name: /^new Site/ })
    .press("Alt+ArrowUp");
  expect(await titles(planned)).toEqual(["e2e-a", "e2e-c", "e2e-b"]);
  await chooseInPlanned(planned.item("e2e-a"), "Edit");
  await form(page).getByLabel("Title").fill("Erster");
  await form(page).getByRole("button", { name: "Replace planned change" }).click();
  await expect(planned.items.first()).toContainText("Erster");
  await chooseInPlanned(planned.item("e2e-b"), "Remove from the list");
  await expect(planned.items).toHaveCount(2);

  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(3);
  await planned.side.getByRole("button", { name: "Redo" }).click();
  await expect(planned.items).toHaveCount(2);
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 2 changes");
  await expect(planned.items).toHaveCount(2);
  await expectAccessible(page);

  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Clear the list" }).click();
  await expect(planned.items).toHaveCount(0);
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(2);
});

test("[TA-08] an element is dragged to another place", async ({ page }) => {
  await enter(page, "ada");
  const planned = await planSites(page, ["e2e-a", "e2e-b", "e2e-c"]);
  const from = await planned.item("e2e-a").getByRole("button", { name: "Move e2e-a" }).boundingBox();
  const to = await planned.item("e2e-c").boundingBox();
  if (from === null || to === null) throw new Error("nothing to drag");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 2, { steps: 8 });
  await page.mouse.up();
  await expect.poll(() => titles(planned)).toEqual(["e2e-b", "e2e-c", "e2e-a"]);
});

test("[TA-68] the list survives a reload with its history, two tabs share it, and each login has its own", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await page.getByLabel("Stay logged in").check();
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("demo");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
  const planned = await planSites(page, ["e2e-a", "e2e-b"]);
  await page.reload();
  await expect(planned.items).toHaveCount(2);
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(1);

  const second = await context.newPage();
  await second.goto("/netdoc/sites");
  const hers = await openPlanned(second);
  await expect(hers.items).toHaveCount(1);
  await second.getByRole("button", { name: "New Site", exact: true }).click();
  await form(second).getByLabel("Name").fill("e2e-tab");
  await plan(second);
  await expect(planned.item("e2e-tab")).toBeVisible();
  await second.close();

  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: "Keep planned changes after signing out" }).check();
  await page.keyboard.press("Escape");
  await signOut(page, "ada");
  await enter(page, "greta");
  await expect(page.getByRole("button", { name: "Planned changes, 0 elements" })).toBeVisible();
  await signOut(page, "greta");
  await enter(page, "ada");
  await expect(page.getByRole("button", { name: "Planned changes, 2 elements" })).toBeVisible();
});

test("[TA-11] [TA-13] the list is exported as a file, cleared and imported again", async ({ page }) => {
  await enter(page, "ada");
  const planned = await planSites(page, ["e2e-a", "e2e-b"]);
  const download = page.waitForEvent("download");
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Export as file" }).click();
  const file = await (await download).path();
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Clear the list" }).click();
  await expect(planned.items).toHaveCount(0);
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Import …" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByLabel("File").setInputFiles(file);
  await expect(planned.items).toHaveCount(2);
});
