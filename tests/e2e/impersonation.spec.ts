import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import { chooseInAccount, enter, openPlanned, toast } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

const ACT_AS = "Act as another account …";

/** Opens the dialog for choosing an account and takes this one from the suggestions. */
async function chooseAccount(page: Page, login: string): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: "Act as another account" });
  if (!(await dialog.isVisible())) await chooseInAccount(page, "ada", ACT_AS);
  await dialog.getByRole("combobox", { name: "Account" }).fill(login);
  await dialog.getByRole("option", { name: login }).first().click();
  return dialog;
}

async function submit(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Act as this account" }).click();
}

const account = (page: Page, login: string) =>
  page.getByRole("button", { name: new RegExp(`^Account ${login}(,|$)`) });

/** Acts as this account and waits for the reloaded page that shows it. */
async function actAs(page: Page, login: string): Promise<void> {
  const dialog = await chooseAccount(page, login);
  const reloaded = page.waitForEvent("load");
  await submit(dialog);
  await reloaded;
  await expect(account(page, login)).toBeVisible();
}

/** Creates a subaccount of ada that the walk can delete. */
async function makeSubaccount(page: Page, id: string): Promise<{ login: string; remove(): Promise<void> }> {
  await run(page.request, "ada", [{ name: "cntl.mgr.create", new: { sub_id: id } }]);
  const login = `ada-${id}`;
  return {
    login,
    remove: async () => {
      await run(page.request, "ada", [{ name: "cntl.mgr.delete", old: { login_name: login } }]);
    },
  };
}

const kept = (page: Page) => page.evaluate(() => sessionStorage.getItem("su_login_name"));

test("[SESS-26] [SESS-29] [TA-43] a person with the permission impersonates another account, sees a note of it, saves a list in its name, and stops", async ({
  page,
}) => {
  await enter(page, "ada", "/cntl/groups");
  const dialog = await chooseAccount(page, "greta");
  await expectAccessible(page);
  const asked = page.waitForRequest(/\/transaction\/execute\?.*su_login_name=greta/);
  const reloaded = page.waitForEvent("load");
  await submit(dialog);
  await asked;
  await reloaded;
  expect(await kept(page)).toBe('"greta"');
  await expect(account(page, "greta")).toBeVisible();
  await expect(page).toHaveURL(/\/cntl\/groups$/);
  await expect(page.getByRole("complementary", { name: "State of the portal" })).toContainText(
    "You act as greta.",
  );
  const planned = await openPlanned(page);
  await importElements(page, [element("e2e-as", statement("nd.site.create", {}, { name: "e2e-as" }))]);
  const download = page.waitForEvent("download");
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Export as file" }).click();
  expect((await download).suggestedFilename()).toMatch(/-transaction-greta-\d{8}T\d{6}Z\.json$/);
  await account(page, "greta").click();
  await expect(page.getByRole("menuitem", { name: ACT_AS })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "Stop impersonating" }).click();
  await expect(account(page, "ada")).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("[SESS-29] impersonation is not offered without the permission", async ({ page }) => {
  await enter(page, "otto");
  await account(page, "otto").click();
  await expect(page.getByRole("menuitem", { name: "Local settings" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: ACT_AS })).toHaveCount(0);
});

test("[SESS-27] typed text alone chooses no account: a warning says so, and nothing is sent", async ({
  page,
}) => {
  await enter(page, "ada");
  await chooseInAccount(page, "ada", ACT_AS);
  const dialog = page.getByRole("dialog", { name: "Act as another account" });
  const warning = toast(page, "Please choose an account from the suggestions.");
  await submit(dialog);
  await expect(warning).toBeVisible();
  await warning.getByRole("button", { name: "Close" }).click();
  await expect(warning).toHaveCount(0);
  await dialog.getByRole("combobox", { name: "Account" }).fill("greta");
  await submit(dialog);
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  expect(await kept(page)).toBeNull();
});

test("[SESS-24] [SESS-25] [PERM-17] [ERR-21] a missing or locked account causes a warning, and the own account stays", async ({
  page,
}) => {
  const gone = await makeSubaccount(page, "e2egone");
  await enter(page, "ada");
  const dialog = await chooseAccount(page, gone.login);
  await gone.remove();
  await submit(dialog);
  await expect(toast(page, "Invalid user")).toContainText(gone.login);
  await chooseAccount(page, "lars");
  await submit(dialog);
  await expect(toast(page, "User locked")).toContainText("lars");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(account(page, "ada")).toBeVisible();
  expect(await kept(page)).toBeNull();
});

test("[ERR-06] [ERR-08] [ERR-21] an account that is deleted during impersonation is left at the next start", async ({
  page,
}) => {
  const sub = await makeSubaccount(page, "e2eleft");
  await enter(page, "ada");
  await actAs(page, sub.login);
  await sub.remove();
  const again = page.waitForRequest(
    (request) => /\/transaction\/execute/.test(request.url()) && !request.url().includes("su_login_name"),
  );
  await page.reload();
  await again;
  await expect(account(page, "ada")).toBeVisible();
  await expect(toast(page, "Invalid user")).toContainText(sub.login);
  expect(await kept(page)).toBeNull();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Home");
});

test("impersonation is offered on a small screen, in German and in the dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, "ada");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem("locale", JSON.stringify("de")));
  await page.reload();
  await page.getByRole("button", { name: /^Konto ada/ }).click();
  await page.getByRole("menuitem", { name: "Als anderes Konto handeln …" }).click();
  await expect(page.getByRole("dialog", { name: "Als anderes Konto handeln" })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
