import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  enter,
  fillSignIn,
  form,
  openForm,
  openPlanned,
  plan,
  signIn,
  signOut,
  title,
  toast,
} from "./support/portal.ts";
import { beginSession } from "./support/wapi.ts";

/** Plans a site with this name. */
async function planSite(page: Page, name: string): Promise<void> {
  await page.goto("/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill(name);
  await plan(page);
  const { items } = await openPlanned(page);
  await expect(items).toHaveCount(1);
}

/** The stored token of the tab. */
async function tokenOf(page: Page): Promise<{ text: string; gpk: string } | null> {
  // Parse boundary: the token that the portal stores (SESS-04).
  return JSON.parse(
    await page.evaluate(() => sessionStorage.getItem("token") ?? localStorage.getItem("token") ?? "null"),
  ) as { text: string; gpk: string } | null;
}

/** Deletes the token of the tab through the API. */
async function endSession(page: Page): Promise<void> {
  const token = await tokenOf(page);
  const answer = await page.request.post("/api/4.2/wapi/transaction/execute", {
    data: [{ name: "cntl.wapi_auth.delete", old: { gpk: token?.gpk ?? "" } }],
    headers: { authorization: `Bearer ${token?.text ?? ""}` },
  });
  expect(answer.status()).toBe(200);
}

test("[ERR-01] [ERR-07] [ERR-21] [SESS-21] [SESS-34] a session that ended elsewhere logs out with a notice and keeps planned changes", async ({
  page,
}) => {
  await enter(page, "ada");
  await planSite(page, "e2e-kept");
  await endSession(page);
  await page.reload();
  const notice = toast(page, "Logged out");
  await expect(notice).toContainText("The session ended because of an invalid or expired session token.");
  await expect(page).toHaveURL(/\/login\?return=%2Fnetdoc%2Fsites$/);
  expect(await tokenOf(page)).toBeNull();
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/netdoc\/sites$/);
  const planned = await openPlanned(page);
  await expect(planned.item("e2e-kept")).toBeVisible();
});

test("[ERR-04] a test with an ended token leads to the login page, and the list is there afterwards", async ({
  page,
}) => {
  await enter(page, "ada");
  await planSite(page, "e2e-ended");
  await endSession(page);
  const planned = await openPlanned(page);
  const refused = page.waitForResponse((answer) => answer.url().includes("dry_mode=true"));
  await planned.test();
  const answer = await refused;
  expect(answer.status()).toBe(401);
  expect(await answer.text()).toContain("authentication_error");
  await expect(page).toHaveURL(/\/login\?return=%2Fnetdoc%2Fsites$/);
  expect(await tokenOf(page)).toBeNull();
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/netdoc\/sites$/);
  await expect((await openPlanned(page)).item("e2e-ended")).toBeVisible();
});

test("[ERR-01] a form that is open when the session ends returns only to the same account, with all typed text", async ({
  page,
}) => {
  await enter(page, "ada", "/object/nd.bldg");
  await openForm(page, "New building");
  await form(page).getByRole("textbox", { name: "Number" }).fill("20.99");
  const askWithoutSession = async (): Promise<void> => {
    await endSession(page);
    await form(page).getByRole("combobox", { name: "Site", exact: true }).fill("Campus");
    await expect(page).toHaveURL(/\/login\?return=/);
    await expect(form(page)).toHaveCount(0);
  };
  await askWithoutSession();
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/object\/nd\.bldg$/);
  await expect(form(page).getByRole("textbox", { name: "Number" })).toHaveValue("20.99");
  await expect(form(page).getByRole("combobox", { name: "Site", exact: true })).toHaveValue("Campus");
  await form(page).getByRole("combobox", { name: "Site", exact: true }).fill("");
  await askWithoutSession();
  await fillSignIn(page, "greta", "demo");
  await expect(page).toHaveURL(/\/object\/nd\.bldg$/);
  await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
  await expect(page.getByRole("dialog", { includeHidden: true })).toHaveCount(0);
});

test("[SESS-12] [SESS-14] [SESS-15] [SESS-16] signing out ends the token at the server, and removes planned changes unless a switch keeps them", async ({
  page,
}) => {
  await enter(page, "ada");
  await planSite(page, "e2e-gone");
  const stored = () => page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
  await page.evaluate(() => {
    localStorage.setItem("search_history", '["e2e"]');
    localStorage.setItem("macfinder_jobs", "[]");
    localStorage.setItem("expert", "true");
  });
  const ofSession = ["token", "search_history", "macfinder_jobs"];
  expect(await stored()).toEqual(expect.arrayContaining(ofSession));
  const { text } = (await tokenOf(page)) ?? { text: "" };
  const isValid = async (): Promise<boolean> => {
    const headers = { authorization: `Bearer ${text}` };
    return (await page.request.get("/api/4.2/nd/site/list", { headers })).status() === 200;
  };
  expect(await isValid()).toBe(true);
  await signOut(page, "ada");
  expect(await tokenOf(page)).toBeNull();
  await expect.poll(isValid).toBe(false);
  const left = await stored();
  expect(left.filter((key) => ofSession.includes(key))).toEqual([]);
  expect(left).toContain("expert");
  await enter(page, "ada");
  await expect((await openPlanned(page)).items).toHaveCount(0);

  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("dialog").getByLabel("Keep planned changes after signing out").check();
  await page.keyboard.press("Escape");
  await planSite(page, "e2e-stays");
  await signOut(page, "ada");
  await enter(page, "ada");
  await expect((await openPlanned(page)).item("e2e-stays")).toBeVisible();
});

