import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, form, openForm, openPlanned, plan, visit } from "./support/portal.ts";
import { expect, test } from "./support/test.ts";

test("[SHELL-66] at 1400 px the open list lies over the side panel of a page, and the page keeps its order", async ({
  page,
}) => {
  await enter(page, "ada", "/org/ou/UTM::RZ");
  const side = page.locator(".beside-glance");
  await expect(side.getByRole("link").first()).toBeVisible();
  const before = await side.boundingBox();
  const planned = await openPlanned(page);
  const drawer = await planned.side.boundingBox();
  const after = await side.boundingBox();
  // The panel is at its usual place under the drawer, and not at the end of the page.
  expect(after?.y).toBe(before?.y);
  expect(after?.x ?? 0).toBeGreaterThanOrEqual(drawer?.x ?? 0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const isInSight = async () =>
    side
      .getByRole("link")
      .first()
      .evaluate((link) => {
        const { x, y, width, height } = link.getBoundingClientRect();
        const shown = document.elementFromPoint(x + width / 2, y + height / 2);
        return shown?.closest(".side-column") != null;
      });
  expect(await isInSight()).toBe(false);
  await side.getByRole("link").first().focus();
  expect(await isInSight()).toBe(true);
  const covered = await page
    .getByRole("main")
    .getByRole("button")
    .evaluateAll((buttons) =>
      buttons
        .filter((one) => one.checkVisibility() && one.closest(".side-column") === null)
        .filter((one) => {
          one.scrollIntoView({ block: "center" });
          const { x, y, width, height } = one.getBoundingClientRect();
          return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        })
        .map((one) => one.textContent),
    );
  expect(covered).toEqual([]);
  await openForm(page, "Edit");
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
});

test("[TA-115] [TA-116] [TA-117] [SHELL-67] a list is tested and applied by keys, links the objects that it created, and is taken back", async ({
  page,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-panel");
  await plan(page);
  await page.keyboard.press("]");
  await expect(page.locator("#planned")).toHaveCount(0);
  await page.keyboard.press("t");
  const side = page.locator("#planned");
  await expect(side).toContainText(/Test passed for 1 change/);
  await page.keyboard.press("Shift+A");
  await expect(side).toContainText(/Applied 1 change/);
  await expect(side.getByRole("link", { name: "e2e-panel" })).toHaveAttribute(
    "href",
    "/netdoc/sites/e2e-panel",
  );
  await expectAccessible(page);
  const back = side.getByRole("button", { name: "Take back" });
  await back.focus();
  await page.keyboard.press("Enter");
  await expect(side.getByRole("heading", { level: 2 }).first()).toContainText("1");
  await expect(back).toBeFocused();
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(1);
  await planned.apply();
  await expect(side).toContainText(/Applied 1 change/);
  await side.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("main").getByRole("heading", { level: 1 }).click();
  await expect(side).toHaveCount(0);
  await visit(page, "/changes");
  const card = page.locator(".change-card").filter({ hasText: "e2e-panel" }).first();
  await expect(card.getByRole("heading")).toContainText("Deleted: Site e2e-panel");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
