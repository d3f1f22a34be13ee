import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, fillSignIn, form, openForm, openPlanned, plan, signOut, toast } from "./support/portal.ts";

const LOST = "The session ended because of an invalid or expired session token.";

/** The text of the token of the tab. */
async function tokenOf(page: Page): Promise<{ readonly text: string; readonly gpk: string }> {
  // Parse boundary: the token that the portal stores (SESS-04).
  return JSON.parse(await page.evaluate(() => sessionStorage.getItem("token") ?? "{}")) as {
    text: string;
    gpk: string;
  };
}

/** Deletes the token of the tab through the API; the next call with it gets 401. */
async function revoke(page: Page): Promise<void> {
  const { text, gpk } = await tokenOf(page);
  const answer = await page.request.post("/api/4.2/wapi/transaction/execute", {
    data: [{ name: "cntl.wapi_auth.delete", old: { gpk } }],
    headers: { authorization: `Bearer ${text}` },
  });
  expect(answer.status()).toBe(200);
}

async function expectAccount(page: Page, login: string): Promise<void> {
  await expect(page.getByRole("button", { name: new RegExp(`^Account ${login}`) })).toBeVisible();
}

test("[SESS-21] [SESS-34] a revoked session ends in both tabs with a notice; neither tab loses planned or typed text, and signing in to one signs the other in", async ({
  page,
  context,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-two-tabs");
  await plan(page);
  const second = await context.newPage();
  await second.goto("/object/nd.bldg");
  await expectAccount(second, "ada");
  const hers = await openPlanned(second);
  await expect(hers.item("e2e-two-tabs")).toBeVisible();
  await openForm(second, "New building");
  await form(second).getByRole("textbox", { name: "Number" }).fill("20.98");

  await revoke(page);
  const mine = await openPlanned(page);
  await mine.test();
  for (const tab of [page, second]) await expect(toast(tab, "Logged out")).toContainText(LOST);
  await expect(page).toHaveURL(/\/login\?return=%2Fnetdoc%2Fsites$/);
  await expect(second).toHaveURL(/\/login\?return=%2Fobject%2Fnd\.bldg$/);
  await expect(second.getByRole("dialog")).toHaveCount(0);
  for (const tab of [page, second]) expect(await tokenOf(tab)).toEqual({});
  await expectAccessible(second);

  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/netdoc\/sites$/);
  await expect(second).toHaveURL(/\/object\/nd\.bldg$/);
  for (const tab of [page, second]) await expectAccount(tab, "ada");
  expect(await tokenOf(second)).toEqual(await tokenOf(page));
  for (const tab of [page, second])
    await expect((await openPlanned(tab)).item("e2e-two-tabs")).toHaveCount(1);
  await expect(form(second).getByRole("textbox", { name: "Number" })).toHaveValue("20.98");
  await second.close();
});

test("a sign-in does not affect tabs of another account, and a tab says that somebody signed out elsewhere", async ({
  page,
  context,
}) => {
  await enter(page, "ada");
  const second = await context.newPage();
  await second.goto("/cntl/groups");
  await expectAccount(second, "ada");
  await signOut(page, "ada");
  await expect(toast(second, "Logged out")).toContainText("You signed out in another tab of this browser.");
  await expect(second).toHaveURL(/\/login\?return=%2Fcntl%2Fgroups$/);
  await fillSignIn(page, "otto", "demo");
  await expectAccount(page, "otto");
  await signOut(page, "otto");
  await expect(second).toHaveURL(/\/login\?return=%2Fcntl%2Fgroups$/);
  // The last account of the first tab was another one.
  await fillSignIn(second, "ada", "demo");
  await expect(second).toHaveURL(/\/cntl\/groups$/);
  await expectAccount(second, "ada");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
  await second.close();
});
