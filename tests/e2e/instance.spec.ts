import { expect, test } from "./support/test.ts";
import type { Alerts } from "../../src/contract/wire/system.ts";
import { expectAccessible } from "./support/axe.ts";
import { chooseInAccount, enter, table, title } from "./support/portal.ts";
import { startOwnServer } from "./support/own-server.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";
import { read } from "./support/wapi.ts";

test("[SYS-03] [SYS-04] [SYS-05] a banner marks a development and a test instance", async ({ page }) => {
  const banner = page.getByRole("complementary", { name: "State of the portal" });
  await page.goto("/");
  await expect(banner).toContainText("Test instance: it is reset nightly from production.");
  await page.goto(READ_ONLY_URL);
  await expect(banner).toContainText("Development instance: data may change or vanish at any time.");
  await expect(page).toHaveTitle("[devel] NETPORTAL | Home");
  await expectAccessible(page);
});

test("[SYS-06] [LOGIN-06] a production instance has no banner, and accepts the identity provider and API tokens alone", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const server = await startOwnServer(4, {
    NETPORTAL_MODE: "production",
    NETPORTAL_PUBLIC_URL: "https://netportal.example.org",
    NETPORTAL_OIDC_ISSUER: "https://idp.example.org",
    NETPORTAL_OIDC_CLIENT_ID: "netportal",
  });
  try {
    await page.goto(server.url);
    await expect(title(page)).toHaveText("Home");
    await expect(page).toHaveTitle("NETPORTAL | Home");
    await expect(page.getByRole("contentinfo")).toContainText("production");
    const banner = page.getByRole("complementary", { name: "State of the portal" });
    await expect(banner.getByRole("listitem")).toHaveText(["Texts that come from the API lack translation."]);
    await page.goto(`${server.url}/login`);
    const ways = page.getByRole("group", { name: "Way to sign in" });
    await expect(ways.locator("label")).toHaveText(["Central sign-in", "API token"]);
    await ways.getByRole("radio", { name: "API token" }).check();
    await expect(page.getByRole("textbox", { name: "API token" })).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveCount(0);
  } finally {
    await server.remove();
  }
});

test("[ALERT-04] [ALERT-05] the indicator shows the number of alerts and opens all with their text", async ({
  page,
}) => {
  const { system, maintenance } = await read<Alerts>(page.request, "/api/alerts.json");
  await page.goto("/");
  const count = system.length + maintenance.length;
  const indicator = page.getByRole("button", { name: `${String(count)} alerts`, exact: true });
  await expect(indicator).toHaveText(String(count));
  await indicator.click();
  const dialog = page.getByRole("dialog", { name: "Alerts" });
  await expect(dialog.getByRole("listitem")).toHaveCount(count);
  for (const { title: named, content } of system) {
    const alert = dialog.getByRole("listitem").filter({ hasText: named.en ?? named.de ?? "?" });
    await expect(alert).toContainText(content.en ?? content.de ?? "?");
  }
  for (const { subject } of maintenance) await expect(dialog).toContainText(subject);
  await expectAccessible(page);
});

test("[SHELL-07] [SHELL-08] [ROUTE-15] the menu of the account leads to its subaccounts and tokens", async ({
  page,
}) => {
  await enter(page, "otto");
  for (const entry of ["Subaccounts", "API tokens"]) {
    await page.goto("/home");
    await expect(title(page)).toHaveText("Home");
    await chooseInAccount(page, "otto", entry);
    await expect(page).toHaveURL(/\/user\/tokens$/);
    await expect(table(page, entry)).toBeVisible();
  }
});

test("[ALERT-01] [ALERT-02] [ALERT-03] the indicator has the danger colour while there is a critical alert, the primary colour for others, and the success colour for none", async ({
  page,
}) => {
  const running = {
    gpk: "maint-1",
    subject: "New core router",
    ts_begin: "2020-01-01T00:00:00Z",
    ts_end: null,
    is_active: true,
  };
  const later = { ...running, ts_begin: "2096-01-01T00:00:00Z", is_active: false };
  const bell = page.getByRole("banner").getByRole("button", { name: /^(1 alert|No alerts)$/ });
  const colourOf = (token: string): Promise<string> =>
    page.evaluate((name) => {
      const sample = document.createElement("i");
      sample.style.color = `var(${name})`;
      document.body.append(sample);
      const { color } = getComputedStyle(sample);
      sample.remove();
      return color;
    }, token);
  for (const [maintenance, colour] of [
    [[running], "--bad"],
    [[later], "--accent"],
    [[], "--ok"],
  ] as const) {
    await page.unrouteAll();
    await page.route("**/alerts.json*", (route) => route.fulfill({ json: { system: [], maintenance } }));
    await page.goto("/");
    await expect(bell).toHaveAccessibleName(maintenance.length === 0 ? "No alerts" : "1 alert");
    await expect(bell).toHaveCSS("color", await colourOf(colour));
  }
});
