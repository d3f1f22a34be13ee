import { expect, test, type Locator, type Page } from "./support/test.ts";
import type { BuildVersion, SystemInfo } from "../../src/contract/wire/system.ts";
import { expectAccessible } from "./support/axe.ts";
import { cellsOf, enter, fact, fillSignIn, signIn, title, visit } from "./support/portal.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";
import { searchDialog } from "./support/search.ts";
import { read } from "./support/wapi.ts";

/** Entries that open screens; the links of Misc lead to other sites. */
function entries(page: Page): Locator {
  return page.getByRole("navigation", { name: "Navigation" }).locator('a[href^="/"]');
}

test("[NAV-28] [HOME-06] [ROUTE-63] a visitor sees home, open tools, requests and the API browser, and no entry that needs an account", async ({
  page,
}) => {
  await visit(page, "/");
  await expect(title(page)).toHaveText("Home");
  await expect(page.getByRole("main").getByText(/Welcome/)).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in", exact: true })).toHaveAttribute(
    "href",
    "/login",
  );
  await expect(page.getByRole("grid")).toHaveCount(0);
  // All links, including those that lead out of the portal.
  await expect(page.getByRole("navigation", { name: "Navigation" }).getByRole("link")).toHaveText([
    "Home",
    "DHCP leases",
    "Vendor lookup",
    "IP tools",
    "Requests",
    "API browser",
  ]);
  await expectAccessible(page);
  const info = await read<object>(page.request, "/api/system/info");
  await page.route("**/api/system/info", (route) =>
    route.fulfill({ json: { ...info, js_mods: ["macfinder"] } }),
  );
  await page.reload();
  await expect(page.getByRole("navigation", { name: "Navigation" }).getByRole("link")).toHaveText([
    "Home",
    "Vendor lookup",
    "IP tools",
    "Requests",
    "API browser",
  ]);
  await page.unroute("**/api/system/info");
  await visit(page, "/no/such/page");
  await expect(title(page)).toHaveText("Page not found");
  await expect(page.getByRole("main")).toContainText("/no/such/page");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Go to home" }).click();
  await expect(page).toHaveURL(/\/home$/);
});

