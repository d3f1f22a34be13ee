import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, form, rowOf, signInLink, title, toast, visit } from "./support/portal.ts";
import { openSearch, searchDialog } from "./support/search.ts";
import { run } from "./support/wapi.ts";

/** Bodies of later searches: calls of the executor with a step of this type. */
function searchCalls(page: Page, type: string): readonly string[] {
  const bodies: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.url().includes("/transaction/execute") && body.includes(`"${type}.list"`)) bodies.push(body);
  });
  return bodies;
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Texts that are shown in place of a stored value. */
const READ: Readonly<Record<string, string>> = { ap: "Access point" };

/** A row of each kind: the attribute that is searched, and the attributes that are shown, in this order. */
const KINDS = [
  ["dns.record", "FQDN|DNS record", "data", ["fqdn", "type", "data"], { type: "A" }],
  ["dns.fqdn", "FQDN", "value", ["value"], { record_count: 1 }],
  ["nd.ip_subnet", "Subnet", "cidr", ["cidr", "bcd"], {}],
  ["nd.bcd", "BCD", "name", ["name"], {}],
  ["nd.vlan", "VLAN", "name", ["name", "id", "net_instnc", "bcd"], {}],
  ["cntl.group", "Group", "name", ["name"], {}],
  ["macauth.client", "MAC", "mac_addr", ["description", "mac_addr", "bcd_name"], {}],
  ["nd.device", "Device", "fqdn", ["fqdn", "type", "nc"], { type: "ap" }],
  [
    "cntl.mgr",
    "Manager",
    "login_name",
    ["first_name", "last_name", "login_name", "email"],
    { login_name: "greta" },
  ],
] as const;

for (const [late, part] of [
  ["search", "portal-palette"],
  ["dialog around the search", "prime-dialog"],
] as const)
  test(`text that is typed while the ${late} loads stays in the field, and nothing moves`, async ({
    page,
  }) => {
    await enter(page, "otto", "/dnsvs/bcds");
    const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
    const { promise: asked, resolve: noteAsked } = Promise.withResolvers<undefined>();
    await page.route(`**/assets/${part}-*.js`, async (route) => {
      noteAsked(undefined);
      await held;
      await route.continue();
    });
    await page.reload();
    await expect(title(page)).toBeVisible();
    await page.keyboard.press("/");
    await page.keyboard.type("gh[f");
    await asked;
    await expect(searchDialog(page).field).toHaveCount(0);
    await page.keyboard.type("y");
    letGo(undefined);
    // Some of these keys arrive before the field and some after it.
    const more = "abcdefghijklmnopqrstuvwxyz0123456789";
    await page.keyboard.type(more, { delay: 8 });
    await expect(searchDialog(page).field).toHaveValue(`gh[fy${more}`);
    await page.keyboard.type("-x");
    await expect(searchDialog(page).field).toHaveValue(`gh[fy${more}-x`);
    await expect(page).toHaveURL(/\/dnsvs\/bcds$/);
  });

