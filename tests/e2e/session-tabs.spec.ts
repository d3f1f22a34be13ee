import { expect, test, type Page } from "./support/test.ts";
import { chooseInAccount, enter, signOut, title, toast, type Person } from "./support/portal.ts";

/** Opens a page of the navigation in a new tab, as a person does. */
async function openInNewTab(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await page
    .getByRole("navigation", { name: "Navigation" })
    .getByRole("link", { name: "Groups", exact: true })
    .click({ modifiers: ["ControlOrMeta"] });
  return opened;
}

async function expectAccount(page: Page, person: Person): Promise<void> {
  await expect(page.getByRole("button", { name: new RegExp(`^Account ${person}`) })).toBeVisible();
}

/** Whether the tab stores a token, and whether the browser does. */
function kept(page: Page): Promise<readonly boolean[]> {
  return page.evaluate(() =>
    [sessionStorage, localStorage].map((storage) => JSON.stringify(Object.entries(storage)).includes("gpk")),
  );
}

test("a link opened in a new tab is signed in, and signing out there ends the session in both", async ({
  page,
  context,
}) => {
  await enter(page, "ada");
  const second = await openInNewTab(page);
  await expect(title(second)).toHaveText("Groups");
  await expectAccount(second, "ada");
  for (const tab of [page, second]) expect(await kept(tab)).toEqual([true, false]);
  await second.reload();
  await expectAccount(second, "ada");

  await signOut(second, "ada");
  await expect(toast(page, "Logged out")).toContainText("You signed out in another tab of this browser.");
  await expect(page).toHaveURL(/\/login\?return=%2Fhome$/);
  for (const tab of [page, second]) expect(await kept(tab)).toEqual([false, false]);
  const third = await context.newPage();
  await third.goto("/cntl/groups");
  await expect(third).toHaveURL(/\/login/);
});

test("two accounts in two tabs stay signed in, and each passes its session to pages that are opened from it", async ({
  page,
  context,
}) => {
  await enter(page, "ada");
  const other = await context.newPage();
  await enter(other, "otto");
  for (const [tab, person] of [
    [page, "ada"],
    [other, "otto"],
    [page, "ada"],
  ] as const) {
    await tab.bringToFront();
    await tab.reload();
    await expectAccount(tab, person);
    const opened = await openInNewTab(tab);
    await expectAccount(opened, person);
    await opened.close();
  }
  await page.evaluate(() => sessionStorage.setItem("su_login_name", JSON.stringify("greta")));
  await page.reload();
  await expectAccount(page, "greta");
  const own = await openInNewTab(page);
  await expectAccount(own, "ada");
  await own.close();
  await chooseInAccount(page, "greta", "Stop impersonating");

  await signOut(other, "otto");
  await expectAccount(page, "ada");
  await page.reload();
  await expectAccount(page, "ada");
});
