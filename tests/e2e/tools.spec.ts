import { readFileSync } from "node:fs";
import { expect, test, type Locator, type Page } from "./support/test.ts";
import type { MacJob } from "../../src/contract/wire/tools.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, signOut, table, title, visit, saveList } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Texts in a typeface or colour, and surfaces in a colour, that the stylesheet of the portal does not have. */
async function foreignLooks(page: Page, within: string): Promise<readonly string[]> {
  return page.locator(within).evaluate((root) => {
    const probe = document.createElement("i");
    document.body.append(probe);
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
    const names = rules.flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : []));
    const own = (property: string): ReadonlySet<string> =>
      new Set(
        ["inherit", ...new Set(names.filter((name) => name.startsWith("--")))].map((name) => {
          probe.style.cssText = `${property}: ${name === "inherit" ? name : `var(${name})`}`;
          return getComputedStyle(probe).getPropertyValue(property);
        }),
      );
    const [faces, colours, surfaces] = ["font-family", "color", "background-color"].map(own);
    const found = [...root.querySelectorAll("*")].flatMap((one) => {
      if (!one.checkVisibility()) return [];
      const { fontFamily, color, backgroundColor } = getComputedStyle(one);
      const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return [
        ...(hasText && faces?.has(fontFamily) !== true ? [fontFamily] : []),
        ...(hasText && colours?.has(color) !== true ? [color] : []),
        ...(surfaces?.has(backgroundColor) === true ? [] : [backgroundColor]),
      ].map((look) => `${one.localName}.${one.className.toString()}: ${look}`);
    });
    probe.remove();
    return found;
  });
}

/** Targets of the links of a row. */
function hrefsIn(row: Locator): Promise<readonly (string | null)[]> {
  return row.getByRole("link").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
}

/** Addresses that the tools ask from now on. */
function toolCalls(page: Page): readonly string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/api\/(macfinder|oui_lookup|ip_contact|domainfinder)/.test(request.url()))
      calls.push(request.url());
  });
  return calls;
}