test("[SRCH-22] [SRCH-23] [SRCH-24] [SRCH-25] [SRCH-26] [SRCH-27] [SRCH-28] [SRCH-29] [SRCH-30] [SRCH-31] [SRCH-32] [SRCH-36] every kind of object is found and shown by its attributes, and at first only own objects are found", async ({
  page,
  request,
}) => {
  const rows = await run(
    request,
    "ada",
    KINDS.map(([type, , , , filter]) => ({
      idx: type,
      name: `${type}.list`,
      old: { ...filter, fetch_limit: 1 },
    })),
  );
  await enter(page, "ada");
  const { dialog, field, kind, search } = await openSearch(page, "/");
  const calls = searchCalls(page, "nd.vlan");
  const own = dialog.getByRole("switch", { name: "Only own objects" });
  await expect(own).toBeChecked();
  await search("101");
  const vlan = kind(/^VLAN/).first();
  await expect(vlan).toHaveText("iag-labor VLAN id 101 aussenstellen iag-labor");
  const [first = ""] = calls;
  // Places have no owner, so the switch hides none of them.
  const unowned = [...first.matchAll(/"name":"([^"]+)\.list","old":\{[^{}]*"is_own":false/g)];
  expect(new Set(unowned.map(([, type]) => type))).toEqual(new Set(["nd.site", "nd.bldg", "nd.room"]));
  expect(first.match(/"is_own":/g)?.length).toBe(first.match(/"name":/g)?.length);
  for (const type of ["nd.vxlan", "nd.vlan", "nd.ip_subnet"]) expect(first).toContain(`"${type}.list"`);
  await own.uncheck();
  await expect.poll(() => calls.length).toBe(2);
  expect(calls[1]).not.toContain('"is_own":true');
  expect(calls[1]?.match(/"is_own":false/g)?.length).toBe(calls[1]?.match(/"name":/g)?.length);
  for (const [type, , by, shown] of KINDS) {
    const row = rows[type]?.[0] ?? {};
    await search(textOf(row[by]));
    const found = dialog.locator(`a[role=option][href="/launch/${type}/${textOf(row["gpk"])}"]`);
    const text = shown.flatMap((name) => {
      const value = textOf(row[name]);
      return value === "" ? [] : [name === "id" ? `VLAN id ${value}` : (READ[value] ?? value)];
    });
    await expect(found, type).toHaveText(text.join(" "));
  }
  await search("1001");
  await expect(kind(/^VXLAN/)).toHaveText(/^iap-mgmt .*00\.10\.01$/);
  await search("org:UTM::INF::IBST");
  await expect(kind(/^Organi/).first()).toHaveText("Institute of Structural Analysis IBST UTM::INF::IBST");
  await field.fill("");
  await expect(dialog.getByRole("group", { name: "Searched before" }).getByRole("option").first()).toHaveText(
    "org:UTM::INF::IBST",
  );
});

test("[SRCH-01] [SRCH-02] [SRCH-03] [SRCH-04] [SRCH-34] [SRCH-49] [SRCH-52] the search is opened, used and closed only by keys", async ({
  page,
}) => {
  await enter(page, "otto", "/dnsvs/bcds");
  const filter = page.getByRole("searchbox");
  await filter.fill("iap");
  await filter.press("/");
  await expect(filter).toHaveValue("iap/");
  await expect(searchDialog(page).dialog).toHaveCount(0);
  await filter.press("Control+k");
  const { dialog, field, kind, line, active, search } = searchDialog(page);
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(filter).toBeFocused();
  await page.keyboard.press("Meta+k");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await title(page).focus();
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("");

  // One call for all kinds is sent after the pause.
  const calls = searchCalls(page, "nd.bcd");
  await page.keyboard.type("iap-mgmt");
  await expect(kind(/^BCD/)).toHaveText("iap-mgmt");
  await expect(active).toHaveText("iap-mgmt");
  await expect(active.locator("mark")).toHaveText("iap-mgmt");
  expect(calls).toHaveLength(1);
  await page.keyboard.press("Tab");
  await expect(active).not.toHaveText("iap-mgmt");
  await page.keyboard.press("Shift+Tab");
  await expect(active).toHaveText("iap-mgmt");
  await page.keyboard.press("ArrowUp");
  await expect(dialog.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  const opened = page.context().waitForEvent("page");
  await page.keyboard.press("Control+Enter");
  // A tab that is opened separately copies no storage of this one.
  expect(await (await opened).evaluate(() => window.opener === null)).toBe(true);
  await (await opened).close();
  await expect(field).toBeFocused();
  await expect(active).toHaveAttribute("href", /^\/launch\/nd\.bcd\/bcd-\d+$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/cntl\/bcds\/iap-mgmt$/);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("contentinfo").getByRole("link", { name: /bcd-\d+$/ })).toBeVisible();

  await openSearch(page, "/");
  await search("10.0.16.1");
  await expect(kind(/^IP address/)).toHaveText("10.0.16.1 10.0.16.0/25 iap-mgmt");
  await expect(dialog.getByText("address", { exact: true })).toBeVisible();
  await expect(kind(/^Subnet/)).toHaveText("10.0.16.0/25 iap-mgmt");
  await kind(/^IP address/).click();
  await expect(page).toHaveURL(/\/dnsvs\/ips\/10\.0\.16\.1\/records$/);

  await openSearch(page, "/");
  await expect(dialog.getByRole("group", { name: "Searched before" }).getByRole("option")).toHaveText([
    "10.0.16.1",
    "iap-mgmt",
    "Clear the search history",
  ]);
  await expect(dialog.getByRole("group", { name: "Opened last" }).getByRole("option").first()).toContainText(
    "iap-mgmt",
  );
  await page.keyboard.press("Backspace");
  await expect(field).toHaveValue("10.0.16.1");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await expect(field).toHaveValue("iap-mgmt");
  await expect(kind(/^BCD/)).toHaveText("iap-mgmt");
  await field.fill("");
  await line("Clear the search history").click();
  await expect(dialog.getByRole("group", { name: "Searched before" })).toHaveCount(0);
});

