import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { chooseInAccount, enter, fillSignIn, signIn, signOut, title } from "./support/portal.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";

async function openSettings(page: Page, login: string): Promise<Locator> {
  await chooseInAccount(page, login, "Local settings");
  const dialog = page.getByRole("dialog", { name: "Local settings" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem("default_login_page"));

test("[PREF-05] the current page becomes the default page, and signing in leads there until it is cleared", async ({
  page,
}) => {
  await enter(page, "greta");
  expect(await kept(page)).toBeNull();
  await page.goto("/cntl/groups");
  const dialog = await openSettings(page, "greta");
  await dialog.getByRole("button", { name: "Use the current page" }).click();
  await expect(dialog).toContainText("/cntl/groups");
  expect(await kept(page)).toBe('"/cntl/groups"');
  await page.keyboard.press("Escape");
  await signOut(page, "greta");
  expect(await kept(page)).toBe('"/cntl/groups"');

  await signIn(page, "greta");
  await expect(page).toHaveURL(/\/cntl\/groups$/);
  await expect(title(page)).toHaveText("Groups");
  const again = await openSettings(page, "greta");
  await again.getByRole("button", { name: "Clear", exact: true }).click();
  expect(await kept(page)).toBeNull();
  await page.keyboard.press("Escape");
  await signOut(page, "greta");
  await enter(page, "greta");
});

test("[PREF-08] local settings of a test instance lead to the same page of the production instance; without the address there is no link", async ({
  page,
}) => {
  await enter(page, "otto", "/tools/ip");
  const dialog = await openSettings(page, "otto");
  const link = dialog.getByRole("link", { name: "Open this page in production" });
  await expect(link).toHaveAttribute("href", `${READ_ONLY_URL}/tools/ip`);
  await expectAccessible(page);
  await link.click();
  await expect(page).toHaveURL(`${READ_ONLY_URL}/tools/ip`);
  await expect(title(page)).toHaveText("IP tools");

  await page.goto(`${READ_ONLY_URL}/login`);
  await fillSignIn(page, "otto", "demo");
  await expect(page).toHaveURL(`${READ_ONLY_URL}/home`);
  const other = await openSettings(page, "otto");
  await expect(other.getByRole("link")).toHaveCount(0);
});
