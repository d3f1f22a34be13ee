import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { toString as qrCode } from "qrcode";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import { wifiCode } from "#core/tools/wifi-code";
import {
  apply,
  at,
  cellsOf,
  chooseInRow,
  chooseReference,
  elements,
  expectAccessible,
  fact,
  fill,
  follow,
  formOf,
  main,
  openForm,
  plan,
  planAtOnce,
  press,
  rowOf,
  rowsOf,
  titled,
} from "../support/by-hand.ts";
import { visit, WIFI, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const first = (rows: readonly Row[] | undefined, name: string): string => textIn(rows?.[0]?.[name]);
const isGone = (table: string | RegExp, text: string) =>
  waitFor(() => expect(rowsOf(table).filter(({ textContent }) => textContent.includes(text))).toEqual([]));
const tells = (text: string | RegExp) =>
  waitFor(() => {
    if (typeof text === "string") expect(main().textContent).toContain(text);
    else expect(main().textContent).toMatch(text);
  });

async function create(button: string, values: Readonly<Record<string, string>>): Promise<void> {
  const form = await openForm(button);
  await fillIn(form, values);
  await plan(form);
}

async function fillIn(form: HTMLElement, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(values)) {
    if (label === "Net instance") await chooseReference(form, label, text);
    else await fill(within(form).getByLabelText(label, { selector: "input, textarea" }), text);
  }
}

/** Opens the form of a row and plans these values. */
async function change(table: string, text: string, values: Readonly<Record<string, string>>): Promise<void> {
  await chooseInRow(table, text, "Edit");
  const form = await formOf();
  await fillIn(form, values);
  await plan(form);
}