test("[SESS-18] a kept list waits for the account that built it; another account begins with an empty one", async ({
  page,
}) => {
  await page.evaluate(() => localStorage.setItem("keep_ta", "true"));
  await enter(page, "ada");
  await planSite(page, "e2e-of-ada");
  await signOut(page, "ada");
  await signIn(page, "otto");
  await expect(title(page)).toHaveText("Home");
  await expect((await openPlanned(page)).items).toHaveCount(0);
  await signOut(page, "otto");
  await signIn(page, "ada");
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(1);
  await expect(planned.item("e2e-of-ada")).toBeVisible();
});

test("[ERR-21] [SESS-05] a stored token without gpk is reported as incompatible, and signing in again corrects that", async ({
  page,
}) => {
  await enter(page, "greta");
  await expect(title(page)).toHaveText("Home");
  const notice = toast(page, "Incompatible token");
  await expect(notice).toHaveCount(0);
  const { text } = (await tokenOf(page)) ?? { text: "" };
  await page.evaluate(
    (old) => sessionStorage.setItem("token", old),
    JSON.stringify({ text, gpk: null, isTyped: false }),
  );
  await page.reload();
  await expect(notice).toContainText("log out and in again and delete old tokens");
  await expectAccessible(page);
  await signOut(page, "greta");
  await signIn(page, "greta");
  await expect(title(page)).toHaveText("Home");
  expect((await tokenOf(page))?.gpk).toMatch(/./);
  await page.reload();
  await expect(title(page)).toHaveText("Home");
  await expect(notice).toHaveCount(0);
});

test("[SESS-19] signing out works in this browser even if the server is unreachable", async ({ page }) => {
  await enter(page, "greta");
  await page.route("**/wapi/transaction/execute*", (route) => route.abort());
  await signOut(page, "greta");
  await expect(page).toHaveURL(/\/login/);
  expect(await tokenOf(page)).toBeNull();
});

test("[SHELL-10] [SESS-35] signing out everywhere ends all sessions and returns to the login page if there is no provider; a tab with another session of the account learns it", async ({
  page,
  context,
  request,
}) => {
  await enter(page, "greta");
  const token = await tokenOf(page);
  const elsewhere = await beginSession(request, "greta");
  const beside = await context.newPage();
  await enter(beside, "greta", "/cntl/groups");
  await expect(beside.getByRole("button", { name: /^Account greta/ })).toBeVisible();
  const third = await tokenOf(beside);
  expect(new Set([token?.text, elsewhere.token, third?.text]).size).toBe(3);
  await page.getByRole("button", { name: /^Account greta/ }).click();
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/oic_logout"));
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await asked;
  await expect(page).toHaveURL(/\/login$/);
  await expect(title(page)).toHaveText("Sign in");
  expect(await tokenOf(page)).toBeNull();
  for (const text of [token?.text ?? "", elsewhere.token, third?.text ?? ""]) {
    const headers = { authorization: `Bearer ${text}` };
    expect((await page.request.get("/api/4.2/nd/site/list", { headers })).status()).toBe(401);
  }
  await expect(toast(beside, "Logged out")).toContainText("You signed out in another tab of this browser.");
  await expect(beside).toHaveURL(/\/login/);
  expect(await tokenOf(beside)).toBeNull();
  await beside.close();
});

test("[SESS-35] if the server does not answer, the person is told that other sessions may go on", async ({
  page,
}) => {
  await enter(page, "greta");
  await page.route("**/api/sign_out_everywhere", (route) => route.abort());
  await page.getByRole("button", { name: /^Account greta/ }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await expect(page.getByText(/other sessions of your account may still be open/)).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  expect(await tokenOf(page)).toBeNull();
});

test("[SESS-30] [SESS-31] a locked account can sign out in its dialog", async ({ page }) => {
  await signIn(page, "lars");
  const dialog = page.getByRole("dialog", { name: "Account locked" });
  await expect(dialog.getByRole("button", { name: "Stop impersonating" })).toHaveCount(0);
  await dialog.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await tokenOf(page)).toBeNull();
});

test("[SESS-32] an account that is locked during impersonation can be left", async ({ page }) => {
  await enter(page, "ada");
  await page.evaluate(() => sessionStorage.setItem("su_login_name", JSON.stringify("lars")));
  await page.reload();
  const dialog = page.getByRole("dialog", { name: "Account locked" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Stop impersonating" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Account ada/ })).toBeVisible();
});