test("[ROUTE-49] [TOOL-11] [TOOL-12] [TOOL-13] [TOOL-14] [TOOL-15] [TOOL-16] [TOOL-17] [TOOL-18] [TOOL-20] a visitor uses the IP tools, which send no call", async ({
  page,
}) => {
  await visit(page, "/tools/ip");
  await expect(title(page)).toHaveText("IP tools");
  await expect(page.getByRole("main").getByRole("region").first()).toBeVisible();
  const calls: string[] = [];
  page.on("request", (request) => {
    // Polling and preloading are not calls of a tool.
    if (/\/api\/(?!alerts\.json)/.test(request.url())) calls.push(request.url());
  });
  const main = page.getByRole("main");
  const tool = (name: string) => main.getByRole("region", { name });
  const eui64 = tool("EUI-64 address from subnet and MAC address");
  await eui64.getByLabel("IPv6 subnet").fill("2001:db8:47:11::/64");
  await eui64.getByLabel("MAC address").fill("00:53:aa:bb:cc:dd");
  await expect(eui64.getByText("2001:db8:47:11:253:aaff:febb:ccdd")).toBeVisible();
  await eui64.getByLabel("MAC address").fill("00:53");
  await expect(eui64.getByText("invalid MAC address")).toBeVisible();
  for (const wrong of ["2001:db8::1/64", "::/0"]) {
    await eui64.getByLabel("IPv6 subnet").fill(wrong);
    await expect(eui64.getByText("invalid IPv6 subnet")).toBeVisible();
  }
  await eui64.getByLabel("IPv6 subnet").fill("2001:db8::/65");
  await expect(eui64.getByText(/needs 64 bits of the subnet/)).toBeVisible();
  for (const [name, label, wrong, message] of [
    [
      "MAC address from an EUI-64 address",
      "Link-local or other EUI-64 address",
      "x",
      "invalid link-local address",
    ],
    [
      "MAC address from an EUI-64 address",
      "Link-local or other EUI-64 address",
      "fe80::1",
      "address not EUI-64 based",
    ],
    ["Forms of an IPv6 address", "IPv6 address", "1.2.3.4", "invalid IPv6 address"],
    ["URL with an IPv6 address", "URL", "nothing", "invalid URL"],
    ["Reverse name and number of an address", "IP address", "1.2.3", "invalid IP address"],
    ["BCD id and VNI", "BCD id or VNI", "47.1", "invalid BCD"],
  ] as const) {
    await tool(name).getByLabel(label, { exact: true }).fill(wrong);
    await expect(tool(name).getByText(message)).toBeVisible();
  }
  await expectAccessible(page);
  expect(calls).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test("[TOOL-06] [TOOL-07] [TOOL-47] [ROUTE-47] a visitor looks a vendor up", async ({ page }) => {
  await visit(page, "/tools/oui_lookup");
  await expect(title(page)).toHaveText("Vendor lookup");
  const main = page.getByRole("main");
  const search = async (text: string): Promise<void> => {
    await main.getByLabel("MAC address or its beginning").fill(text);
    await main.getByRole("button", { name: "Search" }).click();
  };
  for (const known of ["00-1B-63-aa-bb-cc", "001b63"]) {
    await search(known);
    await expect(main.getByText("Apple, Inc.")).toBeVisible();
    await search("02:00:00");
    await expect(main.getByText("No manufacturer is associated with 02:00:00.")).toBeVisible();
    await expect(main.getByText("Apple, Inc.")).toHaveCount(0);
  }
  const calls = toolCalls(page);
  await search("zz");
  await expect(main.getByRole("alert")).toHaveText(
    "The vendor could not be looked up: a MAC address has twelve hex digits, and six of them are enough",
  );
  expect(calls).toEqual([]);
  await expectAccessible(page);
});

test("[TOOL-02] [TOOL-04] [ROUTE-46] ada searches a MAC address, and the search is still there after a reload", async ({
  page,
}) => {
  await enter(page, "ada", "/tools/macfinder");
  await expect(title(page)).toHaveText("MAC finder");
  const main = page.getByRole("main");
  await main.getByLabel("MAC address").fill("00:53:00:00:99:99");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByText("No devices found.")).toBeVisible();
  await page.reload();
  await expect(main.getByRole("heading", { name: "00:53:00:00:99:99" })).toBeVisible();
  await expect(main.getByText("No devices found.")).toBeVisible();
  await expectAccessible(page);
});

test("[TOOL-01] ada sees where the network saw a device: its switch, port, socket, room and BCD, each with a link", async ({
  page,
}) => {
  const { client = [], port = [] } = await run(page.request, "ada", [
    { idx: "port", name: "nd.l_port.list" },
    { idx: "client", name: "macauth.client.list" },
  ]);
  const wired = new Set(port.filter((one) => one["p_port_gfk"] !== null).map((one) => one["bcd"]));
  const seen = client.filter((one) => wired.has(one["bcd_name"] ?? null));
  const [mac = "none"] = textsOf(seen, "mac_addr");
  await enter(page, "ada", "/tools/macfinder");
  const main = page.getByRole("main");
  await main.getByLabel("MAC address").fill(mac);
  await main.getByRole("button", { name: "Search" }).click();
  const hit = main.getByRole("table", { name: mac }).getByRole("row").nth(1);
  for (const href of [
    /^\/netdoc\/devices\/.+/,
    /^\/netdoc\/modules\/mod-\d+\/p_port\/pp-\d+$/,
    /^\/netdoc\/sites\/.+\/room-\d+$/,
    /^\/cntl\/bcds\/.+/,
  ])
    await expect.poll(() => hrefsIn(hit)).toContainEqual(expect.stringMatching(href));
  await expect(hit).not.toContainText(/(pp|mod|room)-\d+/);
  await expectAccessible(page);
  await hit.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/netdoc\/devices\//);
});

test("[TOOL-22] [TOOL-24] [TOOL-25] [TOOL-47] [ROUTE-50] [ROUTE-51] [ROUTE-87] ada finds who is responsible for an address and a name", async ({
  page,
}) => {
  await enter(page, "ada");
  const main = page.getByRole("main");
  await visit(page, "/tools/ip_contact");
  await expect(title(page)).toHaveText("IP contact");
  const calls = toolCalls(page);
  await main.getByLabel("IP address").fill("999.1.1.1");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("alert")).toHaveText("The contact could not be found: invalid IP address");
  expect(calls).toEqual([]);
  await main.getByLabel("IP address").fill("203.0.113.254");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("alert")).toHaveText(
    /^The contact could not be found: (?!invalid IP address).*203\.0\.113\.254/,
  );
  await expectAccessible(page);
  await visit(page, "/tools/domain_finder");
  await expect(title(page)).toHaveText("Domain finder");
  await main.getByLabel("Part of a name").fill("example");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("table", { name: "Results" }).getByRole("row").nth(1)).toContainText("example");
  await expectAccessible(page);
  const found = main.getByRole("table", { name: "Results" }).getByRole("row").nth(1).getByRole("link");
  await expect(found.first()).toHaveAttribute("href", /^\/dnsvs\/fqdns\/./);
  const asked = calls.length;
  await main.getByLabel("Part of a name").fill("e");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("alert")).toHaveText(
    "The domain search failed: a text has 2 to 128 characters",
  );
  await visit(page, "/tools/macfinder");
  await main.getByLabel("MAC address").fill("00:53");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("alert")).toHaveText("The search could not be started: invalid MAC address");
  expect(calls).toHaveLength(asked);
  await visit(page, "/dnsvs/ips/999.1.1.1/records");
  await expect(main.getByText("invalid IP address")).toBeVisible();
});