describe("the page of a BCD", () => {
  it("[BCD-04] [BCD-06] ada plans a network with subnet, VLAN and VNI, changes and deletes it", async () => {
    const name = "walk-bcd-1";
    const rows = [
      ["Subnets", "192.0.2.64/26"],
      ["VLANs", "walk-vlan"],
      ["VXLANs", "15.99.99"],
    ] as const;
    await portal.enter("ada", "/macauth/bcds");
    await create("New BCD", { Name: name });
    await apply();
    await visit(`/cntl/bcds/${name}`);
    await titled(name);
    await tells("DHCP has no pool");
    await expectAccessible();

    await create("Edit", { Description: "a network" });
    await create("New subnet", { Network: "192.0.2.64/26" });
    await create("New VLAN", { "Net instance": "campus-nord", "VLAN id": "3999", Name: "walk-vlan" });
    await create("New VXLAN", { VNI: "15.99.99" });
    expect(elements()).toHaveLength(4);
    await apply();
    await tells("a network");
    for (const [table, text] of rows) await change(table, text, { Description: `walk ${table}` });
    await apply();
    for (const [table, text] of rows)
      await waitFor(async () => expect((await rowOf(table, text)).textContent).toContain(`walk ${table}`));

    for (const [table, text] of rows) await chooseInRow(table, text, "Delete");
    expect(elements()).toHaveLength(rows.length);
    await apply();
    for (const [table, text] of rows) await isGone(table, text);
    await planAtOnce("Delete");
    await apply();
    expect(await portal.rows("ada", "nd.bcd.list", { name })).toEqual([]);
  });

  it("[BCD-01] it shows ids and texts, its subnets with their addresses, its VLAN, VNI, instance and compounds, and its DHCP settings", async () => {
    const bcd = "walk-whole-1";
    const texts = { id: "98.76", categ: "SERVER", seclvl: 3, description: "everything" };
    const routers = { gateway_addr: "192.0.2.129", router_anycast_addr: "192.0.2.130" };
    await portal.run("ada", [
      { name: "nd.bcd.create", new: { name: bcd, ...texts } },
      {
        name: "nd.ip_subnet.create",
        new: { bcd, cidr: "192.0.2.128/26", ...routers, reserved_addr_list: ["192.0.2.140"] },
      },
      {
        name: "nd.ip_subnet.create",
        new: { bcd, cidr: "2001:db8:e2e::/64", gateway_addr: "2001:db8:e2e::1" },
      },
      { name: "nd.vlan.create", new: { net_instnc: "campus-nord", id: 3998, name: "walk-whole", bcd } },
      { name: "nd.vxlan.create", new: { vni: 159_876, bcd } },
      { name: "dhcp.bcd_setting.update", old: { bcd }, new: { is_enabled: true, lease_time: 1234 } },
    ]);
    await portal.enter("ada", `/cntl/bcds/${bcd}`);
    await titled(bcd);
    for (const [label, value] of [
      ["BCD id", "98.76"],
      ["Category", "Servers"],
      ["Security level", "3"],
      ["Description", "everything"],
      ["Network compound", "campus-nord-a"],
      ["VLAN id", "3998"],
      ["Net instance", "campus-nord"],
      ["VNI", "15.98.76"],
      ["DHCP enabled", "yes"],
      ["Lease time", "1234 s"],
    ] as const)
      await waitFor(async () => expect(await fact(label)).toContain(value));
    expect(await cellsOf("Subnets", "192.0.2.128/26")).toMatchObject({
      Gateway: "192.0.2.129",
      "Router anycast address": "192.0.2.130",
      "Reserved addresses": "192.0.2.140",
    });
    expect(await cellsOf("Subnets", "2001:db8:e2e::/64")).toMatchObject({ Gateway: "2001:db8:e2e::1" });
  });

  it("[BCD-03] it has a tab for each enabled system, in every view of it", async () => {
    const tabs = async () =>
      within(await screen.findByRole("navigation", { name: "Views" })).getAllByRole("link");
    const names = async () => (await tabs()).map(({ textContent }) => textContent);
    const views = [
      ["Overview", "/cntl/bcds/iwt-arbeit"],
      ["DNS", "/dnsvs/bcds/iwt-arbeit"],
      ["MACauth", "/macauth/bcds/iwt-arbeit"],
      ["DHCP", "/dhcp-leases/bcds/iwt-arbeit"],
      ["Netdoc", "/netdoc/bcds/iwt-arbeit"],
    ] as const;
    await portal.enter("greta", "/cntl/bcds/iwt-arbeit");
    for (const [name, path] of views.toReversed()) {
      await waitFor(async () => expect(await names()).toEqual(views.map(([tab]) => tab)));
      const open = async () => (await tabs()).find(({ textContent }) => textContent === name);
      await userEvent.click((await open()) ?? document.body);
      await at(path);
      await waitFor(async () => expect((await open())?.getAttribute("aria-current")).toBe("page"));
    }
    const { text } = await portal.get("/api/system/info");
    let modules: readonly string[] = [];
    portal.answer("/api/system/info", () =>
      Promise.resolve(Response.json({ ...(JSON.parse(text) as object), js_mods: modules })),
    );
    for (const [module, name] of [
      ["dnsvs", "DNS"],
      ["macauth", "MACauth"],
      ["dhcp_leases", "DHCP"],
      ["netdoc", "Netdoc"],
    ] as const) {
      modules = [module];
      await portal.load("/cntl/bcds/iwt-arbeit");
      await waitFor(async () => expect(await names()).toEqual(["Overview", name]));
    }
  });

  it("[BCD-02] [ROUTE-28] [ROUTE-29] its view of a system shows the content of the system, and every system has a view", async () => {
    const [record, client, lease, port] = [
      await portal.rows("ada", "dns.record.list", { bcd: "iap-tga", fetch_limit: 1 }),
      await portal.rows("ada", "macauth.client.list", { fetch_limit: 1 }),
      await portal.rows("ada", "dhcp.lease.list", { fetch_limit: 1 }),
      await portal.rows("ada", "nd.l_port.list", {
        fetch_limit: 1,
        filter_params_dict: { bcd: { is_null: false } },
      }),
    ];
    await portal.enter("ada");
    for (const [system, bcd, text] of [
      ["dnsvs", "iap-tga", first(record, "fqdn")],
      ["macauth", first(client, "bcd_name"), first(client, "mac_addr")],
      ["dhcp-leases", first(lease, "bcd"), first(lease, "mac_addr")],
      ["netdoc", first(port, "bcd"), first(port, "name")],
      ["cntl", "iap-tga", "10.0.43.0/25"],
    ] as const) {
      await visit(`/${system}/bcds/${bcd}?size=500`);
      await titled(bcd);
      expect(text).not.toBe("");
      await tells(text);
    }
    await visit("/nosystem/bcds/iap-tga");
    await titled("Page not found");
  });

  it("[DNS-01] [ROUTE-29] [ROUTE-30] systems have BCDs, and every other path below a system is not a page", async () => {
    const names = (await portal.rows("greta", "nd.bcd.list", { is_own: true })).map((row) =>
      textIn(row["name"]),
    );
    await portal.enter("greta");
    for (const system of ["dnsvs", "macauth", "dhcp-leases", "cntl"]) {
      await visit(`/${system}/bcds/iwt-arbeit`);
      await titled("iwt-arbeit");
    }
    for (const path of ["/org/bcds/iwt-arbeit", "/wapi/bcds/iwt-arbeit", "/cntl/bcds"]) {
      await visit(path);
      await titled("Page not found");
    }
    for (const system of ["dnsvs", "macauth", "dhcp-leases", "netdoc"]) {
      await visit(`/${system}/bcds`);
      await rowOf(/BCD/, "iwt-arbeit");
      await waitFor(() => {
        const links = rowsOf(/BCD/).flatMap((row) => [
          ...row.querySelectorAll(`a[href^="/${system}/bcds/"]`),
        ]);
        expect(links.map(({ textContent }) => textContent).toSorted()).toEqual(names.toSorted());
      });
    }
  });

  it("[HOME-01] [HOME-02] [HOME-03] [HOME-04] [DNS-01] [ROUTE-19] [ROUTE-28] greta opens her network from home and walks through its systems", async () => {
    await portal.enter("greta");
    await within(main()).findByText(/Welcome/);
    expect(await cellsOf(/networks/, "iwt-arbeit")).toMatchObject({
      Category: "Workplaces",
      "Security level": "1",
    });
    expect(main().textContent).not.toContain("not in the network database");
    const own = await portal.rows("greta", "nd.bcd.list", { is_own: true });
    expect(rowsOf(/networks/)).toHaveLength(own.length);
    for (const { name } of own) {
      const link = within(await rowOf(/networks/, textIn(name))).getByRole("link", { name: textIn(name) });
      expect(link.getAttribute("href")).toBe(`/cntl/bcds/${textIn(name)}`);
    }
    await follow("iwt-arbeit", () => rowOf(/networks/, "iwt-arbeit"));
    await at("/cntl/bcds/iwt-arbeit");
    await titled(/iwt-arbeit/);
    for (const label of ["Category", "Security level", "Subnet", "VLAN", "VNI", "DHCP"]) await tells(label);
    await tells(/10\.\d+\.\d+\.\d+\/\d+/);
    await expectAccessible();
    await follow("DNS");
    await at("/dnsvs/bcds/iwt-arbeit");
    await rowOf(/record/i, "arbeit.iwt.tannmuehl.example.");
    await expectAccessible();
    await visit("/dnsvs/bcds");
    await follow("iwt-arbeit", () => rowOf("BCD", "iwt-arbeit"));
    await at("/dnsvs/bcds/iwt-arbeit");
    await rowOf(/record/i, "arbeit.iwt.tannmuehl.example.");
  });
});

