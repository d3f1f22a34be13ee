import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, visit } from "./support/portal.ts";

const main = (page: Page): Locator => page.getByRole("main");
const listOf = (page: Page, label: string): Locator =>
  page.getByRole("listbox", { name: label, exact: true });
const box = (within: Locator, label: string): Locator =>
  within.getByRole("combobox", { name: label, exact: true });

/** Chooses from a list that opens without typing. */
async function choose(page: Page, within: Locator, label: string, option: string | RegExp): Promise<void> {
  await box(within, label).click();
  await listOf(page, label).getByRole("option", { name: option }).first().click();
}

async function chooseBcd(page: Page, text: string): Promise<void> {
  await box(main(page), "BCD").fill(text);
  await listOf(page, "BCD").getByRole("option").first().click();
}

async function send(page: Page): Promise<void> {
  await main(page).getByRole("button", { name: "Send the request" }).click();
}

async function sentText(page: Page): Promise<string> {
  await expect(main(page).getByRole("heading", { name: /^Ticket \d+ was made/ })).toBeFocused();
  return main(page).getByRole("textbox", { name: "Text of the ticket" }).inputValue();
}

test("[REQ-80] [REQ-81] [REQ-85] [REQ-92] [REQ-102] otto collects patches from the site to the port, and they survive a reload", async ({
  page,
}) => {
  await enter(page, "otto", "/requests?form=patch");
  const form = main(page);
  await expect(form.getByLabel("Reply to")).toHaveValue("otto.brandt@tannmuehl.example");
  await form.getByRole("button", { name: "Add: Action" }).click();
  const first = form.getByRole("group", { name: "Action 1" });
  await first.getByLabel("Action").selectOption("patch");
  const north = ["Campus Nord", "campus-nord"];
  const south = ["Campus Innenstadt", "campus-ost", "campus-sued", "campus-west"];
  for (const [variant, sites] of [
    ["General", [...north, ...south, "Hafen", "Sternwarte"]],
    ["Campus South", south],
    ["Campus North", north],
  ] as const) {
    await form.getByLabel("Kind").selectOption(variant);
    await box(first, "Site").click();
    const options = listOf(page, "Site").getByRole("option");
    // Other walks may have created sites that belong to no campus.
    if (variant !== "General") await expect(options).toHaveCount(sites.length);
    for (const site of sites)
      await expect(options.filter({ hasText: new RegExp(`^${site}`) })).toHaveCount(1);
    await page.keyboard.press("Escape");
  }
  await box(first, "Building").click();
  await expect(form.getByText("First fill in: Site").filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await choose(page, first, "Site", /^Campus Nord/);
  await box(first, "Building").click();
  const buildings = listOf(page, "Building").getByRole("option");
  await expect(buildings.first()).toHaveText(/^N/);
  expect((await buildings.allInnerTexts()).filter((text) => !text.startsWith("N"))).toEqual([]);
  await page.keyboard.press("Escape");
  await choose(page, first, "Building", /^N001/);
  for (const [label, within, option] of [
    ["Room", "Campus Nord/N001/", /N001\/001\b/],
    ["Module", "Campus Nord/N001/001/", /rack-1\/sw-1$/],
    ["Port", "Campus Nord/N001/001/rack-1/sw-1/", /sw-1\/Gi1\/0\/2$/],
  ] as const) {
    await box(first, label).click();
    const offered = listOf(page, label).getByRole("option");
    await expect(offered.nth(1)).toContainText(within);
    expect((await offered.allInnerTexts()).filter((text) => !text.includes(within))).toEqual([]);
    await listOf(page, label).getByRole("option", { name: option }).first().click();
  }
  await box(first, "BCD").fill("iap");
  await listOf(page, "BCD").getByRole("option").first().click();
  await first.getByLabel("Tagged").check();
  await first.getByLabel("LACP").check();
  await expectAccessible(page);

  await form.getByRole("button", { name: "Add: Action" }).click();
  const second = form.getByRole("group", { name: "Action 2" });
  await second.getByLabel("Action").selectOption("change_insert");
  for (const name of ["BCD", "Tagged", "LACP"])
    await expect(second.getByLabel(name, { exact: true })).toHaveCount(0);
  await second.getByLabel("New insert").fill("RJ45 double");
  await choose(page, second, "Site", /^Campus Nord/);
  await choose(page, second, "Building", /^N001/);
  await choose(page, second, "Room", /N001\/001\b/);
  await choose(page, second, "Module", /rack-1$/);
  // Another room has other modules, so the chosen one is cleared.
  await choose(page, second, "Room", /N001\/002\b/);
  await expect(box(second, "Module")).toHaveValue("");
  await choose(page, second, "Room", /N001\/001\b/);
  await choose(page, second, "Module", /rack-1\/sw-1$/);
  await choose(page, second, "Port", /sw-1\/Gi1\/0\/3$/);

  await page.reload();
  await expect(box(first, "Port")).toHaveValue(/sw-1\/Gi1\/0\/2$/);
  await expect(first.getByLabel("LACP")).toBeChecked();
  await expect(second.getByLabel("New insert")).toHaveValue("RJ45 double");
  await second.getByLabel("Comment").fill("edited");
  await form.getByRole("button", { name: "Remove Action 1" }).click();
  await expect(box(first, "Port")).toHaveValue(/sw-1\/Gi1\/0\/3$/);
  await expect(second).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await form.getByLabel("Kind").selectOption("Campus North");
  await send(page);
  const text = await sentText(page);
  expect(text).toContain("Request: Patch request (Campus North)");
  expect(text).toContain("Port: Campus Nord/N001/001/rack-1/sw-1/Gi1/0/3");
  expect(text).toContain("Comment: edited");
  expect(text).not.toContain("Gi1/0/2");
  await page.goto("/requests?form=patch");
  await expect(form.getByRole("button", { name: "Add: Action" })).toBeVisible();
  await expect(first).toHaveCount(0);
});

test("[REQ-81] [REQ-99] otto changes the kind of a request; places of another campus are named and kept, but not sent", async ({
  page,
}) => {
  await enter(page, "otto", "/requests?form=patch");
  const form = main(page);
  const kind = form.getByLabel("Kind");
  const warning = form.getByText("cannot be sent with it");
  for (const [number, site] of [
    [1, /^Campus Nord/],
    [2, /^Campus Innenstadt/],
  ] as const) {
    await form.getByRole("button", { name: "Add: Action" }).click();
    const action = form.getByRole("group", { name: `Action ${String(number)}` });
    await action.getByLabel("Action").selectOption("unpatch");
    await choose(page, action, "Site", site);
  }
  await expect(warning).toHaveCount(0);
  await kind.selectOption("Campus South");
  await expect(warning).toHaveText(/kind “Campus South” and cannot be sent with it: Action 1\. Remove/);
  await expectAccessible(page);
  await kind.selectOption("Campus North");
  await expect(warning).toContainText("Action 2.");
  await kind.selectOption("General");
  await expect(warning).toHaveCount(0);
  await expect(form.getByRole("group", { name: /^Action \d/ })).toHaveCount(2);
  await kind.selectOption("Campus South");
  await form.getByRole("button", { name: "Remove it" }).click();
  await expect(warning).toHaveCount(0);
  await expect(box(form.getByRole("group", { name: "Action 1" }), "Site")).toHaveValue(/^Campus Innenstadt/);
  await expect(form.getByRole("group", { name: /^Action \d/ })).toHaveCount(1);

  // The server is unreachable, so the form offers to mail the text to the team of the campus.
  await form.getByRole("button", { name: "Remove Action 1" }).click();
  await form.getByLabel("Informal request").fill("Please patch the room.");
  await page.route("**/api/requests/patch", (route) => route.abort("connectionrefused"));
  await send(page);
  const mail = form.getByRole("link", { name: "Send by mail" });
  await expect(mail).toHaveAttribute("href", /^mailto:patch-south@example\.org\?/);
  await kind.selectOption("Campus North");
  await expect(mail).toHaveAttribute("href", /^mailto:support@example\.org\?/);
});

test("[REQ-21] otto names the connected systems; for more than one kind the guidance is a warning", async ({
  page,
}) => {
  await enter(page, "otto", "/requests?form=bcd");
  const systems = main(page).getByRole("group", { name: /^Connected systems/ });
  const warning = systems
    .getByRole("status")
    .filter({ hasText: "Only equal kinds of systems should share a BCD." });
  await systems.getByRole("checkbox", { name: "Clients" }).check();
  await expect(systems.getByText("Only equal kinds")).toBeVisible();
  await expect(warning).toHaveCount(0);
  await systems.getByRole("checkbox", { name: "Printers" }).check();
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  const text = main(page).getByRole("textbox", { name: "Text of the ticket" });
  await main(page).getByText("Text of the ticket").first().click();
  await expect(text).toHaveValue(/Connected systems: Clients, Printers/);
  await systems.getByRole("checkbox", { name: "Clients" }).uncheck();
  await expect(warning).toHaveCount(0);
  await systems.getByRole("checkbox", { name: "Printers" }).uncheck();
  await send(page);
  await expect(
    main(page).getByRole("alert").getByRole("link", { name: "Connected systems", exact: true }),
  ).toBeVisible();
  await expect(systems.getByText("content required")).toBeVisible();
});

test("[REQ-06] [REQ-75] greta asks for DHCP; the pool fits its subnet", async ({ page }) => {
  await enter(page, "greta", "/requests?form=dhcp");
  const form = main(page);
  await expect(form.getByLabel("Static assignments (mDHCP)")).toBeChecked();
  await form.getByLabel("Subnet").fill("192.0.2.0/28");
  await form.getByLabel("Comments").fill("for the new laboratory");
  const problems = form.getByRole("alert");
  for (const size of ["1", "12"]) {
    await form.getByLabel("Dynamic pool size").fill(size);
    await send(page);
    await expect(form.getByLabel("Dynamic pool size"), size).toHaveAttribute("aria-invalid", "true");
    await expect(problems.getByRole("link")).toHaveText(["BCD", "Dynamic pool size"]);
  }
  await form.getByLabel("Dynamic pool size").fill("11");
  await chooseBcd(page, "iap");
  await expectAccessible(page);
  await send(page);
  const text = await sentText(page);
  expect(text).toMatch(
    /^Request: .*\nSender: greta, greta\.hoelzer@tannmuehl\.example\nDate: \d{4}-\d\d-\d\d\n/,
  );
  expect(text).toMatch(
    /BCD: \S+\nSubnet: 192\.0\.2\.0\/28\nDynamic pool size: 11\nStatic assignments \(mDHCP\): yes\nComments: for the new laboratory$/,
  );
});

test("[REQ-77] [TAFORM-41] a visitor asks for IoT devices", async ({ page }) => {
  await visit(page, "/requests?form=kit_iot");
  const form = main(page);
  for (const [label, text] of [
    ["Your name", "Vera Visitor"],
    ["Your e-mail address", "vera@example.org"],
    ["Kind of devices", "Thermometers"],
    ["Number of devices", "2"],
    ["Place of use", "Greenhouse"],
    ["Contact person", "Vera Visitor"],
    ["Comments", "battery powered"],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text);
  const macs = form.getByRole("textbox", { name: "MAC addresses" });
  for (const mac of ["00:11:22:33:44:55", "00:11:22:33:44:5x"]) {
    await macs.fill(mac);
    await macs.press("Enter");
  }
  await send(page);
  await expect(form.getByRole("alert").getByRole("link")).toHaveText(["MAC addresses"]);
  await form.getByRole("button", { name: /Take 00:11:22:33:44:5x out/ }).click();
  await expectAccessible(page);
  // The address is not a chip yet, and becomes one when the button takes the focus.
  await macs.fill("00:11:22:33:44:66");
  await send(page);
  expect((await sentText(page)).split("\n").slice(4)).toEqual([
    "Kind of devices: Thermometers",
    "Number of devices: 2",
    "MAC addresses: 00:11:22:33:44:55, 00:11:22:33:44:66",
    "Place of use: Greenhouse",
    "Contact person: Vera Visitor",
    "Comments: battery powered",
  ]);
});

for (const { id, form, same, name, fill } of [
  {
    id: "[REQ-94]",
    form: "vpn2vlan",
    same: "bcd_vpn2vlan",
    name: "VPN",
    fill: async (group: Locator) => {
      await group.getByLabel("Parallel sessions").fill("20");
      await group.getByLabel("Permission group").fill("vpn-users");
      await group.getByLabel("Realm", { exact: true }).fill("lab");
      await group.getByLabel("Routing").selectOption("split_only");
    },
  },
  {
    id: "[REQ-96]",
    form: "wifi2vlan",
    same: "bcd_wifi2vlan",
    name: "WLAN",
    fill: async (group: Locator) => {
      await group.getByRole("checkbox", { name: "Wi-Fi (802.1X)" }).check();
      await group.getByLabel("Device count").fill("20");
      await group.getByLabel("Permission group").fill("wifi-users");
    },
  },
]) {
  test(`${id} otto asks for access to an existing BCD: ${name}`, async ({ page }) => {
    await enter(page, "otto");
    const group = main(page).getByRole("group", { name, exact: true });
    const labels = group.locator("label, legend");
    await visit(page, `/requests?form=${same}`);
    await expect(group).toBeVisible();
    const known = await labels.allInnerTexts();
    expect(known.length).toBeGreaterThan(3);
    await visit(page, `/requests?form=${form}`);
    await expect(labels).toHaveText(known);
    await fill(group);
    await send(page);
    await expect(main(page).getByRole("alert").getByRole("link")).toHaveText(["BCD"]);
    await chooseBcd(page, "iap");
    await expectAccessible(page);
    await send(page);
    expect(await sentText(page)).toMatch(
      new RegExp(`BCD: \\S+\n${name}:\n  [\\s\\S]*${name.toLowerCase().replace("wlan", "wifi")}-users`),
    );
  });
}

test("[REQ-99] typed text stays while the server is unreachable and can be sent by mail; later it becomes a ticket", async ({
  page,
}) => {
  await enter(page, "greta", "/requests?form=dhcp");
  await chooseBcd(page, "iap");
  await main(page).getByLabel("Comments").fill("typed by hand");
  await page.route("**/api/requests/dhcp", (route) => route.abort("connectionrefused"));
  await send(page);
  await expect(main(page).getByText("Nothing you typed is lost", { exact: false })).toBeVisible();
  const offered = main(page).getByRole("textbox", { name: "Text of the ticket" }).last();
  await expect(offered).toHaveValue(/Comments: typed by hand$/);
  const mail = await main(page).getByRole("link", { name: "Send by mail" }).getAttribute("href");
  expect(decodeURIComponent(mail ?? "").replaceAll("\r\n", "\n")).toContain(await offered.inputValue());
  await expect(main(page).getByLabel("Comments")).toHaveValue("typed by hand");
  await expectAccessible(page);
  await page.unroute("**/api/requests/dhcp");
  const text = await offered.inputValue();
  await send(page);
  expect(await sentText(page)).toBe(text);
});
