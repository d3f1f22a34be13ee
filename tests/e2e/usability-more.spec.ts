import { strFromU8, unzipSync } from "fflate";
import { readFileSync } from "node:fs";
import { INSIDE } from "../../src/subjects/nd/wiring.ts";
import { expect, type Download, type Page } from "./support/test.ts";
import type { Effort } from "./support/effort.ts";
import { form, openPlanned, rowOf, table, title } from "./support/portal.ts";
import {
  apply,
  button,
  entry,
  find,
  freeAddresses,
  NETWORK,
  planAndApply,
  refusedAs,
  task,
} from "./support/usability.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Each run has new names, so that walks can be repeated on the same server. */
const RUN = Date.now().toString(36);
const OTHER_END = "Campus Nord/N001/001/rack-1/sw-1/Gi1/0/3";
const ZONE = "iap.tannmuehl.example.";
/** Upright A4, in CSS pixels, without the margins that browsers print. */
const PAPER = { width: 718, height: 1047 };

/** Every text of the first sheet of an Excel file. */
async function sheetOf(download: Download): Promise<string> {
  const parts = unzipSync(readFileSync(await download.path()));
  return ["xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"]
    .map((name) => strFromU8(parts[name] ?? new Uint8Array()))
    .join("");
}

/** Fills the open form for a record of a name that does not exist yet. */
async function fillRecord(page: Page, effort: Effort, fqdn: string, type: string, data: string) {
  await effort.fill(form(page).getByRole("combobox", { name: "FQDN" }), fqdn);
  await effort.select(form(page).getByLabel("Type", { exact: true }), type);
  await effort.fill(form(page).getByRole("textbox", { name: "Data" }), data);
}

async function openInList(page: Page, effort: Effort, list: string, name: string): Promise<void> {
  await effort.fill(page.getByRole("searchbox").first(), name);
  await effort.click(rowOf(page, list, name).getByRole("link", { name, exact: true }).first());
  await expect(title(page)).toContainText(name);
}

task(13, "the list of networks goes to Excel", async (page, effort) => {
  const { all } = await run(page.request, "ada", [{ idx: "all", name: "nd.bcd.list" }]);
  await effort.click(entry(page, "DNSVS"));
  const download = page.waitForEvent("download");
  await effort.click(button(page.getByRole("main"), "Save as file"));
  await effort.click(page.getByRole("menuitem", { name: "Excel file (XLSX)" }));
  const sheet = await sheetOf(await download);
  expect(textsOf(all, "name").length).toBeGreaterThan(0);
  for (const name of textsOf(all, "name")) expect(sheet).toContain(`>${name}<`);
});

task(14, "a DKIM key", async (page, effort) => {
  const fqdn = `${RUN}._domainkey.${ZONE}`;
  const key = `v=DKIM1; k=rsa; p=${"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A".repeat(12)}IDAQAB`;
  await find(page, effort, "New DNS record");
  await fillRecord(page, effort, fqdn, "TXT", key);
  await planAndApply(page, effort);
  const { made } = await run(page.request, "ada", [{ idx: "made", name: "dns.record.list", old: { fqdn } }]);
  expect(made).toMatchObject([{ type: "TXT", data: key }]);
});

task(15, "a wildcard", async (page, effort) => {
  const fqdn = `*.${RUN}.${ZONE}`;
  const [data = ""] = await freeAddresses(page.request);
  await find(page, effort, "New DNS record");
  await fillRecord(page, effort, fqdn, "A", data);
  await planAndApply(page, effort);
  const { made } = await run(page.request, "ada", [{ idx: "made", name: "dns.record.list", old: { fqdn } }]);
  expect(made).toMatchObject([{ type: "A", data }]);
});