test("[ROUTE-06] [ROUTE-07] [ROUTE-08] [ROUTE-93] the API browser lists all calls and tries them with the session, within the content security policy", async ({
  page,
}) => {
  const refused: string[] = [];
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
  });
  await enter(page, "ada", "/swagger");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { name: /NETDB-API/ })).toBeVisible();
  await expect(main.getByText("writes 'Bearer ' before the token")).toBeVisible();
  // The browser needs a while to read the description of half a megabyte.
  const tag = main.locator("#operations-tag-org");
  await expect(tag).toBeVisible({ timeout: 30_000 });
  await tag.click();
  const call = main.locator(".opblock").filter({ hasText: "/org/unit_type/list" }).first();
  await call.locator(".opblock-summary-control").click();
  await call.getByRole("button", { name: "Try it out" }).click();
  const answered = page.waitForResponse(/org\/unit_type\/list/);
  await call.getByRole("button", { name: "Execute" }).click();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  expect(answer.request().headers()["authorization"]).toMatch(/^Bearer /);
  expect(refused).toEqual([]);
  await expectAccessible(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => foreignLooks(page, ".swagger-ui"), colorScheme).toEqual([]);
  }
  // The listing of the call is copied and shown to others.
  await expect(call.locator(".curl-command")).toContainText("curl -X");
  await expect(call.locator(".curl-command")).not.toContainText("Bearer");
});

test("[ROUTE-48] [TOOL-09] an access point leads to its device, its switch port, its socket and its room", async ({
  page,
}) => {
  await enter(page, "ada", "/tools/ap_list");
  await expect(title(page)).toHaveText("Access points");
  const list = table(page, /access point/i);
  const heads = ["FQDN", "Switch port", "Socket", "Room", "Speed", "Power", "Serial number"];
  for (const head of heads)
    await expect(list.getByRole("columnheader", { name: head, exact: true })).toBeVisible();
  const row = list.getByRole("row").filter({ hasText: "ap-" }).first();
  const fqdn = await row.getByRole("link", { name: /^ap-/ }).first().innerText();
  const { ap = [] } = await run(page.request, "ada", [
    { idx: "ap", name: "nd.access_point.list", old: { fqdn } },
  ]);
  const { speed, power, serial_number: serial } = ap[0] ?? {};
  for (const value of [speed, power, serial])
    await expect(row).toContainText(JSON.stringify(value).replaceAll('"', ""));
  for (const [text, href] of [
    [/^ap-/, /^\/netdoc\/devices\/ap-/],
    [/\/Gi1\/0\/\d+$/, /^\/netdoc\/modules\/mod-\d+\/p_port\/pp-\d+$/],
    [/\/dose-1\/1$/, /^\/netdoc\/modules\/mod-\d+\/p_port\/pp-\d+$/],
    [/^[^/]+\/[^/]+\/[^/]+$/, /^\/netdoc\/sites\/.+\/room-\d+$/],
  ] as const)
    await expect(row.getByRole("link", { name: text }).first()).toHaveAttribute("href", href);
  await expectAccessible(page);
  await row.getByRole("link", { name: /\/dose-1\/1$/ }).click();
  await expect(title(page)).toContainText("dose-1/1");
});