it("a record, a BCD and its VLAN show which servers have them, and nothing if there is no server", async () => {
  const name = first(await portal.rows("ada", "dns.record.list", { type: "A", fetch_limit: 1 }), "fqdn");
  const vlan = first(await portal.rows("ada", "nd.vlan.list", { bcd: "iwt-arbeit" }), "gpk");
  const records = `/dnsvs/fqdns/${name}/records`;
  await portal.enter("ada", records);
  await waitFor(() => expect(rowsOf("Records")).not.toEqual([]));
  expect(rowsOf(/Live on servers/)).toEqual([]);
  const servers = [
    { name: "walk-dns", kind: "dns", key_name: "walk-dns." },
    { name: "walk-radius", kind: "radius", copy_name: null },
  ];
  await portal.run(
    "ada",
    servers.map((values) => ({ name: "output.server.create", new: { address: "127.0.0.1", ...values } })),
  );
  for (const [path, named, server, text] of [
    [records, /Live on servers/, "walk-dns", "still has the old version"],
    ["/cntl/bcds/iwt-arbeit", /Live on servers/, "walk-radius", "this database, which it reads"],
    [`/object/${vlan}`, /VLAN states?/, "walk-radius", "this database, which it reads"],
  ] as const) {
    await waitFor(async () => {
      await portal.load(path);
      await waitFor(
        () => {
          const row = rowsOf(named).find(({ textContent }) => textContent.includes(server));
          expect(row?.textContent).toContain(text);
        },
        { timeout: 3000 },
      );
    });
    await expectAccessible();
  }
  await portal.run(
    "ada",
    servers.map((server) => ({ name: "output.server.delete", old: { name: server.name } })),
  );
});