task(16, "a zone is delegated", async (page, effort) => {
  const fqdn = `zone-${RUN}.${ZONE}`;
  const { ns } = await run(page.request, "ada", [
    { idx: "ns", name: "dns.record.list", old: { type: "NS" } },
  ]);
  const servers = [...new Set(textsOf(ns, "data"))].slice(0, 2);
  expect(servers).toHaveLength(2);
  await effort.click(entry(page, "DNSVS"));
  await effort.click(page.getByRole("link", { name: "Names", exact: true }));
  await effort.click(button(page, "New FQDN"));
  await effort.fill(form(page).getByLabel("FQDN"), fqdn);
  for (const server of servers)
    await effort.choose(form(page).getByRole("combobox", { name: "Name servers" }), server);
  await planAndApply(page, effort);
  const { zone, made } = await run(page.request, "ada", [
    { idx: "zone", name: "dns.fqdn.list", old: { value: fqdn } },
    { idx: "made", name: "dns.record.list", old: { fqdn } },
  ]);
  expect(zone).toMatchObject([{ is_zone_apex: false }]);
  expect(textsOf(made, "data").toSorted()).toEqual(servers.toSorted());
});

task(
  17,
  "an auditor reads every network",
  async (page, effort) => {
    const list = [{ idx: "bcd", name: "nd.bcd.list" }];
    const { bcd: own } = await run(page.request, "greta", list);
    const { bcd: all } = await run(page.request, "ada", [
      ...list,
      { name: "cntl.mgr2role.create", new: { login_name: "greta", role_name: "reader" } },
    ]);
    const [foreign = ""] = textsOf(all, "name").filter((name) => !textsOf(own, "name").includes(name));
    // The portal asks for the rights of an account when it starts.
    await page.reload();
    await effort.click(entry(page, "DNSVS"));
    await expect(page.getByRole("radio", { name: `All ${String(all?.length)}` })).toBeChecked();
    await openInList(page, effort, "BCDs", foreign);
    const { record } = await run(page.request, "ada", [
      { idx: "record", name: "dns.record.list", old: { bcd: foreign, type: "A" } },
    ]);
    const [address = "none"] = textsOf(record, "data").toSorted();
    await effort.fill(page.getByRole("searchbox", { name: "Filter: Records" }), address);
    await expect(rowOf(page, "Records", address).first()).toBeVisible();
    // She can only read the network, so every new control in it says what it needs.
    await expect(button(page.getByRole("main"), /^New /)).toHaveCount(0);
  },
  "greta",
);

task(18, "a room and its panel are printed for the technician", async (page, effort) => {
  const main = page.getByRole("main");
  await effort.click(entry(page, "Netdoc"));
  await effort.click(page.getByRole("link", { name: "Buildings", exact: true }));
  await effort.click(rowOf(page, "Building", "N001").getByRole("link", { name: "N001", exact: true }));
  await effort.click(rowOf(page, "Rooms", "001").first().getByRole("link").first());
  await expect(rowOf(page, "Modules", "panel-1")).toBeVisible();
  // One sheet has every port of the room with its other end: port, module and room.
  const { inside, port } = await run(page.request, "ada", portsOfRoom(page));
  expect(textsOf(inside, "gpk").length).toBeGreaterThan(3);
  await expect(table(page, "Ports").getByRole("row")).toHaveCount(textsOf(port, "gpk").length + 1);
  await print(page, effort, "Modules", "Ports");
  const wired = rowOf(page, "Ports", "rack-1/panel-1").filter({ hasText: "Gi1/0/3" });
  await expect(wired.getByRole("link", { name: "Gi1/0/3", exact: true })).toBeVisible();
  await expect(wired).toContainText("sw-1");
  await expect(wired.getByRole("link", { name: "Campus Nord/N001/001", exact: true })).toBeVisible();
  await effort.click(main.getByRole("link", { name: "panel-1", exact: true }).first());
  const connected = table(page, "Ports").getByRole("link", { name: OTHER_END, exact: true });
  await expect(connected).toBeVisible();
  await print(page, effort, "Ports");
});

