import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, rowOf, title, visit } from "./support/portal.ts";

test("greta pins a BCD to her start page and finds it there in another browser, until she unpins it", async ({
  page,
  browser,
}) => {
  await enter(page, "greta");
  await rowOf(page, "Your networks", "iwt-arbeit").getByRole("link", { name: "iwt-arbeit" }).click();
  await expect(title(page)).toContainText("iwt-arbeit");
  const star = page.getByRole("button", { name: "Keep on the start page" });
  await expect(star).toHaveAttribute("aria-pressed", "false");
  await star.focus();
  await page.keyboard.press("Enter");
  await expect(star).toHaveAttribute("aria-pressed", "true");
  await expect(star).toBeFocused();
  await expectAccessible(page);
  // A pin is saved at once, because it changes nothing in the network.
  await expect(page.getByRole("button", { name: "Planned changes, 0 elements" })).toBeVisible();

  const other = await browser.newPage();
  await enter(other, "greta");
  const column = other.getByRole("region", { name: "Continue" });
  await expect(column.getByRole("heading", { name: "Pinned" })).toBeVisible();
  await column.getByRole("link", { name: "iwt-arbeit" }).first().click();
  await expect(other).toHaveURL(/\/bcds\/iwt-arbeit$/);
  await other.getByRole("button", { name: "Keep on the start page" }).click();
  await expect(other.getByRole("button", { name: "Keep on the start page" })).toHaveAttribute(
    "aria-pressed",
    "false",
  );
  await other.close();

  await visit(page, "/home");
  await expect(rowOf(page, "Your networks", "iwt-arbeit")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Pinned" })).toHaveCount(0);
});

test("nobody is offered a star while impersonating", async ({ page }) => {
  await enter(page, "ada", "/netdoc/sites/Campus%20Nord");
  const star = page.getByRole("button", { name: "Keep on the start page" });
  await expect(star).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem("su_login_name", '"greta"'));
  await page.reload();
  await expect(page.getByRole("button", { name: /^Account greta/ })).toBeVisible();
  await expect(title(page)).toContainText("Campus Nord");
  await expect(star).toHaveCount(0);
});