test("[NAV-01] [NAV-02] [NAV-49] [SHELL-01] ada has every entry, hides the navigation permanently and shows it again", async ({
  page,
}) => {
  await enter(page, "ada");
  await expect(entries(page)).toHaveText([
    "Home",
    "DNSVS",
    "MACauth",
    "DHCP leases",
    "Netdoc",
    "Organisational units",
    "OE types",
    "Groups",
    "Managers",
    "Service accounts",
    "Hub",
    "MAC finder",
    "Vendor lookup",
    "Access points",
    "IP tools",
    "IP contact",
    "Domain finder",
    "Import",
    "Requests",
    "Changes",
    "Documentation",
    "API browser",
  ]);
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  const [left, right] = [await navigation.boundingBox(), await page.getByRole("main").boundingBox()];
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  await expect(navigation.getByRole("region")).toHaveCount(5);
  for (const [at, group] of ["Systems", "Organizations", "Tools", "Requests", "Misc"].entries()) {
    await expect(navigation.getByRole("region").nth(at)).toHaveAccessibleName(group);
  }
  // The links that lead out of the portal. The demo has an address for the one that the walks do not set.
  for (const [name, href] of [
    ["Address translation", "https://admin.tannmuehl.example/nat/"],
    ["Community chat", "https://chat.example.org/netportal"],
    ["Bug tracker", "https://bugs.example.org/netportal"],
  ] as const) {
    await expect(navigation.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
  }
  await page.getByRole("button", { name: "Collapse navigation" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand navigation" })).toBeVisible();
  const width = async (): Promise<number> => (await navigation.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeLessThan((left?.width ?? 0) / 2);
  await page.getByRole("button", { name: "Expand navigation" }).click();
  await expect(page.getByRole("button", { name: "Collapse navigation" })).toBeVisible();
  await expect.poll(width).toBe(left?.width);
});

test("[NAV-49] a demo without addresses of its operator has an example for every entry that leads out, and for support", async ({
  page,
}) => {
  await page.goto(`${READ_ONLY_URL}/login`);
  await fillSignIn(page, "otto", "demo");
  const out = page.getByRole("navigation", { name: "Navigation" }).locator("a:not([href^='/'])");
  await expect(out).toHaveText([/^Address translation/, /^Community chat/, /^Bug tracker/]);
  const hrefs = await out.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual([
    "https://admin.tannmuehl.example/nat/",
    "https://chat.tannmuehl.example",
    "https://bugs.tannmuehl.example",
  ]);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: "Support" })).toHaveAttribute(
    "href",
    "mailto:support@tannmuehl.example",
  );
});

/** Entry, address and heading of each screen. */
const ENTRIES = [
  ["DNSVS", "/dnsvs/bcds", "BCDs"],
  ["MACauth", "/macauth/bcds", "BCDs with MAC authentication"],
  ["DHCP leases", "/dhcp-leases/bcds", "DHCP leases by BCD"],
  ["Netdoc", "/netdoc/bcds", "BCDs"],
  ["Organisational units", "/org/ou", "Organisational units"],
  ["OE types", "/org/type", "OE types"],
  ["Groups", "/cntl/groups", "Groups"],
  ["Managers", "/cntl/mgr", "Managers"],
  ["Access points", "/tools/ap_list", "Access points"],
  ["MAC finder", "/tools/macfinder", "MAC finder"],
  ["IP contact", "/tools/ip_contact", "IP contact"],
  ["Domain finder", "/tools/domain_finder", "Domain finder"],
  ["Import", "/tools/import", "Import"],
  ["Requests", "/requests", "Requests"],
] as const;

// The walk is split into two halves, because a walk must end within two minutes on a slow machine too.
for (const [half, some] of [ENTRIES.slice(0, 7), ENTRIES.slice(7)].entries()) {
  test(`[SHELL-21] ada reaches every entry, each with its title, crumbs and path: ${half === 0 ? "first" : "second"} half`, async ({
    page,
  }) => {
    await enter(page, "ada");
    for (const [name, path, heading] of some) {
      await page.getByRole("navigation", { name: "Navigation" }).getByRole("link", { name }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(title(page)).toHaveText(heading);
      await expect(page).toHaveTitle(`[test] NETPORTAL | ${heading}`);
      await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(heading);
      await page.reload();
      await expect(title(page)).toHaveText(heading);
      await expectAccessible(page);
    }
  });
}

test("[PERM-04] [PERM-05] [PERM-06] [ROUTE-65] greta's navigation leaves out forbidden entries, and their paths name the permission or the module", async ({
  page,
}) => {
  await enter(page, "greta");
  await expect(entries(page)).toHaveText([
    "Home",
    "DNSVS",
    "MACauth",
    "DHCP leases",
    "Netdoc",
    "Organisational units",
    "Groups",
    "Service accounts",
    "Hub",
    "MAC finder",
    "Vendor lookup",
    "IP tools",
    "IP contact",
    "Domain finder",
    "Import",
    "Requests",
    "Changes",
    "Documentation",
    "API browser",
  ]);
  await visit(page, "/org/type");
  await expect(page.getByRole("main")).toContainText("org.rw_oet");
  await expect(page.getByRole("grid")).toHaveCount(0);
  await visit(page, "/tools/ap_list");
  await expect(page.getByRole("main")).toContainText("nd.ro:device");
  await expect(page.getByRole("grid")).toHaveCount(0);
  await visit(page, "/cntl/mgr");
  for (const permission of ["cntl.rw:mgr2group", "cntl.rw:mgr2ou", "cntl.ro:mgr"]) {
    await expect(page.getByRole("main")).toContainText(permission);
  }
  await expectAccessible(page);
  const info = await read<SystemInfo>(page.request, "/api/system/info");
  const js_mods = info.js_mods.filter((name) => name !== "macfinder");
  await page.route("**/api/system/info", (route) => route.fulfill({ json: { ...info, js_mods } }));
  await page.goto("/tools/macfinder");
  await expect(page.getByRole("main")).toContainText("This page needs the module macfinder");
  await expect(page.getByLabel("MAC address")).toHaveCount(0);
});

test("[ROUTE-02] [ROUTE-04] [ROUTE-31] [ROUTE-54] [ROUTE-62] addresses without a screen redirect to the intended screen", async ({
  page,
}) => {
  await enter(page, "greta");
  for (const [from, to] of [
    ["/dnsvs", "/dnsvs/bcds"],
    ["/dnsvs/ranges", "/dnsvs/bcds"],
    ["/netdoc", "/netdoc/bcds"],
  ] as const) {
    await visit(page, from);
    await expect(page).toHaveURL(new RegExp(`${to}$`));
  }
  const shown: unknown[] = [];
  for (const path of ["/home", "/"]) {
    await visit(page, path);
    await expect(title(page)).toHaveText("Home");
    expect(new URL(page.url()).pathname).toBe(path);
    await expect(page.getByRole("main").getByText(/^Welcome/)).toBeVisible();
    expect(await cellsOf(page, "Your networks", "iwt-arbeit")).toMatchObject({
      Category: "Workplaces",
      "Security level": "1",
    });
    await expect(page.getByRole("region", { name: "Your subnets" })).toBeVisible();
    const main = page.getByRole("main");
    shown.push([
      await main.getByRole("heading").allInnerTexts(),
      await main.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href"))),
      await main.getByRole("grid").allInnerTexts(),
    ]);
  }
  expect(shown[1]).toEqual(shown[0]);
});

test("a page that does not exist offers a search for the end of its address", async ({ page }) => {
  await enter(page, "otto", "/old/portal/igoe-lab-gast");
  await expect(title(page)).toHaveText("Page not found");
  await page.getByRole("main").getByRole("button", { name: "Search for “igoe-lab-gast”" }).click();
  const { dialog, field } = searchDialog(page);
  await expect(field).toHaveValue("igoe-lab-gast");
  await expect(dialog.getByRole("option").filter({ hasText: "igoe-lab-gast" }).first()).toBeVisible();
});

test("[SHELL-13] [SHELL-14] [SHELL-15] [SHELL-16] [SHELL-17] the footer shows version, support and the object of the page", async ({
  page,
}) => {
  await enter(page, "ada");
  const footer = page.getByRole("contentinfo");
  const support = footer.getByRole("link", { name: "Support" });
  await expect(support).toHaveAttribute("href", "mailto:support@example.org");
  await footer.getByRole("button", { name: /^test · Ahorn/ }).click();
  const version = page.getByRole("dialog", { name: "Version" });
  await expect(version).toContainText("Instance mode");
  const build = await read<BuildVersion>(page.request, "/version.json");
  const system = await read<SystemInfo>(page.request, "/api/system/info");
  for (const [label, value] of [
    ["Instance mode", "test"],
    ["Version name", "Ahorn"],
    ["Build", build.commit_short],
    ["Middleware commit", system.commit_short],
  ] as const)
    await expect(fact(version, label)).toHaveText(value);
  await expect(footer.getByRole("button")).toHaveText(
    `test · Ahorn ${system.version} · build ${build.commit_short} · middleware ${system.commit_short}`,
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(version).toHaveCount(0);
  await expect(footer.getByRole("link", { name: /^object/ })).toHaveCount(0);
  await visit(page, "/cntl/bcds/iap-tga");
  await expect(support).toHaveAttribute("href", "mailto:support@example.org");
  await footer.getByRole("link", { name: /^object bcd-/ }).click();
  await expect(page).toHaveURL(/\/object\/bcd-\d+/);
  await expect(title(page)).toContainText("iap-tga");
  await visit(page, "/dnsvs/bcds");
  await expect(title(page)).toHaveText("BCDs");
  await expect(footer.getByRole("link", { name: /^object/ })).toHaveCount(0);
});

test("a linked page starts at its top", async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 300 });
  await enter(page, "ada", "/netdoc/buildings");
  const last = page.getByRole("grid").getByRole("row").last().getByRole("link").first();
  await last.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  await last.click();
  await expect(page).toHaveURL(/\/netdoc\/sites\/.+\/.+/);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeAttached();
  await expect(title(page)).toBeInViewport();
});

test("a menu that is opened while a page loads keeps the focus", async ({ page }) => {
  let come = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route(/\/assets\/home-/, async (route) => {
    await held;
    await route.continue();
  });
  await signIn(page, "ada");
  await expect(page).toHaveURL(/\/home$/);
  await page.getByRole("button", { name: /^Language: / }).click();
  const first = page.getByRole("menuitemradio", { name: "Deutsch" });
  await expect(first).toBeFocused();
  come();
  await expect(page.getByRole("heading", { name: "Your networks" })).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
});