test("[SRCH-59] [SRCH-61] the best result stands large before the others, and foreign objects are not reported as missing", async ({
  page,
}) => {
  await enter(page, "otto");
  const { dialog, kind, line, active, search } = await openSearch(page);
  await search("iap");
  await expect(active).toHaveText("iap");
  const size = (found: typeof active) => found.evaluate((one) => one.getBoundingClientRect().height);
  expect(await size(active)).toBeGreaterThan(await size(kind(/^Group/).nth(1)));
  await expect(kind(/^Group/)).toHaveCount(6);
  await kind(/^Group/)
    .last()
    .click();
  await expect(page).toHaveURL(/\/object\/cntl\.group\?name_regexp=.*iap&is_own=true$/);
  await openSearch(page);
  await search("IBST");
  await expect(line("Show what is not your own")).toContainText(/Organisational units \d+/);
  await line("Show what is not your own").click();
  await expect(dialog.getByRole("switch", { name: "Only own objects" })).not.toBeChecked();
  await expect(kind(/^Organi/).first()).toContainText("IBST");
  await expect(line("Show what is not your own")).toHaveCount(0);
  await expectAccessible(page);
});

test("[SRCH-58] [DNS-15] an address that no row has is found, and its page says what is known and what is unknown", async ({
  page,
}) => {
  await enter(page, "otto");
  const { kind, search } = await openSearch(page);
  await search("10.0.16.125");
  await expect(kind(/^IP address/)).toHaveText("10.0.16.125 10.0.16.0/25 iap-mgmt");
  const calls = searchCalls(page, "tmp.any_addr");
  await kind(/^IP address/).click();
  await expect(page).toHaveURL(/\/dnsvs\/ips\/10\.0\.16\.125\/records$/);
  await expect(title(page)).toHaveText("10.0.16.125");
  const main = page.getByRole("main");
  await expect(main).toContainText("StateFree");
  await expect(main).toContainText("The MAC address is not known");
  await expect(main).toContainText("Responsible");
  await expect(main.getByRole("link", { name: "10.0.16.0/25" }).first()).toBeVisible();
  expect(calls).toHaveLength(1);
  await expectAccessible(page);
  await visit(page, "/dnsvs/ips/10.0.16.0/records");
  await expect(main).toContainText("Network address of the subnet");
  await visit(page, "/dnsvs/ips/192.0.2.1/records");
  await expect(main).toContainText("Not known: no subnet that you may read contains the address");
  await expect(main.getByRole("button", { name: "New static DHCP assignment" })).toHaveCount(0);
});

