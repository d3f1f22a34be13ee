import { expect, type Page } from "./support/test.ts";
import type { Effort } from "./support/effort.ts";
import { form, openPlanned, rowOf, title, visit } from "./support/portal.ts";
import {
  apply,
  button,
  entry,
  freeAddresses,
  NETWORK,
  planAndApply,
  refusedAs,
  task,
} from "./support/usability.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Each run has new names, so that walks can be repeated on the same server. */
const SCRIPT = `script-${Date.now().toString(36)}`;
const OTHER_END = "Campus Nord/N001/001/rack-1/sw-1/Gi1/0/2";
const HOST = "usability.iap.tannmuehl.example.";

async function openTokens(page: Page, effort: Effort): Promise<void> {
  await effort.click(button(page, /^Account greta/));
  await effort.click(page.getByRole("menuitem", { name: "API tokens" }));
}

task(1, "a new host with A and AAAA, seen working", async (page, effort) => {
  const [four = "", six = ""] = await freeAddresses(page.request);
  await effort.click(entry(page, "Hub"));
  await effort.click(page.getByRole("link", { name: "Create a host with IPv4 and IPv6" }));
  await effort.fill(form(page).getByLabel(/^Name/), HOST);
  await effort.fill(form(page).getByRole("textbox", { name: /IPv4/ }), four);
  await effort.fill(form(page).getByRole("textbox", { name: /IPv6/ }), six);
  await planAndApply(page, effort);
  await visit(page, `/dnsvs/fqdns/${HOST}/records`);
  for (const address of [four, six]) await expect(rowOf(page, /record/i, address)).toBeVisible();
});

task(2, "who is responsible for an address", async (page, effort) => {
  const { net } = await run(page.request, "ada", [
    { idx: "net", name: "nd.ip_subnet.list", old: { bcd: NETWORK, type: 4 } },
  ]);
  await effort.click(entry(page, "IP contact"));
  await effort.fill(page.getByRole("main").getByRole("textbox"), textsOf(net, "gateway_addr")[0] ?? "");
  await effort.press("Enter");
  await expect(page.getByRole("main").locator('a[href^="mailto:"]').first()).toBeVisible();
});

task(3, "all records of a BCD", async (page, effort) => {
  await effort.click(entry(page, "DNSVS"));
  await effort.fill(page.getByRole("searchbox"), NETWORK);
  await effort.click(rowOf(page, "BCD", NETWORK).getByRole("link", { name: NETWORK }));
  await expect(title(page)).toContainText(NETWORK);
  const { all } = await run(page.request, "ada", [
    { idx: "all", name: "dns.record.list", old: { bcd: NETWORK } },
  ]);
  await expect(page.getByText(`${String(all?.length)} rows`, { exact: true })).toBeVisible();
});

task(4, "a host is removed with everything", async (page, effort) => {
  const [data = ""] = await freeAddresses(page.request);
  await run(page.request, "ada", [
    { name: "dns.record.create", new: { fqdn: HOST, type: "A", data, fqdn_type: "domain" } },
  ]);
  await effort.click(entry(page, "Hub"));
  await effort.click(page.getByRole("link", { name: "Retire a host with all its records" }));
  await effort.choose(form(page).getByRole("combobox").first(), HOST);
  await planAndApply(page, effort);
  const { left } = await run(page.request, "ada", [
    { idx: "left", name: "dns.fqdn.list", old: { value: HOST } },
  ]);
  expect(left).toEqual([]);
});

task(5, "the connection of a port is moved", async (page, effort) => {
  await effort.click(entry(page, "Netdoc"));
  await effort.click(page.getByRole("link", { name: "Buildings", exact: true }));
  await effort.click(rowOf(page, "Building", "N001").getByRole("link", { name: "N001", exact: true }));
  await effort.click(rowOf(page, "Rooms", "001").first().getByRole("link").first());
  await effort.click(page.getByRole("link", { name: "panel-1", exact: true }).first());
  const ports = page.getByRole("grid", { name: "Ports" }).getByRole("row");
  const plugged = ports.filter({ has: page.getByRole("gridcell", { name: "3", exact: true }) });
  await effort.click(button(plugged, /^Actions for/));
  await effort.click(page.getByRole("menuitem", { name: "Disconnect" }));
  const free = ports.filter({ has: page.getByRole("gridcell", { name: "2", exact: true }) });
  await effort.click(button(free, /^Actions for/));
  await effort.click(page.getByRole("menuitem", { name: "Connect" }));
  // The other end stays connected until the first of both changes is applied.
  await effort.choose(form(page).getByRole("combobox").first(), OTHER_END, true);
  await planAndApply(page, effort);
  await expect(free.getByRole("link", { name: OTHER_END, exact: true })).toBeVisible();
});

