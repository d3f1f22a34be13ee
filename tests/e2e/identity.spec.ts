import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { startIdentityGround, type IdentityGround } from "./support/identity-server.ts";
import { title } from "./support/portal.ts";

let ground: IdentityGround;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  ground = await startIdentityGround();
});
test.afterAll(() => ground.stop());

/** Goes from the login page to the provider. */
async function leave(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: "Continue to central sign-in" }).click();
  await expect(page).toHaveURL(new RegExp(`^${ground.issuer}/interaction/`));
}

/** Signs in on the pages of the provider. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("[LOGIN-01] [LOGIN-03] [LOGIN-04] [LOGIN-07] [LOGIN-11] [ROUTE-14] [SESS-02] [SESS-03] a person signs in at the provider and arrives at the requested page", async ({
  page,
}) => {
  await page.goto(`${ground.portal}/org/ou?q=Mathematik`);
  await expect(page.getByRole("radio", { name: "Central sign-in" })).toBeChecked();
  await expect(page.getByText("Two-factor authentication is required.")).toBeVisible();
  await expectAccessible(page);
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/login"));
  await leave(page);
  expect((await asked).postDataJSON()).toEqual({ stay_logged_in: false });
  const back = page.waitForRequest((request) => request.url().includes("/oic_login?"));
  const redeemed = page.waitForRequest((request) => request.url().includes("/api/oic_create_token?"));
  await signInAtProvider(page, "ada");
  expect(new URL((await redeemed).url()).search).toBe(new URL((await back).url()).search);
  await expect(page).toHaveURL(`${ground.portal}/org/ou?q=Mathematik`);
  await expect(page.getByRole("button", { name: /^Account ada/ })).toBeVisible();
  const kept = await page.evaluate(() => [sessionStorage.getItem("token"), localStorage.getItem("token")]);
  expect(kept).toEqual([expect.stringContaining("tok-"), null]);
});

test("[LOGIN-01] [LOGIN-11] a session that stays logged in works in other tabs, and the provider knows the person the next time", async ({
  page,
  context,
}) => {
  await page.goto(`${ground.portal}/login`);
  await page.getByLabel("Stay signed in").check();
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/login"));
  await leave(page);
  expect((await asked).postDataJSON()).toEqual({ stay_logged_in: true });
  await signInAtProvider(page, "greta");
  await expect(page).toHaveURL(/\/home$/);
  const other = await context.newPage();
  await other.goto(`${ground.portal}/cntl/groups`);
  await expect(title(other)).toHaveText("Groups");

  await page.getByRole("button", { name: /^Account greta/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(`${ground.portal}/login`);
  await page.getByRole("main").getByRole("button", { name: "Continue to central sign-in" }).click();
  await expect(page.getByRole("button", { name: /^Account greta/ })).toBeVisible();
});

test("[SHELL-10] [SESS-12] [SESS-14] [SESS-20] signing out everywhere ends the token, then the session of the provider, and returns to the login page", async ({
  page,
}) => {
  await page.goto(`${ground.portal}/login`);
  await leave(page);
  await signInAtProvider(page, "otto");
  await expect(page).toHaveURL(/\/home$/);
  const text = await page.evaluate(() => sessionStorage.getItem("token") ?? "");
  const { text: token } = JSON.parse(text) as { text: string };
  const order: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith("/api/sign_out_everywhere")) order.push(`ended: ${String(answer.status())}`);
  });
  page.on("request", (request) => {
    if (request.url().endsWith("/api/oic_logout")) order.push("/api/oic_logout");
  });
  await page.getByRole("button", { name: /^Account otto/ }).click();
  await page.getByRole("menuitem", { name: "Sign out everywhere" }).click();
  await expect(page).toHaveURL(new RegExp(`^${ground.issuer}/session/end`));
  expect(order).toEqual(["ended: 200", "/api/oic_logout"]);
  const answer = await page.request.get(`${ground.portal}/api/4.2/nd/site/list`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status()).toBe(401);
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(page).toHaveURL(`${ground.portal}/login`);
  expect(await page.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
  // The provider no longer knows the person, so it asks again.
  await leave(page);
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
});

test("[LOGIN-08] without a token the page shows the reason and a way back", async ({ page }) => {
  await page.goto(`${ground.portal}/login`);
  await leave(page);
  await page.getByRole("link", { name: /Cancel/ }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "The sign-in was declined or cancelled at the identity provider.",
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to sign in" }).click();
  await expect(page).toHaveURL(`${ground.portal}/login`);
});

test("[LOGIN-08] a sign-in that somebody else has started cannot be completed in this browser", async ({
  page,
  browser,
}) => {
  const attacker = await browser.newPage();
  await attacker.goto(`${ground.portal}/login`);
  await leave(attacker);
  await attacker.route("**/oic_login?*", (route) => route.abort());
  const caught = attacker.waitForRequest((request) => request.url().includes("/oic_login?"));
  await signInAtProvider(attacker, "ada").catch(() => undefined);
  await page.goto((await caught).url());
  await expect(page.getByRole("alert")).toHaveText(/unknown in this browser/);
  expect(await page.evaluate(() => sessionStorage.getItem("token"))).toBeNull();
  await attacker.close();
});

test("[LOGIN-12] a person who is not in the network database signs in through the provider", async ({
  page,
}) => {
  await page.goto(`${ground.portal}/login`);
  await leave(page);
  await signInAtProvider(page, "newcomer");
  await expect(
    page.getByText(/not in the network database|missing from the network database/).first(),
  ).toBeVisible();
});