describe("DHCP", () => {
  const page = "/dhcp-leases/bcds/iwt-arbeit";
  /** An address outside the pool, the assignments and the hosts of the network 10.0.44.0/26. */
  const free = "10.0.44.61";

  it("[DHCP-04] [ROUTE-27] [ROUTE-30] a visitor is asked to sign in, and no row of a network is requested", async () => {
    await portal.enter(null, "/dhcp-leases");
    for (const path of ["/dhcp-leases", "/dhcp-leases/"]) {
      await visit(path);
      await at("/dhcp-leases/bcds");
    }
    await titled("DHCP leases by BCD");
    for (const path of ["/dhcp-leases/bcds", page]) {
      await visit(path);
      await tells("Leases name people's devices");
      expect(within(main()).getByRole("link", { name: "Sign in" })).toBeTruthy();
      expect(screen.queryByRole("grid")).toBeNull();
      await expectAccessible();
    }
    expect(portal.sent.map(({ body }) => body).join(" ")).not.toMatch(/nd\.bcd|dhcp\./);
  });

  it("[DHCP-01] [DHCP-05] [DHCP-06] [DHCP-07] [ROUTE-30] greta sees the leases of her network and makes one of them a static assignment", async () => {
    const leases = await portal.rows("greta", "dhcp.lease.list", { bcd: "iwt-arbeit" });
    const named = leases.filter((one) => one["hostname"] !== null);
    const [ip, mac, host] = [first(named, "ip_addr"), first(named, "mac_addr"), first(named, "hostname")];
    await portal.enter("greta", "/dhcp-leases/bcds");
    await follow("iwt-arbeit", () => rowOf(/BCD/, "iwt-arbeit"));
    await at(page);
    const row = await rowOf("Leases", ip);
    const cells = await cellsOf("Leases", ip);
    expect(Object.keys(cells)).toEqual(
      expect.arrayContaining(["IP address", "MAC address", "Host name", "Begin", "End"]),
    );
    expect([cells["MAC address"], cells["Host name"]]).toEqual([mac, host]);
    const timeOf = (head: string) =>
      row.querySelectorAll("td, th")[Object.keys(cells).indexOf(head)]?.querySelector("time")?.dateTime;
    expect([timeOf("Begin"), timeOf("End")]).toEqual([first(named, "ts_begin"), first(named, "ts_end")]);
    // Other networks have leases and assignments too.
    expect((await portal.rows("ada", "dhcp.lease.list")).length).toBeGreaterThan(leases.length);
    expect(rowsOf("Leases")).toHaveLength(leases.length);
    expect((await portal.rows("ada", "dhcp.static_assignment.list")).length).toBeGreaterThan(
      rowsOf("Static assignments").length,
    );
    expect(rowsOf("Static assignments")).toHaveLength(
      (await portal.rows("greta", "dhcp.static_assignment.list", { bcd: "iwt-arbeit" })).length,
    );
    await expectAccessible();

    await chooseInRow("Leases", ip, "Make static");
    const dialog = await screen.findByRole("dialog", { name: "Make static" });
    const address = within(dialog).getByRole<HTMLInputElement>("textbox", { name: "IP address" });
    expect(address.value).toBe(ip);
    expect(within(dialog).getByLabelText<HTMLInputElement>("MAC address").value).toBe(mac);
    // A leased address cannot become a static assignment.
    await fill(address, free);
    await fill(within(dialog).getByLabelText("Description"), "fixed");
    await plan(dialog);
    await apply();
    expect((await rowOf("Static assignments", free)).textContent).toContain(mac);
    await change("Static assignments", free, { Description: "fixed for good" });
    await apply();
    await waitFor(async () =>
      expect((await rowOf("Static assignments", free)).textContent).toContain("for good"),
    );
    await chooseInRow("Static assignments", free, "Delete");
    await apply();
    await isGone("Static assignments", free);
  });

  it("[DHCP-06] [DHCP-08] ada plans an assignment, a pool and settings of a network, and removes them", async () => {
    await portal.enter("ada", page);
    await create("New static assignment", { "IP address": free, "MAC address": "02:e2:00:00:00:61" });
    await create("New pool", { "First address": "10.0.44.33", "Last address": "10.0.44.35" });
    await create("Change settings", { "Lease time": "7200" });
    expect(elements()).toHaveLength(3);
    await apply();
    await rowOf("Static assignments", free);
    await tells("7200 s");
    expect((await rowOf("Pools", "10.0.44.33")).textContent).toContain("3");
    await change("Pools", "10.0.44.33", { Description: "a pool" });
    await apply();
    await waitFor(async () => expect((await rowOf("Pools", "10.0.44.33")).textContent).toContain("a pool"));
    await chooseInRow("Pools", "10.0.44.33", "Delete");
    await chooseInRow("Static assignments", free, "Delete");
    expect(elements()).toHaveLength(2);
    await apply();
    await isGone("Pools", "10.0.44.33");
    const settings = await portal.rows("ada", "dhcp.bcd_setting.list", { bcd: "iwt-arbeit" });
    expect(settings.map((row) => [row["bcd"], row["lease_time"]])).toEqual([["iwt-arbeit", 7200]]);
  });

  it("[BCD-07] an address in a pool is refused by the pool and its network, with a link to it", async () => {
    const pools = await portal.rows("ada", "dhcp.pool.list");
    const [from, to, bcd, subnet] = [
      first(pools, "first_addr"),
      first(pools, "last_addr"),
      first(pools, "bcd"),
      first(pools, "subnet"),
    ];
    await portal.enter("ada", `/dhcp-leases/bcds/${bcd}`);
    await create("New static assignment", { "IP address": from, "MAC address": "02:e2:00:00:02:01" });
    const range = `${from} – ${to}`;
    await press("Test");
    const [element = document.body] = elements();
    await waitFor(() =>
      expect(element.textContent).toContain(
        `${from} lies in a DHCP pool (${range}) of the subnet ${subnet} in the BCD ${bcd}.`,
      ),
    );
    await expectAccessible();
    expect(within(element).getByRole("link", { name: range }).getAttribute("href")).toBe(
      `/dhcp-leases/bcds/${bcd}`,
    );
    expect(within(element).getByRole("link", { name: subnet })).toBeTruthy();
  });
});

