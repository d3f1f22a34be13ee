import { readFileSync } from "node:fs";
import { expect, test, type Page } from "./support/test.ts";
import { findRoute } from "../../src/core/route/route.ts";
import { ALL_ROUTES } from "../../src/app/all-routes.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, fillSignIn, rowOf, title, saveList, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Paths for signed-in accounts only, one for each row of the route table. */
const GUARDED = [
  "/user/tokens",
  "/user/views",
  "/org/ou",
  "/org/ou/UTM",
  "/org/type",
  "/cntl/bcds/iap-tga",
  "/cntl/groups",
  "/cntl/groups/iwt",
  "/cntl/mgr",
  "/cntl/mgr/greta",
  "/cntl/svc-accounts",
  "/cntl/svc-accounts/svc-dns",
  "/dnsvs/bcds",
  "/dnsvs/bcds/iap-tga",
  "/dnsvs/fqdns",
  "/dnsvs/fqdns/tannmuehl.example",
  "/dnsvs/fqdns/tannmuehl.example/records",
  "/dnsvs/fqdns/tannmuehl.example/references",
  "/dnsvs/ips/198.18.7.57/records",
  "/dnsvs/null_records",
  "/dnsvs/text_records",
  "/netdoc/bcds",
  "/netdoc/sites",
  "/netdoc/buildings",
  "/netdoc/sites/Campus%20Nord",
  "/netdoc/sites/Campus%20Nord/N001",
  "/netdoc/sites/Campus%20Nord/N001/room-1",
  "/netdoc/bcds/iap-tga",
  "/netdoc/map",
  "/netdoc/modules/mod-1",
  "/netdoc/modules/mod-1/p_port/pp-1",
  "/netdoc/devices/nothing.example",
  "/dnsvs/subnets/10.0.43.0-25",
  "/tools/hub",
  "/tools/macfinder",
  "/tools/ap_list",
  "/tools/ip_contact",
  "/tools/domain_finder",
  "/tools/import",
  "/object",
  "/object/nd.site",
  "/macauth/bcds",
  "/macauth/bcds/iap-tga",
  "/requests/1",
  "/changes",
] as const;

/** Paths that redirect immediately, and the path where a visitor arrives. */
const LEADING_ON = {
  "/dnsvs": "/login?return=%2Fdnsvs",
  "/dnsvs/ranges": "/login?return=%2Fdnsvs%2Franges",
  "/macauth": "/login?return=%2Fmacauth",
  "/netdoc": "/login?return=%2Fnetdoc",
  "/dhcp-leases": "/dhcp-leases/bcds",
} as const;

const OPEN = [
  "/",
  "/login",
  "/oic_login",
  "/home",
  "/tools/ip",
  "/tools/oui_lookup",
  "/swagger",
  "/lab/colors",
  "/docs",
  "/docs/user-guide",
  "/docs/templates",
  "/docs/api-guide",
  "/docs/operating",
  "/docs/import",
  "/docs/services",
  "/docs/security",
  "/docs/wire-contract",
  "/dhcp-leases/bcds",
  "/dhcp-leases/bcds/iwt-arbeit",
  "/requests",
  "/no/such/page",
] as const;

test("[ROUTE-64] [ROUTE-13] a visitor is asked to sign in on every page except the open ones, and then returns to the requested page", async ({
  page,
}) => {
  const tried = ["/launch/home", ...Object.keys(LEADING_ON), ...OPEN, ...GUARDED].map((path) =>
    decodeURI(path),
  );
  const paths = ALL_ROUTES.map((route) => route.path);
  expect(
    paths.filter((path) => !tried.some((one) => findRoute(ALL_ROUTES, one)?.route.path === path)),
    "No path of these routes: GUARDED, OPEN or LEADING_ON of tests/e2e/routes.spec.ts has one",
  ).toEqual([]);
  for (const path of OPEN) {
    await page.goto(path);
    // The API browser has an additional heading of its own.
    await expect(title(page).first()).toBeVisible();
    expect(new URL(page.url()).pathname, path).toBe(path);
  }
  for (const [path, end] of Object.entries(LEADING_ON)) {
    await visit(page, path);
    await expect(page, path).toHaveURL(end);
  }
  for (const path of GUARDED) {
    await page.goto(path);
    await expect(page, path).toHaveURL(`/login?return=${encodeURIComponent(path)}`);
  }
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/changes$/);
  await page.evaluate(() => sessionStorage.clear());
  // A launch link is checked at its target: visitors may open home, but no form.
  await page.goto("/launch/home");
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/launch/create/nd.site?name=walk");
  await expect(page).toHaveURL(/\/login\?/);
  await expect(title(page)).toHaveText("Sign in");
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/object\/nd\.site\?.*create/);
});

test("[ROUTE-01] paths that visitors may open show the same screen when they are reloaded", async ({
  page,
}) => {
  for (const path of OPEN) {
    await page.goto(path);
    await expectSameWhenReloaded(page, path);
  }
});