/** Modules and ports of the open room. */
function portsOfRoom(page: Page) {
  const gpk = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  return [
    { idx: "room", name: "nd.room.list", old: { gpk_list: [gpk] } },
    { idx: "root", name: "nd.module.list", inner_join_ref: { room: "default" } },
    { idx: "inside", name: "nd.module.list", inner_join_ref: { root: INSIDE } },
    { idx: "port", name: "nd.p_port.list", inner_join_ref: { inside: "default" } },
  ];
}

/** Lists on paper have headings and rows, no buttons, and are not cut. */
async function print(page: Page, effort: Effort, ...names: readonly string[]): Promise<void> {
  const screen = page.viewportSize();
  const counts = await Promise.all(names.map((name) => table(page, name).getByRole("row").count()));
  await effort.press("Control+p");
  await page.setViewportSize(PAPER);
  await page.emulateMedia({ media: "print" });
  for (const [at, name] of names.entries()) {
    const list = table(page, name);
    await expect(list.getByRole("columnheader").getByText("Name", { exact: true })).toBeVisible();
    for (const row of await list.getByRole("row").all()) await expect(row).toBeVisible();
    await expect(list.getByRole("row")).toHaveCount(counts[at] ?? 0);
    expect((await list.boundingBox())?.width).toBeLessThanOrEqual(PAPER.width);
  }
  await expect(page.getByRole("button", { name: /^(Filter|Actions for|New|Edit|Delete)/ })).toHaveCount(0);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(1_000);
  await page.emulateMedia({ media: "screen" });
  if (screen) await page.setViewportSize(screen);
}

task(19, "a device always gets the same address", async (page, effort) => {
  const bcd = "iwt-arbeit";
  const mac = "02:e2:00:00:19:01";
  await effort.click(entry(page, "DHCP leases"));
  await openInList(page, effort, "BCDs", bcd);
  await effort.click(button(page, "New static assignment"));
  await effort.click(button(form(page), /^Next free/));
  await expect(form(page).getByRole("textbox", { name: "IP address" })).not.toHaveValue("");
  const address = await form(page).getByRole("textbox", { name: "IP address" }).inputValue();
  await effort.fill(form(page).getByLabel("MAC address"), mac);
  await planAndApply(page, effort);
  await expect(rowOf(page, "Static assignments", mac)).toContainText(address);
});

task(20, "a building is retired", async (page, effort) => {
  const number = `U-${RUN}`;
  const place = { site: "Campus Nord", bldg: number };
  const { port } = await run(page.request, "ada", [{ idx: "port", name: "nd.p_port.list" }]);
  const free = port?.find(({ is_connected }) => is_connected === false);
  await run(page.request, "ada", [
    { name: "nd.bldg.create", new: { site: place.site, number } },
    { idx: "room", name: "nd.room.create", new: { ...place, name: "001" } },
    { name: "nd.room.create", new: { ...place, name: "002" } },
    {
      idx: "panel",
      name: "nd.module.create",
      new: { name: "panel", module_type: "PF-24" },
      new_ref_params: [{ idx: "room", params: { room_gfk: "gpk" } }],
    },
    {
      idx: "socket",
      name: "nd.p_port.create",
      new: { name: "1" },
      new_ref_params: [{ idx: "panel", params: { module_gfk: "gpk" } }],
    },
    // The other end of its cable is in another building.
    {
      name: "nd.p_port.connect",
      old: { gpk: free?.["gpk"] ?? null },
      new_ref_params: [{ idx: "socket", params: { p_port_gfk: "gpk" } }],
    },
  ]);
  await effort.click(entry(page, "Netdoc"));
  await effort.click(page.getByRole("link", { name: "Buildings", exact: true }));
  await openInList(page, effort, "Buildings", number);
  await effort.click(button(page.getByRole("main"), "Delete").first());
  const planned = await openPlanned(page);
  await effort.click(button(planned.side, /before, as one element$/));
  await apply(page, effort);
  const { bldg, room, far } = await run(page.request, "ada", [
    { idx: "bldg", name: "nd.bldg.list", old: { number } },
    { idx: "room", name: "nd.room.list", old: place },
    { idx: "far", name: "nd.p_port.list", old: { gpk: free?.["gpk"] ?? null } },
  ]);
  expect([bldg, room]).toEqual([[], []]);
  expect(far).toMatchObject([{ is_connected: false }]);
});