test("[ROUTE-05] /lab/colors shows the palette and the colours of texts, and is not in the navigation", async ({
  page,
}) => {
  await visit(page, "/lab/colors");
  await expect(title(page)).toHaveText("Colour palette");
  for (const name of ["Light", "Dark"]) {
    const part = page.getByRole("region", { name });
    await expect(part.getByRole("listitem").filter({ hasText: /^--accent#/ })).toContainText("Contrast with");
  }
  const generated = page.getByRole("region", { name: "Generated from texts" });
  const colour = (text: string) =>
    generated.getByRole("listitem").filter({ hasText: text }).first().locator(".lab-colour");
  const samples = await generated.getByRole("listitem").count();
  await generated.getByLabel("Text").fill("Werft am Hafen");
  await expect(generated.getByRole("listitem")).toHaveCount(samples + 1);
  await expect(colour("Werft am Hafen")).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(
    page.getByRole("navigation", { name: "Navigation" }).locator("a[href='/lab/colors']"),
  ).toHaveCount(0);
  await expectAccessible(page);
});

test("[TOOL-03] a search that failed in the server says so, with its reason", async ({ page }) => {
  await enter(page, "ada");
  // No request makes a search fail, so the walk changes the outcome in a real answer.
  await page.route("**/api/macfinder/jobs**", async (route) => {
    const response = await route.fetch();
    const job = (await response.json()) as MacJob;
    const failed = { state: "failed", hit_list: null, detail: "The search failed in the server." };
    await route.fulfill({ response, json: { ...job, ...failed } });
  });
  await visit(page, "/tools/macfinder");
  const main = page.getByRole("main");
  await main.getByLabel("MAC address").fill("00:53:00:00:99:98");
  await main.getByRole("button", { name: "Search" }).click();
  const job = main.getByRole("list", { name: "Searches" }).getByRole("listitem");
  await expect(job).toContainText("Search failed.");
  await expect(job).toContainText("The search failed in the server.");
  await expect(job).not.toContainText("No devices found.");
  await expectAccessible(page);
});

test("[TOOL-10] access points are listed by one transaction for holders of the permission, with filter, pages and CSV", async ({
  page,
}) => {
  const bodies: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.url().includes("/transaction/execute") && body.includes("nd.access_point.list"))
      bodies.push(body);
  });
  await enter(page, "greta", "/tools/ap_list");
  await expect(page.getByRole("main")).toContainText("nd.ro:device");
  expect(bodies).toEqual([]);
  await signOut(page, "greta");
  await enter(page, "ada", "/tools/ap_list");
  const list = table(page, /access point/i);
  await expect(list.getByRole("row").nth(1)).toBeVisible();
  expect(bodies).toHaveLength(1);
  const name = (await list.getByRole("row").nth(8).getByRole("link", { name: /^ap-/ }).innerText()).trim();
  const pages = page.getByRole("navigation", { name: /^Pages of/ });
  await pages.getByRole("combobox").selectOption("5");
  await expect(list.getByRole("row")).toHaveCount(6);
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(list.getByRole("row").nth(3)).toContainText(name);
  await page.getByRole("searchbox", { name: /^Filter/ }).fill(name);
  await expect(list.getByRole("row")).toHaveCount(2);
  await expect(list.getByRole("row").nth(1)).toContainText(name);
  const lines = readFileSync(await saveList(page), "utf8")
    .trim()
    .split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(name);
});

test("[TOOL-21] the contact of an address names its network, units, groups and the people to write to", async ({
  page,
}) => {
  const { net = [] } = await run(page.request, "ada", [
    { idx: "net", name: "nd.ip_subnet.list", old: { bcd: "iwt-arbeit" } },
  ]);
  const [address = "none"] = textsOf(net, "gateway_addr");
  const [cidr = "none"] = textsOf(net, "cidr");
  await enter(page, "ada", "/tools/ip_contact");
  const main = page.getByRole("main");
  await main.getByLabel("IP address").fill(address);
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByRole("link", { name: cidr })).toBeVisible();
  await expect(main.getByRole("link", { name: "iwt-arbeit" })).toBeVisible();
  const group = main.locator("section").filter({ has: page.getByRole("link", { name: "Group iwt" }) });
  await expect(group.locator("a[href^='mailto:']").first()).toHaveText(/.+@.+/);
  await expectAccessible(page);
});