async function expectSameWhenReloaded(page: Page, path: string): Promise<void> {
  // The API browser has an additional heading of its own.
  const heading = title(page).first();
  await expect(heading).not.toBeEmpty();
  // Until its rows arrive, a page is named by its path.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const before = await heading.innerText();
  await page.reload();
  await expect(heading, path).toHaveText(before);
  expect(page.url()).not.toContain("#");
  expect(new URL(page.url()).pathname).toBe(path);
}

const PATHS = ["/home", ...GUARDED];
const PATHS_OF_WALK = 12;

for (let from = 0; from < PATHS.length; from += PATHS_OF_WALK)
  test(`[ROUTE-01] [ROUTE-03] paths are clean, and reloading any of them shows the same screen, from ${PATHS[from] ?? ""} on`, async ({
    page,
  }) => {
    await enter(page, "ada");
    await expect(title(page)).toHaveText("Home");
    for (const path of PATHS.slice(from, from + PATHS_OF_WALK)) {
      await page.goto(path);
      await expectSameWhenReloaded(page, path);
    }
  });

/** Saves the table as CSV and returns its lines, the header first. */
async function csv(page: Page): Promise<readonly string[]> {
  return readFileSync(await saveList(page), "utf8")
    .trimEnd()
    .split("\r\n");
}

test("[ROUTE-55] [ROUTE-56] [ROUTE-57] [ROUTE-58] [ROUTE-59] [ROUTE-60] [LIST-06] the lists of DNSVS show names, records, references and addresses, and each can be saved as CSV", async ({
  page,
  request,
}) => {
  const { pointing, six, root } = await run(request, "ada", [
    { idx: "pointing", name: "dns.record.list", old: { type: "CNAME", fetch_limit: 1 } },
    { idx: "root", name: "dns.fqdn.list", old: { value: "." } },
    { idx: "six", name: "dns.record.list", old: { type: "AAAA", fetch_limit: 1 } },
  ]);
  const [alias = ""] = textsOf(pointing, "fqdn");
  const [target = ""] = textsOf(pointing, "target_fqdn");
  const [host = ""] = textsOf(six, "fqdn");
  const [address = ""] = textsOf(six, "target_ipaddr");
  await enter(page, "ada");
  for (const [path, text] of [
    ["/dnsvs/bcds?q=iap-tga", "iap-tga"],
    [`/dnsvs/fqdns?q=${alias}`, alias],
    [`/dnsvs/fqdns/${target}/references?q=${alias}`, alias],
    [`/dnsvs/ips/${address}/records?q=${host}`, host],
    ["/dnsvs/ips/198.18.7.57/records?records.q=radio", "www.radio.wohnheim.example.edu."],
    [`/dnsvs/fqdns/${host}/records`, address],
    ["/dnsvs/null_records?q=198.18.7.57", "198.18.7.57"],
    ["/dnsvs/bcds/iap-tga", "10.0.43."],
  ] as const) {
    await page.goto(path);
    const row = page.getByRole("grid").getByRole("row").filter({ hasText: text }).first();
    await expect(row, path).toBeVisible();
    const lines = await csv(page);
    expect(lines.length, path).toBeGreaterThan(1);
    expect(
      lines.slice(1).filter((line) => line.includes(text)),
      path,
    ).not.toEqual([]);
  }
  // A page of one name or address has its records, and no others.
  for (const [path, old] of [
    [`/dnsvs/fqdns/${host}/records`, { fqdn: host }],
    [`/dnsvs/fqdns/${target}/references`, { target_fqdn: target }],
    [`/dnsvs/ips/${address}/records`, { target_ipaddr: address }],
    ["/dnsvs/ips/198.18.7.57/records", { target_ipaddr: "198.18.7.57" }],
  ] as const) {
    const { all = [] } = await run(request, "ada", [{ idx: "all", name: "dns.record.list", old }]);
    await page.goto(path);
    await expect(page.getByRole("grid").first().getByRole("row").nth(1), path).toBeVisible();
    expect((await csv(page)).length, path).toBe(1 + all.length);
  }
  await page.goto("/dnsvs/bcds?q=iap-tga");
  await page.getByRole("grid").getByRole("link", { name: "iap-tga", exact: true }).click();
  await expect(page).toHaveURL(/\/dnsvs\/bcds\/iap-tga$/);
  await expect(rowOf(page, "Records", "10.0.43.").first()).toBeVisible();
  for (const [path, name] of [
    [`/dnsvs/fqdns/${target}`, target],
    [`/dnsvs/fqdns/${target.replace(/\.$/, "")}`, target],
    ["/dnsvs/fqdns/$", "."],
  ] as const) {
    await page.goto(path);
    await expect(title(page)).toHaveText(name);
  }
  // The root name also has a sheet, and people can type the address of the links to it.
  await expect(page.getByRole("main")).toContainText("Zone apex");
  await page.goto(`/launch/dns.fqdn/${textsOf(root, "gpk")[0] ?? ""}`);
  await expect(page).toHaveURL(/\/dnsvs\/fqdns\/\$$/);
  await expectAccessible(page);
});