test("[NDOC-15] [DNS-15] a MAC address is found with the objects that have it and the places that saw it, also on the page of its address", async ({
  page,
  request,
}) => {
  const list = (name: string, old: Parameters<typeof run>[2][number]["old"]) => ({
    idx: "found",
    name,
    ...(old && { old }),
  });
  const { found: seen = [] } = await run(request, "otto", [
    list("nd.sighting.list", { is_own: true, fetch_limit: 500 }),
  ]);
  const { found: fixed = [] } = await run(request, "otto", [
    list("dhcp.static_assignment.list", {
      mac_addr_list: seen.map((row) => textOf(row["mac_addr"])),
      fetch_limit: 1,
    }),
  ]);
  const [address, mac] = [textOf(fixed[0]?.["ip_addr"]), textOf(fixed[0]?.["mac_addr"])];
  await enter(page, "otto");
  const { kind, search } = await openSearch(page);
  await search(mac.replaceAll(":", "-").toUpperCase());
  await expect(kind(/^Sighting/).first()).toContainText(mac);
  await expect(kind(/^Static DHCP assignment/)).toContainText(`${address} ${mac}`);
  await kind(/^Static DHCP assignment/).click();
  await expect(page).toHaveURL(/\/dhcp-leases\/bcds\//);
  await visit(page, `/dnsvs/ips/${address}/records`);
  const main = page.getByRole("main");
  await expect(main).toContainText("StateIn use");
  await expect(page.getByRole("grid", { name: "Where the MAC address was seen" })).toContainText(/Gi\d/);
  await expect(rowOf(page, /Static DHCP assignment/, mac).first()).toBeVisible();
  await expect(main.getByText("BCD", { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  const { found: leases = [] } = await run(request, "otto", [list("dhcp.lease.list", { fetch_limit: 1 })]);
  const leased = textOf(leases[0]?.["ip_addr"]);
  await visit(page, `/dnsvs/ips/${leased}/records`);
  await expect(main).toContainText("DHCP lease");
  await expect(main).toContainText(textOf(leases[0]?.["mac_addr"]));
  await expect(main).toContainText("DHCP pool");
});

test("[SHELL-03] [SHELL-04] [SRCH-06] [SRCH-07] [SRCH-08] [SRCH-09] [ROUTE-12] [SRCH-05] visitors find pages and learn what else they need; a link opens the search with its term", async ({
  page,
}) => {
  await visit(page, "/home");
  await expect(signInLink(page)).toBeVisible();
  const calls = searchCalls(page, "nd.bcd");
  await page.getByRole("banner").getByRole("button", { name: "Search or jump to…" }).click();
  const { dialog, field, kind, line } = searchDialog(page);
  await expect(field).toBeFocused();
  await field.fill("otto");
  await expect(dialog.getByText("not signed in")).toBeVisible();
  await expectAccessible(page);
  await field.fill("organisational");
  await expect(line("Organisational units")).toHaveCount(0);
  await field.fill("x".repeat(129));
  await expect(dialog.getByText("search length exceeded")).toBeVisible();
  await expect(dialog.getByText("Search input length limit of 128 characters exceeded.")).toBeVisible();
  await dialog.getByRole("button", { name: "Help on searching" }).click();
  await expect(dialog).toContainText(
    "Terms of up to 32 characters are advised; at most 128 characters are accepted.",
  );
  // A part of a label, from the middle of a word.
  await field.fill("ndor look");
  await expect(kind("Pages and commands")).toHaveText([/^Vendor lookup/]);
  await field.fill("tools");
  await expect(kind("Pages and commands")).toHaveText([/^IP tools/, /^Vendor lookup/]);
  await field.press("Enter");
  await expect(page).toHaveURL(/\/tools\/ip$/);
  expect(calls).toHaveLength(0);

  await page.goto("/launch/search/iap-mgmt%20");
  await expect(field).toHaveValue("iap-mgmt ");
  await dialog.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("User name").fill("otto");
  await page.getByLabel("Password").fill("demo");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(field).toHaveValue("iap-mgmt ");
  await expect(kind(/^BCD/)).toHaveText("iap-mgmt");
  await page.goto("/launch/search/s%2F%5Eiap-m");
  await expect(field).toHaveValue("s/^iap-m");
  await expect(kind(/^BCD/)).toHaveText("iap-mgmt");
  // The length decides, also for an account: the first term is sent, the second one is not.
  const long = "x".repeat(128);
  await field.fill(long);
  await field.press("Enter");
  await expect(dialog.getByText("Nothing found.")).toBeVisible();
  await expect(dialog.getByText("search length exceeded")).toHaveCount(0);
  expect(calls.filter((body) => body.includes(long))).toHaveLength(1);
  await field.fill(`${long}x`);
  await field.press("Enter");
  await expect(dialog.getByText("search length exceeded")).toBeVisible();
  await expect(dialog.getByRole("listbox").getByRole("option")).toHaveCount(0);
  expect(calls.filter((body) => body.includes(long))).toHaveLength(1);
  await field.fill("organisational");
  await expect(line("Organisational units").first()).toBeVisible();
});

test("[SHELL-04] pages, forms, workflows, settings and commands of the page are found by their words", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await enter(page, "ada");
  // The search is opened while the page loads; commands of the page appear when it is loaded.
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route("**/wapi/transaction/execute*", async (route) => {
    if (route.request().postData()?.includes('"iag-labor"') === true) await held;
    await route.continue();
  });
  await visit(page, "/cntl/bcds/iag-labor");
  const { dialog, field, kind, line } = await openSearch(page, "Control+k");
  const offered = kind("On this page").filter({ hasText: /^New subnet n$/ });
  await expect(line("Copy link")).toBeVisible();
  await expect(offered).toHaveCount(0);
  letGo(undefined);
  await expect(offered).toBeVisible();
  await page.unroute("**/wapi/transaction/execute*");
  await line("Copy link").click();
  await expect(toast(page, "Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/launch\/nd\.bcd\/bcd-\d+$/);
  // A command that only contains the term does not prevent the search.
  const { search } = await openSearch(page, "/");
  await search("iag-labor");
  await expect(kind(/^BCD/).first()).toHaveText("iag-labor");
  await page.keyboard.press("Escape");
  await openSearch(page, "/");
  await page.keyboard.type("edit");
  await page.keyboard.press("Enter");
  await expect(form(page)).toBeVisible();
  await expect(form(page).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(form(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  for (const [typed, address] of [
    ["mac finder", /\/tools\/macfinder$/],
    ["remote access", /\/requests\?form=/],
    ["web server", /\/tools\/hub/],
  ] as const) {
    await openSearch(page);
    await field.fill(typed);
    await expect(kind("Pages and commands").first()).toBeVisible();
    await kind("Pages and commands").first().click();
    await expect(page).toHaveURL(address);
    await expect(dialog).toHaveCount(0);
  }
  await page.goto("/home");
  await expect(title(page)).toBeVisible();
  await openSearch(page);
  // A letter starts a search and does not run a command.
  await page.keyboard.type("e");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole("group").first()).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("expert"))).not.toBe("true");
  await page.keyboard.press("Escape");
  await openSearch(page);
  await page.keyboard.type("dark theme");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await openSearch(page);
  await page.keyboard.type("language de");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("[SHELL-03] the search fills the screen", async ({ page }) => {
    await enter(page, "otto");
    await page.getByRole("banner").getByRole("button", { name: "Search or jump to…" }).tap();
    const { dialog, kind, search } = searchDialog(page);
    await search("10.0.16.1");
    await expect(kind(/^DNS record/).first()).toBeVisible();
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page);
    }
    await kind(/^DNS record/)
      .first()
      .tap();
    await expect(page).toHaveURL(/\/dnsvs\/fqdns\/.+\/records$/);
  });
});
