import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInRow,
  cellsOf,
  chooseReference,
  enter,
  fact,
  form,
  openForm,
  openPlanned,
  plan,
  type Planned,
  rowOf,
  table,
  title,
  visit,
} from "./support/portal.ts";
import { read, run, textsOf } from "./support/wapi.ts";

const NAME = "e2e-bcd-walk-1";

test("[BCD-04] [BCD-06] ada plans a network with subnet, VLAN and VNI, changes and deletes it", async ({
  page,
}) => {
  await enter(page, "ada", "/macauth/bcds");
  await openForm(page, "New BCD");
  await form(page).getByLabel("Name", { exact: true }).fill(NAME);
  await plan(page);
  const planned = await openPlanned(page);
  await apply(planned);
  await visit(page, `/cntl/bcds/${NAME}`);
  await expect(title(page)).toHaveText(NAME);
  await expect(page.getByRole("main")).toContainText("DHCP has no pool");
  await expectAccessible(page);

  await page.getByRole("main").getByRole("button", { name: "Edit", exact: true }).click();
  await form(page).getByLabel("Description").fill("e2e network");
  await plan(page);
  await create(page, "New subnet", { Network: "192.0.2.64/26" });
  await create(page, "New VLAN", { "Net instance": "campus-nord", "VLAN id": "3999", Name: "e2e-vlan" });
  await create(page, "New VXLAN", { VNI: "15.99.99" });
  await expect(planned.items).toHaveCount(4);
  await apply(planned);
  const main = page.getByRole("main");
  await expect(main).toContainText("e2e network");
  for (const [name, text] of ROWS) await expect(rowOf(page, name, text)).toBeVisible();

  for (const [name, text] of ROWS) {
    await chooseInRow(rowOf(page, name, text), "Edit");
    await form(page).getByLabel("Description").fill(`e2e ${name}`);
    await plan(page);
  }
  await apply(planned);
  for (const [name, text] of ROWS) await expect(rowOf(page, name, text)).toContainText(`e2e ${name}`);

  for (const [name, text] of ROWS) await chooseInRow(rowOf(page, name, text), "Delete");
  await expect(planned.items).toHaveCount(ROWS.length);
  await apply(planned);
  for (const [name, text] of ROWS) await expect(rowOf(page, name, text)).toHaveCount(0);
  await main.getByRole("button", { name: "Delete", exact: true }).click();
  await apply(planned);
  const { bcd } = await run(page.request, "ada", [{ idx: "bcd", name: "nd.bcd.list", old: { name: NAME } }]);
  expect(bcd).toEqual([]);
});

test("[BCD-01] the page of a network shows its ids and texts, its subnets with their addresses, its VLAN, VNI, instance and compounds, and its DHCP settings", async ({
  page,
}) => {
  const bcd = "e2e-bcd-whole-1";
  await run(page.request, "ada", [
    {
      name: "nd.bcd.create",
      new: { name: bcd, id: "98.76", categ: "SERVER", seclvl: 3, description: "e2e everything" },
    },
    {
      name: "nd.ip_subnet.create",
      new: {
        bcd,
        cidr: "192.0.2.128/26",
        gateway_addr: "192.0.2.129",
        router_anycast_addr: "192.0.2.130",
        reserved_addr_list: ["192.0.2.140"],
      },
    },
    { name: "nd.ip_subnet.create", new: { bcd, cidr: "2001:db8:e2e::/64", gateway_addr: "2001:db8:e2e::1" } },
    { name: "nd.vlan.create", new: { net_instnc: "campus-nord", id: 3998, name: "e2e-whole", bcd } },
    { name: "nd.vxlan.create", new: { vni: 159_876, bcd } },
    { name: "dhcp.bcd_setting.update", old: { bcd }, new: { is_enabled: true, lease_time: 1234 } },
  ]);
  await enter(page, "ada", `/cntl/bcds/${bcd}`);
  await expect(title(page)).toHaveText(bcd);
  const main = page.getByRole("main");
  for (const [label, value] of [
    ["BCD id", "98.76"],
    ["Category", "Servers"],
    ["Security level", "3"],
    ["Description", "e2e everything"],
    ["Network compound", "campus-nord-a"],
    ["VLAN id", "3998"],
    ["Net instance", "campus-nord"],
    ["VNI", "15.98.76"],
    ["DHCP enabled", "yes"],
    ["Lease time", "1234 s"],
  ] as const)
    await expect(fact(main, label)).toContainText(value);
  expect(await cellsOf(page, "Subnets", "192.0.2.128/26")).toMatchObject({
    Gateway: "192.0.2.129",
    "Router anycast address": "192.0.2.130",
    "Reserved addresses": "192.0.2.140",
  });
  expect(await cellsOf(page, "Subnets", "2001:db8:e2e::/64")).toMatchObject({ Gateway: "2001:db8:e2e::1" });
});

const ROWS = [
  ["Subnets", "192.0.2.64/26"],
  ["VLANs", "e2e-vlan"],
  ["VXLANs", "15.99.99"],
] as const;

