import { expect, test, type BrowserContext, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import type { BuildVersion } from "../../src/contract/wire/system.ts";
import { LIMITS } from "../../src/contract/limits.ts";
import { enter, expectFetchedAhead, form, openForm, openPlanned, plan, toast } from "./support/portal.ts";
import { read } from "./support/wapi.ts";

const offlineDialog = (page: Page) => page.getByRole("dialog", { name: "Offline" });
const lines = (page: Page) => page.getByRole("complementary", { name: "State of the portal" });

/** Goes offline when everything has been preloaded. */
async function loseNetwork(page: Page, context: BrowserContext): Promise<void> {
  await expectFetchedAhead(page);
  await context.setOffline(true);
  await expect(offlineDialog(page)).toBeVisible();
}

test("[SYS-10] [SYS-12] [SYS-14] [SYS-16] offline is shown in a dialog and a line; planning continues, test and apply wait, and the page reloads when it is online", async ({
  page,
  context,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await expect(page.getByRole("grid", { name: "Site" })).toBeVisible();
  await loseNetwork(page, context);
  await expect(offlineDialog(page)).toContainText("The portal cannot reach the server.");
  await expectAccessible(page);
  await offlineDialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(offlineDialog(page)).toHaveCount(0);
  await expect(lines(page)).toContainText("You are offline. Planning goes on; test and apply wait.");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-offline");
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.item("e2e-offline")).toBeVisible();
  for (const name of ["Test", "Apply"])
    await expect(planned.side.getByRole("button", { name, exact: true })).toBeDisabled();
  await expectAccessible(page);

  const reloaded = page.waitForEvent("load");
  await context.setOffline(false);
  await reloaded;
  await expect(planned.item("e2e-offline")).toBeVisible();
  await expect(planned.side.getByRole("button", { name: "Test", exact: true })).toBeEnabled();
  await expect(lines(page)).not.toContainText("offline");
});

test("[SYS-10] answers about alerts that arrive after the network was lost do not hide the offline dialog", async ({
  page,
  context,
}) => {
  await enter(page, "ada");
  await expectFetchedAhead(page);
  const isAsked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const answer = { json: { system: [], maintenance: [] } };
  let asked = 0;
  await page.route("**/alerts.json*", async (route) => {
    asked++;
    if (asked > 2) return route.continue();
    if (asked === 1) {
      isAsked.resolve();
      await held.promise;
    }
    // The portal may have given up the first call by now.
    return route.fulfill(answer).catch(() => undefined);
  });
  await page.evaluate(() => window.dispatchEvent(new Event("online")));
  await isAsked.promise;
  await context.setOffline(true);
  await expect.poll(() => asked).toBeGreaterThan(1);
  held.resolve();
  await expect(offlineDialog(page)).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("[SYS-13] an open form keeps the page when it is online again; reloading is offered and loses no planned action", async ({
  page,
  context,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-before");
  await plan(page);
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-typed");
  await loseNetwork(page, context);
  await offlineDialog(page).getByRole("button", { name: "Close" }).last().click();
  await context.setOffline(false);
  const offer = page.getByText("The portal is online again.");
  await expect(offer).toBeVisible();
  await expect(form(page).getByLabel("Name")).toHaveValue("e2e-typed");
  await expectAccessible(page);
  // Without the form the page still reloads on demand only.
  let loads = 0;
  page.on("load", () => loads++);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(offer).toBeVisible();
  expect(loads).toBe(0);
  const reloaded = page.waitForEvent("load");
  await page.getByRole("button", { name: "Reload", exact: true }).click();
  await reloaded;
  const planned = await openPlanned(page);
  await expect(planned.item("e2e-before")).toBeVisible();
});

test("[SYS-13] an open form without input does not keep the page when it is online again", async ({
  page,
  context,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await loseNetwork(page, context);
  await offlineDialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(form(page).getByLabel("Name")).toHaveValue("");
  const reloaded = page.waitForEvent("load");
  await context.setOffline(false);
  await reloaded;
  await expect(form(page)).toHaveCount(0);
});

test("the offline dialog and its line fit on a small screen, in German and in the dark", async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, "ada");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem("locale", JSON.stringify("de")));
  await page.reload();
  await loseNetwork(page, context);
  await expect(offlineDialog(page)).toContainText("Das Portal erreicht den Server nicht.");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await offlineDialog(page).getByRole("button", { name: "Schließen" }).last().click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test("[SYS-07] [SYS-08] [SYS-09] [ERR-21] [OBJ-11] another delivered build is found within a minute and offered once; further ones are messages", async ({
  page,
}) => {
  await page.clock.install();
  await enter(page, "ada");
  const own = await read<BuildVersion>(page.request, "/version.json");
  await expect(page.getByRole("contentinfo")).toContainText(`build ${own.commit_short}`);
  const asked: string[] = [];
  const described: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/version.json")) asked.push(request.url());
    if (request.url().includes("/object_type/metadata")) described.push(request.url());
  });
  expect(LIMITS.pollEvery).toBe(60_000);
  await page.clock.runFor(LIMITS.pollEvery);
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  const dialog = page.getByRole("dialog", { name: "New version available" });
  await expect(dialog).toHaveCount(0);
  const before = described.length;

  let build = "e2e0001";
  await page.route("**/version.json*", (route) => route.fulfill({ json: { ...own, commit_short: build } }));
  // The minute begins when the answer before it has come.
  await expect(async () => {
    await page.clock.runFor(LIMITS.pollEvery);
    await expect(dialog).toContainText("A new version of the portal is available. Please reload the page.", {
      timeout: 1_000,
    });
  }).toPass();
  await expect.poll(() => described.length).toBeGreaterThan(before);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Later" }).click();
  await expect(dialog).toHaveCount(0);
  build = "e2e0002";
  await page.clock.runFor(LIMITS.pollEvery);
  await expect(toast(page, "New version available")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectAccessible(page);
  // Builds that were announced before are not announced again, as when old and new processes answer in turn.
  for (const known of ["e2e0001", "e2e0002"]) {
    build = known;
    const answered = page.waitForResponse(/\/version\.json/);
    await page.clock.runFor(LIMITS.pollEvery);
    await (await answered).finished();
    await page.clock.runFor(100);
    await expect(toast(page, "New version available")).toHaveCount(0);
    await expect(dialog).toHaveCount(0);
  }

  await page.unroute("**/version.json*");
});

test("[SYS-08] the dialog of a new version reloads the page", async ({ page }) => {
  await page.clock.install();
  await enter(page, "ada");
  await expect(page.getByRole("contentinfo")).toContainText("build ");
  await page.route("**/version.json*", (route) =>
    route.fulfill({ json: { commit_short: "e2e0003", version: "" } }),
  );
  await page.clock.runFor(LIMITS.pollEvery);
  const dialog = page.getByRole("dialog", { name: "New version available" });
  const reloaded = page.waitForEvent("load");
  await dialog.getByRole("button", { name: "Reload" }).click();
  await reloaded;
  await expect(page.getByRole("contentinfo")).toContainText("build e2e0003");
  await expect(dialog).toHaveCount(0);
});
