import { expect, test, type Page } from "./support/test.ts";
import type { BuildVersion, SystemInfo } from "../../src/contract/wire/system.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import {
  chooseInRow,
  enter,
  expectFetchedAhead,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  title,
  toast,
} from "./support/portal.ts";
import { read } from "./support/wapi.ts";

/** Raises an uncaught error, as a bug does. */
async function fail(page: Page, message: string): Promise<void> {
  await page.evaluate((text) => {
    setTimeout(() => {
      throw new Error(text);
    });
  }, message);
}

const report = (page: Page) => page.getByRole("dialog", { name: "Unhandled error" });

test("[ERR-15] [ERR-16] [ERR-18] [ERR-51] [SHELL-22] an unhandled error opens a report without the token, which can be copied and sent", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page, "ada", "/netdoc/sites");
  await expect(page.getByRole("grid", { name: "Site" })).toBeVisible();
  // Parse boundary: the token that the portal stores (SESS-04).
  const { text: token } = JSON.parse(
    await page.evaluate(() => sessionStorage.getItem("token") ?? "null"),
  ) as { text: string };
  const build = await read<BuildVersion>(page.request, "/version.json");
  // A report has the build once the portal knows it.
  await expect(page.getByRole("contentinfo")).toContainText(build.commit_short);
  await fail(page, `a bug that knows ${token}`);
  const dialog = report(page);
  const dump = await dialog.getByRole("textbox", { name: "Report" }).inputValue();
  expect(dump).not.toContain(token);
  const sysinfo = await read<SystemInfo>(page.request, "/api/system/info");
  expect(JSON.parse(dump)).toMatchObject({
    error: { name: "Error", message: "a bug that knows [redacted]" },
    request: { url: expect.stringContaining("/wapi/transaction/execute"), data: expect.any(Array) },
    route: "/netdoc/sites",
    browser: expect.stringContaining("Chrome"),
    login_name: "ada",
    build: build.commit_short,
    sysinfo,
  });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Copy" }).click();
  await expect(dialog.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(dump);
  const link = dialog.getByRole("link", { name: "Report by mail" });
  await expect(link).toHaveAttribute("href", /^mailto:support@example\.org\?.+a%20bug%20that%20knows/);
  expect(await link.getAttribute("href")).not.toContain(token);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(title(page)).toHaveText("Sites");
});

test("[ERR-50] [ERR-51] a list that a broken server answers offers the report, without mail if no address is configured", async ({
  page,
}) => {
  await page.route("/api/system/info", async (route) => {
    const answer = await route.fetch();
    const info = (await answer.json()) as SystemInfo;
    await route.fulfill({ response: answer, json: { ...info, links: { ...info.links, support: null } } });
  });
  await enter(page, "ada");
  await page.route(/transaction\/execute/, async (route) => {
    if (route.request().postData()?.includes("nd.site.list") === true)
      await route.fulfill({ status: 500, contentType: "text/html", body: "<h1>out of order</h1>" });
    else await route.continue();
  });
  await page.goto("/netdoc/sites");
  await page.getByRole("main").getByRole("button", { name: "Report the error" }).click();
  const dialog = report(page);
  expect(JSON.parse(await dialog.getByRole("textbox", { name: "Report" }).inputValue())).toMatchObject({
    error: { status: 500 },
    request: { data: expect.arrayContaining([expect.objectContaining({ name: "nd.site.list" })]) },
    route: "/netdoc/sites",
  });
  await expect(dialog.getByRole("button", { name: "Copy" })).toBeVisible();
  await expect(dialog.getByRole("link")).toHaveCount(0);
  await expectAccessible(page);
});

test("[ERR-15] the report fits on a small screen, in German and in the dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, "ada");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem("locale", JSON.stringify("de")));
  await page.reload();
  await expect(page.getByRole("button", { name: /^Konto ada/ })).toBeVisible();
  await fail(page, "ein Fehler");
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue(/ein Fehler/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("[ERR-20] [SYS-10] [SYS-14] offline an unhandled error opens the offline dialog, not the report", async ({
  page,
  context,
}) => {
  await enter(page, "ada");
  // Parts that were preloaded work without a network.
  await expectFetchedAhead(page);
  await context.setOffline(true);
  const offline = page.getByRole("dialog", { name: "Offline" });
  await expect(offline).toContainText("The portal cannot reach the server.");
  await expectAccessible(page);
  await offline.getByRole("button", { name: "Close" }).last().click();
  await expect(offline).toHaveCount(0);
  await fail(page, "a bug while offline");
  await expect(offline).toBeVisible();
  await expect(report(page)).toHaveCount(0);
});

test("a part beside the page that does not load causes a message, and the page stays", async ({ page }) => {
  await page.route("**/assets/settings-dialog-*.js", (route) => route.abort());
  await enter(page, "ada");
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await expect(toast(page, "Part not shown")).toBeVisible();
  await expectAccessible(page);
  await page.goto("/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-part");
  await plan(page);
});

test("if a QR code or the history of a row does not load, the page stays as it is", async ({ page }) => {
  await page.route(/\/assets\/(wifi-button|row-history)-/, (route) => route.abort());
  await enter(page, "greta", "/macauth/bcds/iwt-arbeit");
  const row = rowOf(page, "MAC clients", "••••").first();
  await expect(row).toBeVisible();
  await expect(title(page)).toHaveText("iwt-arbeit");
  await chooseInRow(row, "History");
  await expect(toast(page, "Part not shown")).toBeVisible();
  await expect(title(page)).toHaveText("iwt-arbeit");
  await expect(row).toBeVisible();
  await expect(row.getByRole("button", { name: "Show the QR code" })).toHaveCount(0);
});

test("a form and the list work without a missing part that only helps to fill or read them", async ({
  page,
}) => {
  await page.route(/\/assets\/(free-address|removal-parts|selected-rows)-/, (route) => route.abort());
  const failed = (part: string) =>
    page.waitForEvent("requestfailed", (request) => request.url().includes(`/${part}-`));
  await enter(page, "ada", "/netdoc/sites");
  const lost = failed("free-address");
  await openForm(page, "New site");
  await lost;
  await form(page).getByLabel("Name").fill("e2e-helped");
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.item("e2e-helped")).toBeVisible();
  const lostBelow = failed("removal-parts");
  await chooseInRow(rowOf(page, "Site", "campus-ost"), /^Delete/);
  await lostBelow;
  await expect(planned.item("campus-ost")).toBeVisible();
  await expect(planned.item("e2e-helped")).toBeVisible();
  await page.getByRole("checkbox", { name: "Select all rows" }).check();
  await expect(rowOf(page, "Site", "campus-ost").getByRole("checkbox")).toBeChecked();
  await expect(page.getByRole("button", { name: "Actions for the selected rows" })).toHaveCount(0);
});