task(21, "a network goes to another group", async (page, effort) => {
  await find(page, effort, NETWORK);
  await effort.click(button(rowOf(page, "Groups", "iap_dns"), /^Actions for/));
  await effort.click(page.getByRole("menuitem", { name: "Move to another group" }));
  await effort.choose(form(page).getByRole("combobox", { name: "Group" }), "iap-net_dns");
  await planAndApply(page, effort);
  const { group } = await run(page.request, "ada", [
    { idx: "group", name: "nd.bcd2group.list", old: { bcd: NETWORK } },
  ]);
  expect(textsOf(group, "group_name")).toEqual(["iap-net_dns"]);
});

task(22, "whose address, and which port", async (page, effort) => {
  const { fixed, seen } = await run(page.request, "ada", [
    { idx: "fixed", name: "dhcp.static_assignment.list" },
    { idx: "seen", name: "nd.sighting.list" },
  ]);
  const isFixed = (mac: string) => textsOf(fixed, "mac_addr").includes(mac);
  const there = seen?.filter((one) => textsOf([one], "mac_addr").some(isFixed)).slice(0, 1);
  const [mac = ""] = textsOf(there, "mac_addr");
  const [device = ""] = textsOf(there, "device");
  const [port = ""] = textsOf(there, "port");
  const held = fixed?.filter(({ mac_addr }) => mac_addr === mac);
  await find(page, effort, textsOf(held, "ip_addr")[0] ?? "");
  await expect(page.getByRole("main").locator('a[href^="mailto:"]').first()).toBeVisible();
  const place = rowOf(page, "Where the MAC address was seen", device);
  await expect(place).toContainText(port);
  await expect(place.locator('a[href*="/p_port/"]')).toBeVisible();
});

task(23, "one description for many names", async (page, effort) => {
  const description = `usability ${RUN}`;
  await effort.click(entry(page, "DNSVS"));
  await effort.click(page.getByRole("link", { name: "Names", exact: true }));
  await effort.fill(page.getByRole("searchbox"), ZONE);
  await expect(table(page, /FQDN/).getByRole("row").nth(1)).toContainText(ZONE);
  await effort.click(page.getByRole("checkbox", { name: "Select all rows" }));
  await expect(page.getByText(/^All \d+ rows that match are selected\.$/)).toBeVisible();
  await effort.click(button(page, "Actions for the selected rows"));
  await effort.click(page.getByRole("menuitem", { name: /^Change \d+ rows$/ }));
  await effort.fill(page.getByRole("dialog").getByLabel("Description"), description);
  await planAndApply(page, effort);
  const { all } = await run(page.request, "ada", [
    { idx: "all", name: "dns.fqdn.list", old: { value_regexp: ZONE.replaceAll(".", "\\.") } },
  ]);
  expect(all?.length).toBeGreaterThan(25);
  expect(new Set(textsOf(all, "description"))).toEqual(new Set([description]));
});

task(24, "why may she not", async (page, effort) => {
  const list = [{ idx: "bcd", name: "nd.bcd.list" }];
  const { bcd: all } = await run(page.request, "ada", list);
  const { bcd: hers } = await run(page.request, "greta", list);
  const [foreign = ""] = textsOf(all, "name").filter((name) => !textsOf(hers, "name").includes(name));
  await find(page, effort, foreign);
  await effort.click(button(page.getByRole("main"), "Edit"));
  await effort.fill(form(page).getByLabel("Description"), `usability ${RUN}`);
  await effort.click(button(form(page), "Plan"));
  const planned = await openPlanned(page);
  await refusedAs(page, effort, planned, "greta");
});
