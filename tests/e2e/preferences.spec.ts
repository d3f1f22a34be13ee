import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInAccount,
  enter,
  fillSignIn,
  form,
  openForm,
  openPlanned,
  plan,
  signIn,
  signOut,
  title,
} from "./support/portal.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";

async function openSettings(page: Page, login: string): Promise<Locator> {
  await chooseInAccount(page, login, "Local settings");
  const dialog = page.getByRole("dialog", { name: "Local settings" });
  await expect(dialog).toBeVisible();
  return dialog;
}

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const kept = (page: Page) => stored(page, "default_login_page");

test("[PREF-05] [LOGIN-10] the current page becomes the default page, and each sign-in opens this page until it is cleared", async ({
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

test("[PREF-02] planned changes stay after signing out if a switch says so, and the browser keeps the switch", async ({
  page,
}) => {
  const keeps = (dialog: Locator) =>
    dialog.getByRole("switch", { name: "Keep planned changes after signing out" });
  await enter(page, "ada", "/netdoc/sites");
  const dialog = await openSettings(page, "ada");
  await expect(keeps(dialog)).not.toBeChecked();
  await keeps(dialog).check();
  expect(await stored(page, "keep_ta")).toBe("true");
  await page.reload();
  await expect(keeps(await openSettings(page, "ada"))).toBeChecked();
  await page.keyboard.press("Escape");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-keep");
  await plan(page);
  await signOut(page, "ada");
  expect(await stored(page, "keep_ta")).toBe("true");
  await enter(page, "ada");
  await expect((await openPlanned(page)).item("e2e-keep")).toBeVisible();
  await keeps(await openSettings(page, "ada")).uncheck();
  await page.keyboard.press("Escape");
  await signOut(page, "ada");
  await enter(page, "ada");
  await expect((await openPlanned(page)).items).toHaveCount(0);
});

test("[PREF-06] the default page can be cleared; pages for signing in or for starting programs cannot become it", async ({
  page,
}) => {
  await enter(page, "greta", "/cntl/groups");
  const dialog = await openSettings(page, "greta");
  await dialog.getByRole("button", { name: "Use the current page" }).click();
  await page.keyboard.press("Escape");
  await signOut(page, "greta");
  const ofVisitor = page.getByRole("dialog", { name: "Local settings" });
  for (const path of ["/login", "/oic_login?error=access_denied", "/launch/nothing/here"]) {
    await page.goto(path);
    await page.getByRole("banner").getByRole("button", { name: "Local settings" }).click();
    await page.getByRole("menuitem", { name: "Local settings" }).click();
    await expect(page).toHaveURL(path);
    await expect(ofVisitor).toContainText("/cntl/groups");
    await expect(ofVisitor).toContainText("This page cannot be the default page.");
    await expect(ofVisitor.getByRole("button", { name: "Use the current page" })).toBeDisabled();
    await page.keyboard.press("Escape");
  }
  await page.goto("/login");
  await page.getByRole("banner").getByRole("button", { name: "Local settings" }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await ofVisitor.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(ofVisitor).toContainText("/home");
  expect(await kept(page)).toBeNull();
});

test("[PREF-13] after a reload the sidebars are open or closed as before", async ({ page }) => {
  await enter(page, "greta");
  const navigation = page.getByRole("button", { name: /^(Collapse|Expand) navigation$/ });
  const planned = page.getByRole("button", { name: /^Planned changes/ });
  const side = page.getByRole("complementary", { name: "Planned changes" });
  await expect(navigation).toHaveAttribute("aria-expanded", "true");
  await expect(side).toHaveCount(0);
  await navigation.click();
  await planned.click();
  await page.reload();
  await expect(side).toBeVisible();
  await expect(navigation).toHaveAttribute("aria-expanded", "false");
  await expect(planned).toHaveAttribute("aria-pressed", "true");
  await navigation.click();
  await planned.click();
  await page.reload();
  await expect(navigation).toHaveAttribute("aria-expanded", "true");
  await expect(planned).toHaveAttribute("aria-pressed", "false");
  await expect(side).toHaveCount(0);
});

test("[PREF-15] the theme is that of the system until light or dark is chosen, and the browser keeps the choice", async ({
  page,
}) => {
  await enter(page, "greta");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const choose = async (name: string): Promise<void> => {
    const dialog = await openSettings(page, "greta");
    await dialog.getByLabel("Theme").selectOption(name);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
  };
  const light = await ground();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await ground();
  expect(brightness(light)).toBeGreaterThan(200);
  expect(brightness(dark)).toBeLessThan(50);
  expect(await stored(page, "theme")).toBeNull();

  await choose("Light");
  expect([await ground(), await stored(page, "theme")]).toEqual([light, '"light"']);
  await page.reload();
  expect(await ground()).toBe(light);
  await page.emulateMedia({ colorScheme: "light" });
  await choose("Dark");
  expect([await ground(), await stored(page, "theme")]).toEqual([dark, '"dark"']);
  await page.reload();
  expect(await ground()).toBe(dark);
  await choose("As the system");
  expect(await ground()).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ground()).toBe(dark);
});

/** Mean of the three colours, from 0 to 255. */
function brightness(colour: string): number {
  const parts =
    colour
      .match(/[0-9.]+/g)
      ?.slice(0, 3)
      .map(Number) ?? [];
  return parts.reduce((sum, part) => sum + part, 0) / 3;
}

test("[PREF-08] the local settings of a test instance link to the same page of the production instance if its address is configured", async ({
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