it("[MAC-01] [MAC-02] [MAC-04] a MAC client shows its last login, and its QR code has the network name of the instance and its key", async () => {
  const clients = await portal.rows("greta", "macauth.client.list", { bcd_name: "iwt-arbeit" });
  const seen = clients.filter((one) => one["last_login"] !== null);
  const mac = first(seen, "mac_addr");
  await portal.enter("greta", "/macauth/bcds/iwt-arbeit");
  const row = await rowOf("MAC clients", mac);
  const cells = await cellsOf("MAC clients", mac);
  expect(cells).toMatchObject({
    "MAC address": mac,
    Description: first(seen, "description"),
    "Last login node": first(seen, "last_login_node"),
  });
  const at = Object.keys(cells).indexOf("Last login");
  expect(row.querySelectorAll("td, th")[at]?.querySelector("time")?.dateTime).toBe(first(seen, "last_login"));

  // Parse boundary (wire contract 6.1).
  const { wifi_ssid: network } = JSON.parse((await portal.get("/api/system/info")).text) as {
    readonly wifi_ssid: string;
  };
  expect(network).toBe(WIFI);
  await press("Show the QR code", row);
  const picture = await screen.findByRole<HTMLImageElement>("img", {
    name: "QR code with network name and key",
  });
  const drawn = await qrCode(wifiCode(network, first(seen, "wpa2_key")), { type: "svg", margin: 4 });
  expect(decodeURIComponent(picture.src)).toBe(`data:image/svg+xml;utf8,${drawn}`);
  await expectAccessible();
});

it("[MAC-03] a MAC client is planned, gets a new key by one click, and is deleted", async () => {
  const mac = "02:e2:00:00:03:01";
  const keys = async () =>
    (await portal.rows("greta", "macauth.client.list", { mac_addr: mac })).map((row) =>
      textIn(row["wpa2_key"]),
    );
  await portal.enter("greta", "/macauth/bcds/iwt-arbeit");
  const typed = mac.toUpperCase().replaceAll(":", "-");
  await create("New MAC client", { "MAC address": typed, Description: "probe" });
  expect(await keys()).toEqual([]);
  await apply();
  expect((await rowOf("MAC clients", mac)).textContent).toContain("probe");
  const [before = ""] = await keys();
  expect(before).toMatch(/^.{20}$/);
  await chooseInRow("MAC clients", mac, "New key");
  expect(elements()[0]?.textContent).toContain(mac);
  await apply();
  const [after = ""] = await keys();
  expect(after).toMatch(/^.{20}$/);
  expect(after).not.toBe(before);
  await change("MAC clients", mac, { Description: "probe in the hall" });
  await apply();
  await waitFor(async () => expect((await rowOf("MAC clients", mac)).textContent).toContain("in the hall"));
  await chooseInRow("MAC clients", mac, "Delete");
  await apply();
  await isGone("MAC clients", mac);
  expect(await keys()).toEqual([]);
});
