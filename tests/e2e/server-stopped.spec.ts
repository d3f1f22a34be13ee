import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { startOwnServer, type OwnServer } from "./support/own-server.ts";
import { enter, expectFetchedAhead, form, openForm, openPlanned, plan, title } from "./support/portal.ts";

let server: OwnServer;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startOwnServer(3, { NETPORTAL_MODE: "test" });
});
test.afterAll(() => server.remove());

const offline = (page: Page) => page.getByRole("dialog", { name: "Offline" });

async function planSite(page: Page, name: string): Promise<void> {
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill(name);
  await plan(page);
}

test("[SYS-10] [SYS-12] [SYS-13] [SYS-14] a stopped server is shown within three seconds of the first failed call; nothing planned or typed is lost, and work continues when it is back", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const context = await browser.newContext({ baseURL: server.url });
  const page = await context.newPage();
  await enter(page, "ada", "/netdoc/sites");
  await planSite(page, "e2e-before-stop");
  await expectFetchedAhead(page);

  await server.stop();
  const failed = page.waitForEvent("requestfailed");
  await page
    .getByRole("navigation", { name: "Navigation" })
    .getByRole("link", { name: "Groups", exact: true })
    .click();
  await failed;
  await expect(offline(page)).toContainText("The portal cannot reach the server.", { timeout: 3_000 });
  await expectAccessible(page);
  await offline(page).getByRole("button", { name: "Close" }).last().click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText("The server cannot be reached.");
  await page.goBack();
  await planSite(page, "e2e-while-stopped");
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await expect(planned.side.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();

  const reloaded = page.waitForEvent("load", { timeout: 30_000 });
  await server.start();
  await reloaded;
  await expect(title(page)).toHaveText("Sites");
  await expect(offline(page)).toHaveCount(0);
  for (const name of ["e2e-before-stop", "e2e-while-stopped"]) await expect(planned.item(name)).toBeVisible();
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 2 changes");

  // A form with values keeps the page open; the portal offers to reload.
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-typed");
  await expectFetchedAhead(page);
  await server.stop();
  // A network event of the browser triggers a call; without it the next call comes after a minute.
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await expect(offline(page)).toBeVisible();
  await offline(page).getByRole("button", { name: "Close" }).last().click();
  await server.start();
  await expect(page.getByText("The portal is online again.")).toBeVisible({ timeout: 30_000 });
  await expect(form(page).getByLabel("Name")).toHaveValue("e2e-typed");
  await context.close();
});
