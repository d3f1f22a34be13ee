import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { fillSignIn } from "./support/portal.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";
import { searchDialog } from "./support/search.ts";

test("the first sign-in to a demo shows three hints, which stay closed once closed", async ({ page }) => {
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
