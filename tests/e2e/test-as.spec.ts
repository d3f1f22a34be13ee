import { expect, test, type Page } from "./support/test.ts";
import { LIMITS } from "../../src/contract/limits.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, form, openForm, openPlanned, plan, type Planned, visit } from "./support/portal.ts";

/** Opens the menu of accounts for a test. */
async function openTestAs(planned: Planned): Promise<void> {
  await planned.side.getByRole("button", { name: "Test as …" }).click();
}

/** Plans a site, which only an administrator may create. */
async function planSite(page: Page, name: string): Promise<Planned> {
  await visit(page, "/netdoc/sites");
  await openForm(page, "New site");
  return fillSite(page, name);
}

async function fillSite(page: Page, name: string): Promise<Planned> {
  await form(page).getByLabel("Name").fill(name);
  await plan(page);
  return openPlanned(page);
}

test("[TA-63] [TA-64] [CONST-06] [CONST-14] with the permission a list is tested as oneself and as somebody else", async ({
  page,
}) => {
  await enter(page, "ada");
  const planned = await planSite(page, "e2e-as");
  await openTestAs(planned);
  await expectAccessible(page);
  await page.getByRole("menuitem", { name: "As myself" }).click();
  await expect(planned.side).toContainText("Test passed for 1 change");

  await openTestAs(planned);
  await page.getByRole("menuitem", { name: "As another account …" }).click();
  const dialog = page.getByRole("dialog", { name: "Test as another account", exact: true });
  const account = dialog.getByRole("combobox", { name: "Account" });
  const asked: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (body.includes("cntl.mgr.list")) asked.push(body);
  });
  // The clock of the page is stopped at the present time, so that the walk controls the length of a pause.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 30_000);
  await account.fill("g");
  await page.clock.runFor(LIMITS.impersonationDebounce);
  await account.pressSequentially("re");
  await page.clock.runFor(LIMITS.impersonationDebounce - 1);
  expect(asked).toEqual([]);
  await page.clock.resume();
  await expect(dialog.getByRole("option", { name: "greta" })).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('"fetch_limit":10');
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Test", exact: true })).toBeDisabled();
  await dialog.getByRole("option", { name: "greta" }).click();
  const sent = page.waitForRequest(/su_login_name=greta/);
  await dialog.getByRole("button", { name: "Test", exact: true }).click();
  expect((await sent).url()).toContain("dry_mode=true");

  const alert = planned.item("e2e-as").getByRole("alert");
  await expect(alert).toContainText("group memberships");
  await expect(planned.items).toHaveCount(1);
  await expectAccessible(page);
});

test("[TA-64] [TA-65] [TA-66] [ERR-12] [ERR-14] without the permission only own subaccounts are offered for a test, and one must be chosen", async ({
  page,
}) => {
  await enter(page, "otto", "/netdoc/sites");
  // Forbidden actions can be planned, because somebody else may apply the exported list.
  await page.getByRole("main").getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: /^New site/ }).click();
  const planned = await fillSite(page, "e2e-sub");
  await openTestAs(planned);
  await expect(page.getByRole("menuitem", { name: "As own subaccount …" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "As another account …" })).toHaveCount(0);
  await page.getByRole("menuitem", { name: "As own subaccount …" }).click();
  const dialog = page.getByRole("dialog", { name: "As own subaccount", exact: true });
  const test = dialog.getByRole("button", { name: "Test", exact: true });
  await expect(test).toBeDisabled();
  await expectAccessible(page);
  await dialog.getByLabel("Account").selectOption("otto-sub");
  const sent = page.waitForRequest(/su_login_name=otto-sub/);
  await test.click();
  expect((await sent).url()).toContain("dry_mode=true");

  const alert = planned.item("e2e-sub").getByRole("alert");
  await expect(alert).toContainText("otto-sub lacks the permission");
  await expect(alert).toContainText(
    "Check the group memberships of otto-sub and their assignments to BCDs and FQDNs",
  );
  await expect(alert).toContainText("Required roles");
  await alert.getByText("Details", { exact: true }).click();
  await expect(alert).toContainText('"code": -20010');
  await expectAccessible(page);
});