async function create(page: Page, button: string, values: Readonly<Record<string, string>>): Promise<void> {
  await openForm(page, button);
  for (const [label, text] of Object.entries(values)) {
    if (label === "Net instance") await chooseReference(page, label, text);
    else await form(page).getByLabel(label, { exact: true }).fill(text);
  }
  await plan(page);
}

async function apply(planned: Planned): Promise<void> {
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
}

test("[BCD-03] a network has a tab for each enabled system, in every view of it", async ({ page }) => {
  await enter(page, "greta");
  const tabs = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  const views = [
    ["Overview", "/cntl/bcds/iwt-arbeit"],
    ["DNS", "/dnsvs/bcds/iwt-arbeit"],
    ["MACauth", "/macauth/bcds/iwt-arbeit"],
    ["DHCP", "/dhcp-leases/bcds/iwt-arbeit"],
    ["Netdoc", "/netdoc/bcds/iwt-arbeit"],
  ] as const;
  await visit(page, "/cntl/bcds/iwt-arbeit");
  for (const [name, path] of views.toReversed()) {
    await expect(tabs).toHaveText(views.map(([tab]) => tab));
    await tabs.filter({ hasText: name }).click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(tabs.filter({ hasText: name })).toHaveAttribute("aria-current", "page");
  }
  const info = await read<object>(page.request, "/api/system/info");
  for (const [module, name] of [
    ["dnsvs", "DNS"],
    ["macauth", "MACauth"],
    ["dhcp_leases", "DHCP"],
    ["netdoc", "Netdoc"],
  ] as const) {
    await page.route("**/api/system/info", (route) =>
      route.fulfill({ json: { ...info, js_mods: [module] } }),
    );
    await page.reload();
    await expect(tabs).toHaveText(["Overview", name]);
    await page.unroute("**/api/system/info");
  }
});

test("[ROUTE-29] [ROUTE-30] systems have BCDs, and every other path below a system is not a page", async ({
  page,
}) => {
  const { own } = await run(page.request, "greta", [
    { idx: "own", name: "nd.bcd.list", old: { is_own: true } },
  ]);
  const names = textsOf(own, "name");
  await enter(page, "greta");
  for (const system of ["dnsvs", "macauth", "dhcp-leases", "cntl"]) {
    await visit(page, `/${system}/bcds/iwt-arbeit`);
    await expect(title(page)).toHaveText("iwt-arbeit");
  }
  for (const path of ["/org/bcds/iwt-arbeit", "/wapi/bcds/iwt-arbeit", "/cntl/bcds"]) {
    await visit(page, path);
    await expect(title(page)).toHaveText("Page not found");
  }
  for (const system of ["macauth", "dhcp-leases"]) {
    await visit(page, `/${system}/bcds`);
    await expect(rowOf(page, /BCD/, "iwt-arbeit")).toBeVisible();
    const links = table(page, /BCD/).locator(`a[href^="/${system}/bcds/"]`);
    await expect(links).toHaveCount(names.length);
    expect(new Set(await links.allInnerTexts())).toEqual(new Set(names));
  }
});

test("a record, a BCD and its VLAN show which servers have them, and nothing if there is no server", async ({
  page,
}) => {
  const servers = [
    { name: "e2e-dns", kind: "dns", key_name: "e2e-dns." },
    { name: "e2e-radius", kind: "radius", copy_name: null },
  ];
  await enter(page, "ada");
  const found = await run(page.request, "ada", [
    { idx: "record", name: "dns.record.list", old: { type: "A", fetch_limit: 1 } },
    { idx: "vlan", name: "nd.vlan.list", old: { bcd: "iwt-arbeit" } },
  ]);
  const [name] = textsOf(found["record"], "fqdn");
  const [vlan] = textsOf(found["vlan"], "gpk");
  const records = `/dnsvs/fqdns/${String(name)}/records`;
  await visit(page, records);
  await expect(table(page, "Records")).toBeVisible();
  await expect(table(page, LIVE)).toHaveCount(0);
  await run(
    page.request,
    "ada",
    servers.map((values) => ({ name: "output.server.create", new: { address: "127.0.0.1", ...values } })),
  );
  const expectTold = async (path: string, named: RegExp, server: string, text: string): Promise<void> => {
    await expect(async () => {
      await page.goto(path);
      await expect(rowOf(page, named, server).first()).toContainText(text, { timeout: 2_000 });
    }).toPass();
  };
  await expectTold(records, LIVE, "e2e-dns", "still has the old version");
  await expectTold("/cntl/bcds/iwt-arbeit", LIVE, "e2e-radius", "this database, which it reads");
  await expectAccessible(page);
  await expectTold(`/object/${String(vlan)}`, /VLAN states?/, "e2e-radius", "this database, which it reads");
  await run(
    page.request,
    "ada",
    servers.map((server) => ({ name: "output.server.delete", old: { name: server.name } })),
  );
});

const LIVE = /Live on servers/;
