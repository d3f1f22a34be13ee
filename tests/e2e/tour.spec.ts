import { expect, test, type Locator } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { fillSignIn, visit } from "./support/portal.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";
import { searchDialog } from "./support/search.ts";

/** Whether a press at the middle of an element reaches that element and nothing above it. */
const isMet = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

test("[SHELL-45] the hints cover neither the button at the end of a form nor a field that has the focus", async ({
  page,
}) => {
  await page.goto(`${READ_ONLY_URL}/login`);
  await fillSignIn(page, "otto", "demo");
  await expect(page.getByRole("region", { name: "First steps" })).toBeVisible();
  const main = page.getByRole("main");
  for (const size of [
    { width: 1400, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await visit(page, "/requests?form=home_ap");
    const button = main.getByRole("button", { name: "Send the request" });
    await expect(button).toBeVisible();
    for (const field of await main.getByRole("textbox").all()) {
      await field.focus();
      expect(await isMet(field)).toBe(true);
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(await isMet(button)).toBe(true);
    await visit(page, "/home");
  }
});

test("the first sign-in to a demo shows three hints, and a closed hint stays closed", async ({ page }) => {
  const tour = page.getByRole("region", { name: "First steps" });
  await page.goto(`${READ_ONLY_URL}/login`);
  await expect(page.getByLabel("User name")).toBeVisible();
  await expect(tour).toHaveCount(0);
  await fillSignIn(page, "otto", "demo");
  await expect(tour).toContainText("1 of 3");
  await expectAccessible(page);
  await tour.getByRole("button", { name: "Open the search" }).click();
  await expect(searchDialog(page).field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(tour).toBeVisible();

  await tour.getByRole("button", { name: "Next" }).focus();
  await page.keyboard.press("Enter");
  await expect(tour).toContainText("2 of 3");
  await tour.getByRole("button", { name: "Back" }).click();
  await expect(tour).toContainText("1 of 3");
  await tour.getByRole("button", { name: "Next" }).click();
  await tour.getByRole("button", { name: "Next" }).click();
  await tour.getByRole("button", { name: "Open the planned changes" }).click();
  await expect(page.getByRole("complementary", { name: "Planned changes" })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await tour
    .getByRole("button", { name: "Next" })
    .or(tour.getByRole("button", { name: "Done" }))
    .focus();
  await page.keyboard.press("Escape");
  await expect(tour).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Account otto/ })).toBeVisible();
  await expect(page.getByRole("grid").first()).toBeVisible();
  await expect(tour).toHaveCount(0);
});
