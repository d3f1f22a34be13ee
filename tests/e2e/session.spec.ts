import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, fillSignIn, signIn, signInLink, signOut, title, toast, visit } from "./support/portal.ts";

/** The API token of this account of the demo campus. */
function tokenOf(account: string): string {
  const folder = process.env["E2E_DATA"] ?? "";
  // Parse boundary: the file of the demo campus, name to token.
  const tokens = JSON.parse(readFileSync(join(folder, "demo-tokens.json"), "utf8")) as Record<string, string>;
  return tokens[account] ?? "";
}

async function enterToken(page: Page, text: string, stays = false): Promise<void> {
  await page.goto("/login");
  await page.getByRole("radio", { name: "API token" }).check();
  await page.getByRole("main").getByRole("textbox", { name: "API token" }).fill(text);
  if (stays) await page.getByLabel("Stay signed in").check();
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Whether the storage of the tab and that of the browser have a token. */
const kept = (page: Page) =>
  page.evaluate(() => [sessionStorage, localStorage].map((storage) => storage.getItem("token") !== null));

test("[LOGIN-03] [LOGIN-06] [LOGIN-10] [SHELL-09] [SHELL-11] a visitor is sent to the login page, returns to the requested page and signs out", async ({
  page,
}) => {
  await page.goto("/org/ou?q=Mathematik");
  await expect(page).toHaveURL(/\/login/);
  await expect(title(page)).toHaveText("Sign in");
  await expect(page.getByText("Two-factor authentication is required.")).toBeVisible();
  await expectAccessible(page);

  await fillSignIn(page, "ada", "wrong");
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Password")).toBeFocused();
  await expectAccessible(page);

  const asked = page.waitForRequest((request) => request.url().endsWith("/api/login"));
  await fillSignIn(page, "ada", "demo");
  expect((await asked).postDataJSON()).toMatchObject({ stay_logged_in: false });
  await expect(page).toHaveURL(/\/org\/ou\?q=Mathematik$/);
  await expect(page.getByRole("searchbox")).toHaveValue("Mathematik");

  const bar = page.getByRole("banner");
  await expect(bar.getByRole("button", { name: /^Account ada/ })).toBeVisible();
  await signOut(page, "ada");
  await page.goto("/org/ou");
  await expect(page).toHaveURL(/\/login/);
  await visit(page, "/home");
  await expect(bar.getByRole("button", { name: /^Account/ })).toHaveCount(0);
  await bar.getByRole("button", { name: "Local settings" }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await expect(page.getByRole("dialog", { name: "Local settings" })).toBeVisible();
  await page.keyboard.press("Escape");
  await bar.getByRole("button", { name: "Language: EN" }).click();
  await expect(page.getByRole("menuitemradio", { name: "Deutsch" })).toBeVisible();
  await page.keyboard.press("Escape");
  await signInLink(page).click();
  await expect(page).toHaveURL(/\/login/);
  await enter(page, "ada");
});

test("[LOGIN-11] a session is stored in the browser if it stays logged in; otherwise it is stored in the tab and ends with the tab", async ({
  page,
  context,
}) => {
  const first = await context.newPage();
  await enter(first, "greta");
  expect(await kept(first)).toEqual([true, false]);
  await first.close();
  await page.goto("/cntl/groups");
  await expect(page).toHaveURL(/\/login/);

  await page.goto("/login");
  await page.getByLabel("Stay signed in").check();
  const asked = page.waitForRequest((request) => request.url().endsWith("/api/login"));
  await fillSignIn(page, "greta", "demo");
  expect((await asked).postDataJSON()).toMatchObject({ stay_logged_in: true });
  await expect(page).toHaveURL(/\/home$/);
  expect(await kept(page)).toEqual([false, true]);
  const third = await context.newPage();
  await third.goto("/cntl/groups");
  await expect(title(third)).toHaveText("Groups");
});

test("[LOGIN-02] [LOGIN-11] an API token signs in with the rights of its account, can stay signed in, and keeps its own end", async ({
  page,
}) => {
  const text = tokenOf("svc-dns");
  const end = async (): Promise<unknown> => {
    const answer = await page.request.get("/api/4.2/cntl/wapi_auth/list?is_current=true", {
      headers: { authorization: `Bearer ${text}` },
    });
    // Parse boundary: one list with the row of the token (wire contract 1.2).
    const [[row]] = (await answer.json()) as [[{ readonly expiration_date: string | null }]];
    return row.expiration_date;
  };
  const before = await end();
  await enterToken(page, text, true);
  await expect(page.getByRole("button", { name: /^Account svc-dns/ })).toBeVisible();
  expect(await end()).toEqual(before);
  expect(await kept(page)).toEqual([false, true]);
});

test("[SESS-06] [LOGIN-11] a token that somebody enters counts as compatible; signing out forgets the token, which stays valid", async ({
  page,
}) => {
  const text = tokenOf("svc-dns");
  await enterToken(page, text);
  await expect(page.getByRole("button", { name: /^Account svc-dns/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: /^Account svc-dns/ })).toBeVisible();
  await expect(title(page)).toHaveText("Home");
  await expect(toast(page, "Incompatible token")).toHaveCount(0);
  expect(await kept(page)).toEqual([true, false]);
  const stored = () =>
    page.evaluate(() =>
      JSON.stringify([sessionStorage, localStorage].map((storage) => Object.entries(storage))),
    );
  expect(await stored()).toContain(text);
  await page.getByRole("button", { name: /^Account svc-dns/ }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(await stored()).not.toContain(text);
  const answer = await page.request.get("/api/4.2/cntl/mgr/list?is_self=true", {
    headers: { authorization: `Bearer ${text}` },
  });
  expect(answer.status()).toBe(200);
});

test("[LOGIN-02] an invalid token is refused on the page", async ({ page }) => {
  await page.goto("/login");
  await page.getByRole("radio", { name: "API token" }).check();
  await page.getByRole("main").getByRole("textbox", { name: "API token" }).fill("nothing-like-a-token");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test("[PERM-18] [PERM-19] [ERR-03] a locked account learns that it is locked", async ({ page }) => {
  await signIn(page, "lars");
  const dialog = page.getByRole("dialog", { name: "Account locked" });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
});

test("[LOGIN-12] [HOME-04] [PERM-20] a person who is not in the network database signs in and reads what this means", async ({
  page,
}) => {
  await enter(page, "nora");
  await expect(
    page.getByText(/not in the network database|missing from the network database/).first(),
  ).toBeVisible();
  await expect(page.getByRole("grid")).toHaveCount(0);
  await expectAccessible(page);
});