task(
  6,
  "an API token for a script with few rights",
  async (page, effort) => {
    const login = `greta-${SCRIPT}`;
    await openTokens(page, effort);
    await effort.click(button(page, "New subaccount"));
    await effort.fill(form(page).getByLabel("Id of the subaccount"), SCRIPT);
    await planAndApply(page, effort);
    await effort.click(entry(page, "Groups"));
    await effort.click(page.getByRole("link", { name: "iwt_dns", exact: true }));
    await effort.click(button(page, "Add member"));
    await effort.choose(form(page).getByRole("combobox", { name: "Login name" }), login);
    await effort.click(button(form(page), "Plan"));
    await openTokens(page, effort);
    await effort.click(button(page, "New API token"));
    await effort.choose(form(page).getByRole("combobox", { name: "Account" }), login);
    await planAndApply(page, effort);
    const planned = await openPlanned(page);
    await expect(planned.side).toContainText(/will not be shown again/);
  },
  "greta",
);

task(
  7,
  "a member is added to a group",
  async (page, effort) => {
    await effort.click(entry(page, "Groups"));
    await effort.click(page.getByRole("link", { name: "iwt", exact: true }));
    await effort.click(button(page, "Add member"));
    await effort.choose(form(page).getByRole("combobox", { name: "Login name" }), "otto");
    await planAndApply(page, effort);
    await expect(rowOf(page, "Accounts", "otto")).toBeVisible();
  },
  "greta",
);

task(8, "20 names from a table", async (page, effort) => {
  const lines = Array.from({ length: 20 }, (_, at) => `usability-${String(at)}.iap.tannmuehl.example.`);
  await effort.click(entry(page, "DNSVS"));
  await effort.click(page.getByRole("link", { name: "Names", exact: true }));
  await effort.click(button(page.getByRole("main"), "More actions").first());
  await effort.click(page.getByRole("menuitem", { name: /^Import/ }));
  const dialog = page.getByRole("dialog", { name: /^Import/ });
  await effort.fill(dialog.getByRole("textbox").first(), ["FQDN", ...lines].join("\n"));
  await effort.click(button(dialog, /^Plan 20/));
  await apply(page, effort);
  const { made } = await run(page.request, "ada", [
    { idx: "made", name: "dns.fqdn.list", old: { value_list: lines } },
  ]);
  expect(made).toHaveLength(20);
});

task(9, "who changed this record, and the change taken back", async (page, effort) => {
  const fqdn = "usability-0.iap.tannmuehl.example.";
  const [data = ""] = await freeAddresses(page.request);
  await run(page.request, "ada", [
    { name: "dns.record.create", new: { fqdn, type: "A", data, fqdn_type: "domain" } },
  ]);
  await visit(page, `/dnsvs/fqdns/${fqdn}/records`);
  const row = rowOf(page, /record/i, data);
  await expect(row).toBeVisible();
  await effort.click(button(row, /^Actions for/));
  await effort.click(page.getByRole("menuitem", { name: "History" }));
  const history = page.getByRole("dialog");
  await expect(history).toContainText("ada");
  await effort.click(button(history, /reverse/i).first());
  await apply(page, effort);
  await expect(row).toHaveCount(0);
});

task(10, "five changes, put in another order and tested as somebody else", async (page, effort) => {
  await visit(page, "/netdoc/sites");
  await effort.click(button(page, "New site"));
  for (const at of [1, 2, 3, 4, 5]) {
    await effort.fill(form(page).getByLabel("Name"), `usability-${String(at)}`);
    await effort.click(button(form(page), at < 5 ? "Plan and continue" : "Plan"));
  }
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(5);
  for (const _ of [1, 2]) {
    await effort.click(button(planned.item("usability-5"), /^Actions for/));
    await effort.click(page.getByRole("menuitem", { name: /^Move up/ }));
  }
  await expect(planned.items.nth(2)).toContainText("usability-5");
  await refusedAs(page, effort, planned, "greta");
});

task(11, "the rooms and ports of a building", async (page, effort) => {
  await effort.click(entry(page, "Netdoc"));
  await effort.click(page.getByRole("link", { name: "Buildings", exact: true }));
  await effort.click(rowOf(page, "Building", "N001").getByRole("link", { name: "N001", exact: true }));
  await expect(rowOf(page, "Rooms", "001").first()).toBeVisible();
  const port = rowOf(page, "Ports", "panel-1").first();
  await expect(port).toContainText("001");
  await expect(port.getByRole("link").first()).toHaveAttribute("href", /^\/netdoc\/modules\/.+/);
});

task(
  12,
  "why may I not",
  async (page, effort) => {
    await visit(page, "/org/ou/UTM::RZ");
    const section = page.getByRole("main").locator("section");
    const administrators = section.filter({ has: page.getByRole("heading", { name: "Administrators" }) });
    await effort.click(button(administrators, "More actions"));
    await effort.click(page.getByRole("menuitem", { name: /^Add administrator/ }));
    await effort.choose(form(page).getByRole("combobox", { name: "Login name" }), "greta");
    await effort.click(button(form(page), "Plan"));
    const planned = await openPlanned(page);
    await effort.click(button(planned.side, "Test"));
    const why = planned.side.getByRole("alert");
    await expect(why).toContainText("You can ask:");
    await expect(why.locator('a[href^="mailto:"]').first()).toBeVisible();
  },
  "greta",
);
