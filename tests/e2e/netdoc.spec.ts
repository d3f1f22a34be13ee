import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import {
  chooseInRow,
  chooseReference,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  signOut,
  table,
  title,
  visit,
} from "./support/portal.ts";
import { run } from "./support/wapi.ts";

const main = (page: Page) => page.getByRole("main");
const crumbs = (page: Page) => page.getByRole("banner").getByRole("navigation");
const path = (page: Page) => main(page).getByRole("list", { name: "Connection path" });

/** A value that must be a text. */
function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error(`no text: ${JSON.stringify(value)}`);
  return value;
}

/** An access point of the demo campus and its uplink, which leads through a socket and a panel to a switch. */
async function anAccessPoint(page: Page) {
  const lists = await run(page.request, "ada", [
    { idx: "port", name: "nd.p_port.list", old: { name: "uplink", fetch_limit: 1 } },
    { idx: "module", name: "nd.module.list", inner_join_ref: { port: "default" } },
    { idx: "room", name: "nd.room.list", inner_join_ref: { module: "default" } },
  ]);
  const text = (list: string, name: string): string => textOf(lists[list]?.[0]?.[name]);
  return {
    port: text("port", "gpk"),
    module: text("module", "gpk"),
    name: text("module", "name"),
    device: text("module", "device"),
    room: text("room", "name"),
    bldg: text("room", "bldg"),
    site: text("room", "site"),
  };
}

/** The row of a port in the list of its module. */
function portRow(page: Page, name: string) {
  const link = page.getByRole("link", { name, exact: true });
  return table(page, "Ports").getByRole("row").filter({ has: link });
}

async function beExpert(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: /^Expert mode/ }).check();
  await page.keyboard.press("Escape");
}

async function applied(page: Page): Promise<void> {
  const planned = await openPlanned(page);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await expect(planned.side).toContainText(/Applied/);
}

test("[NDOC-03] [NDOC-04] [NDOC-05] [NDOC-06] [NDOC-07] [NDOC-13] [ROUTE-32] [ROUTE-33] [ROUTE-34] [ROUTE-35] [ROUTE-36] [ROUTE-39] [ROUTE-40] [ROUTE-43] ada walks from a site down to a port and along its wire to the other end", async ({
  page,
}) => {
  await enter(page, "ada");
  const ap = await anAccessPoint(page);
  await visit(page, "/netdoc/sites");
  await rowOf(page, /site/i, ap.site).getByRole("link", { name: ap.site, exact: true }).click();
  await expect(title(page)).toContainText(ap.site);
  await visit(page, `/netdoc/buildings?q=${encodeURIComponent(ap.bldg)}`);
  await expect(title(page)).toHaveText("Buildings");
  await rowOf(page, /building/i, ap.bldg)
    .getByRole("link", { name: ap.bldg, exact: true })
    .click();
  await expect(title(page)).toContainText(ap.bldg);
  await rowOf(page, "Rooms", ap.room).getByRole("link", { name: ap.room, exact: true }).click();
  await expect(title(page)).toContainText(ap.room);
  await expectAccessible(page);

  await rowOf(page, "Modules", ap.name).getByRole("link", { name: ap.name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/netdoc/modules/${ap.module}$`));
  for (const name of [ap.site, ap.bldg, ap.room, ap.name]) await expect(crumbs(page)).toContainText(name);
  const uplink = rowOf(page, "Ports", "uplink");
  await expect(uplink).toContainText(/Gi1\/0\/\d+/);
  await expect(uplink.getByRole("link", { name: /^sw-/ })).toBeVisible();
  await expect(uplink.getByRole("link", { name: new RegExp(`${ap.bldg}/[^/\\s]+$`) }).last()).toHaveAttribute(
    "href",
    /\/netdoc\/sites\/.+\/room-\d+$/,
  );
  await expect(main(page)).not.toContainText(/\b(pp|mod|room|dev)-\d+\b/);
  await expectAccessible(page);

  await uplink.getByRole("link", { name: "uplink", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/netdoc/modules/${ap.module}/p_port/${ap.port}$`));
  await expect(crumbs(page)).toContainText("uplink");
  const stops = path(page).getByRole("listitem");
  await expect(stops).toHaveCount(4);
  const kinds = ["CX-24", "PF-24", "AD-2", "AX-6"];
  for (const [at, kind] of kinds.entries()) await expect(stops.nth(at)).toContainText(kind);
  await expect(stops.nth(1)).toContainText("through the wall");
  await expect(stops.nth(3).locator("[aria-current]")).toContainText("uplink");
  await expect(main(page)).not.toContainText(/\b(pp|mod|room|dev)-\d+\b/);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });

  await stops
    .first()
    .getByRole("link", { name: /^Gi1\/0\// })
    .click();
  await expect(title(page)).toContainText("Gi1/0/");
  await expect(path(page).getByRole("listitem").first().locator("[aria-current]")).toBeVisible();
  await path(page).getByRole("listitem").nth(3).getByRole("link", { name: ap.device }).click();
  await expect(title(page)).toContainText(ap.device);
  expect(new URL(page.url()).pathname).toBe(`/netdoc/devices/${ap.device.replace(/\.$/, "")}`);
  await expect(rowOf(page, "Modules", ap.name)).toBeVisible();
  await expect(rowOf(page, "Ports", "uplink")).toBeVisible();
  await expectAccessible(page);
});

test("[NDOC-08] [ROUTE-37] ada opens the wiring of a BCD, also of a BCD that is only tagged", async ({
  page,
}) => {
  await enter(page, "ada");
  const lists = await run(page.request, "ada", [
    { idx: "port", name: "nd.l_port.list", old: { name: "Te1/1/1", fetch_limit: 1 } },
  ]);
  const port = lists["port"]?.[0];
  const bcd = textOf([port?.["tagged_bcd_list"]].flat()[0]);
  await visit(page, `/netdoc/bcds?q=${bcd}`);
  await rowOf(page, /BCD/, bcd).getByRole("link", { name: bcd, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/netdoc/bcds/${bcd}$`));
  const carried = table(page, "Logical ports")
    .getByRole("row")
    .filter({ hasText: textOf(port?.["device"]) })
    .filter({ hasText: "Te1/1/1" });
  await expect(carried.first()).toContainText(bcd);
  await expect(table(page, "Devices").getByRole("row").nth(1)).toBeVisible();
  await expectAccessible(page);
});

test("[ROUTE-38] [ROUTE-41] [ROUTE-42] lists of all modules and all devices have no page, and their crumbs are plain text", async ({
  page,
}) => {
  await enter(page, "ada");
  const ap = await anAccessPoint(page);
  for (const [none, below, word] of [
    ["/netdoc/modules", `/netdoc/modules/${ap.module}`, "Modules"],
    ["/netdoc/devices", `/netdoc/devices/${ap.device}`, "Devices"],
  ] as const) {
    await visit(page, none);
    await expect(title(page)).toHaveText("Page not found");
    await visit(page, below);
    await expect(crumbs(page).getByText(word, { exact: true })).toBeVisible();
    await expect(crumbs(page).getByRole("link", { name: word, exact: true })).toHaveCount(0);
  }
});

test("[NDOC-10] a missing site, building, room, module, port or device is reported by its name", async ({
  page,
}) => {
  await enter(page, "ada");
  const { site, bldg, module, device } = await anAccessPoint(page);
  const building = `/netdoc/sites/${encodeURIComponent(site)}/${bldg}`;
  for (const [url, name] of [
    ["/netdoc/sites/nowhere", "Site nowhere"],
    [`/netdoc/sites/${encodeURIComponent(site)}/99.99`, "Building 99.99"],
    [`${building}/room-99999999`, "Room room-99999999"],
    [`${building}/no gpk`, "Room no gpk"],
    ["/netdoc/modules/mod-99999999", "Module mod-99999999"],
    ["/netdoc/modules/no gpk", "Module no gpk"],
    [`/netdoc/modules/${module}/p_port/pp-99999999`, "Port pp-99999999"],
    [`/netdoc/modules/${module}/p_port/no gpk`, "Port no gpk"],
    ["/netdoc/devices/nothing.example.edu", "Device nothing.example.edu"],
    ["/netdoc/devices/not a name", "Device not a name"],
  ] as const) {
    await visit(page, url);
    await expect(main(page)).toContainText(`${name}`);
    await expect(main(page)).toContainText("does not exist");
    await expect(page.getByRole("grid")).toHaveCount(0);
  }
  // Everybody reads places, modules and ports, but not devices: greta cannot see ada's device.
  const ap = device.replace(/\.$/, "");
  await visit(page, `/netdoc/devices/${ap}`);
  await expect(title(page)).toContainText(ap);
  await signOut(page, "ada");
  await enter(page, "greta", `/netdoc/devices/${ap}`);
  await expect(main(page)).toContainText(`Device ${ap}`);
  await expect(main(page)).toContainText("does not exist");
});

test("[NDOC-01] [NDOC-02] [NDOC-11] ada creates a site with a building, a room, a module with ports and a device, changes them and deletes them", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await enter(page, "ada");
  const field = (label: string) => form(page).getByLabel(label, { exact: true });
  const create = async (button: string, fill: () => Promise<void>): Promise<void> => {
    await openForm(page, button);
    await fill();
    await plan(page);
    await applied(page);
  };
  await visit(page, "/netdoc/sites");
  await create("New site", () => field("Name").fill("e2e-yard"));
  await visit(page, "/netdoc/sites/e2e-yard");
  await create("New building", () => field("Number").fill("7"));
  await visit(page, "/netdoc/sites/e2e-yard/7");
  await create("New room", () => field("Name").fill("cellar"));
  await rowOf(page, "Rooms", "cellar").getByRole("link", { name: "cellar" }).click();
  await create("New module", async () => {
    await field("Name").fill("box");
    await chooseReference(page, "Module type", "AD-2");
  });
  await rowOf(page, "Modules", "box").getByRole("link", { name: "box", exact: true }).click();
  await expect(main(page)).toContainText("e2e-yard/7/cellar");
  await create("New physical port", () => field("Name").fill("1"));
  await create("New physical port", async () => {
    await field("Name").fill("1r");
    // The field offers only ports of this module.
    await chooseReference(page, "Passage", "e2e-yard/7/cellar/box/1");
  });
  await create("New physical port", () => field("Name").fill("spare"));
  await expect(page).toHaveURL(/\/netdoc\/modules\/mod-\d+$/);
  const moduleUrl = page.url();
  const lists = await run(page.request, "ada", [
    { idx: "bcd", name: "nd.bcd.list", old: { fetch_limit: 1 } },
    { idx: "taken", name: "nd.device.list" },
    { idx: "name", name: "dns.fqdn.list", old: { fetch_limit: 200 } },
  ]);
  const taken = new Set(lists["taken"]?.map((row) => row["fqdn"]));
  const name = textOf(
    lists["name"]?.map((row) => row["value"]).find((one) => !taken.has(one ?? null) && one !== "."),
  );
  await visit(page, `/netdoc/bcds/${textOf(lists["bcd"]?.[0]?.["name"])}`);
  await create("New device", async () => {
    await chooseReference(page, "FQDN", name);
    await field("Type").fill("switch");
  });

  const change = async (url: string, label: string, value: string): Promise<void> => {
    await visit(page, url);
    await openForm(page, "Edit");
    await field(label).fill(value);
    await plan(page);
    await applied(page);
    await expect(main(page)).toContainText(value);
  };
  await change("/netdoc/sites/e2e-yard", "Campus", "moved");
  await change("/netdoc/sites/e2e-yard/7", "Address", "Yard 7");
  await visit(page, "/netdoc/sites/e2e-yard/7");
  await rowOf(page, "Rooms", "cellar").getByRole("link", { name: "cellar" }).click();
  await expect(page).toHaveURL(/\/e2e-yard\/7\/room-\d+$/);
  const roomUrl = page.url();
  await change(roomUrl, "Floor", "UG");
  await change(moduleUrl, "Position", "HE 1");
  await visit(page, moduleUrl);
  await rowOf(page, "Ports", "1r").getByRole("link", { name: "1r", exact: true }).click();
  await expect(page).toHaveURL(/\/p_port\/pp-\d+$/);
  await change(page.url(), "Speed", "2500");
  const deviceUrl = `/netdoc/devices/${name}`;
  await change(deviceUrl, "Serial number", "E2E-1");

  const remove = async (url: string, type: string): Promise<void> => {
    await visit(page, url);
    await main(page).getByRole("button", { name: "Delete", exact: true }).first().click();
    await expect((await openPlanned(page)).item(type)).toHaveCount(1);
  };
  await remove(deviceUrl, "Device");
  await visit(page, moduleUrl);
  await chooseInRow(portRow(page, "spare"), "Delete");
  await expect((await openPlanned(page)).items).toHaveCount(2);
  // The front and rear ports refer to each other and are deleted with their module.
  await remove(moduleUrl, "Module");
  await remove(roomUrl, "Room");
  await remove("/netdoc/sites/e2e-yard/7", "Building");
  await remove("/netdoc/sites/e2e-yard", "Site");
  await applied(page);
  await visit(page, "/netdoc/sites/e2e-yard");
  await expect(main(page)).toContainText("Site e2e-yard does not exist");
});

test("[NDOC-12] ada connects and disconnects ports on their page, in the list and several at once", async ({
  page,
}) => {
  await enter(page, "ada");
  const names = ["1", "2", "10"];
  const made = await run(page.request, "ada", [
    { idx: "room", name: "nd.room.list", old: { fetch_limit: 1 } },
    ...["sockets", "panel"].map((name) => ({
      idx: name,
      name: "nd.module.create" as const,
      new: { name: `e2e-${name}`, module_type: "PF-24" },
      new_ref_params: [{ idx: "room", params: { room_gfk: "gpk" } }],
    })),
    ...["sockets", "panel"].flatMap((of) =>
      names.map((name) => ({
        idx: `${of}-${name}`,
        name: "nd.p_port.create" as const,
        new: { name },
        new_ref_params: [{ idx: of, params: { module_gfk: "gpk" } }],
      })),
    ),
  ]);
  const gpk = (idx: string): string => textOf(made[idx]?.[0]?.["gpk"]);
  const sockets = `/netdoc/modules/${gpk("sockets")}`;

  // Connects a port on its page.
  await visit(page, `${sockets}/p_port/${gpk("sockets-1")}`);
  await main(page).getByRole("button", { name: "Connect", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Connect/ });
  await dialog.getByRole("combobox").fill("e2e-panel/2");
  await page.getByRole("option", { name: /e2e-panel\/2/ }).click();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Plan", exact: true }).click();
  await expect((await openPlanned(page)).side).toContainText("e2e-panel/2");
  await applied(page);
  await expect(path(page).getByRole("listitem")).toHaveCount(2);
  await main(page).getByRole("button", { name: "Disconnect", exact: true }).click();
  await applied(page);
  await expect(main(page)).toContainText("Not connected.");

  // Connects several ports in the list of a module; the second port of the panel is connected already and skipped.
  await visit(page, sockets);
  await chooseInRow(portRow(page, "10"), "Connect");
  await dialog.getByRole("combobox").fill("e2e-panel/2");
  await page.getByRole("option", { name: /e2e-panel\/2/ }).click();
  await dialog.getByRole("button", { name: "Plan", exact: true }).click();
  await applied(page);
  await expect(portRow(page, "10")).toContainText("e2e-panel/2");
  for (const name of names) await portRow(page, name).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Actions for the selected rows" }).click();
  await page.getByRole("menuitem", { name: /^Connect/ }).click();
  await expect(dialog).toContainText("1 chosen row is connected already");
  await dialog.getByRole("combobox", { name: "Module" }).fill("e2e-panel");
  await page.getByRole("option", { name: /e2e-panel/ }).click();
  const pairs = dialog.getByRole("list", { name: "Preview of the pairs" }).getByRole("listitem");
  await expect(pairs).toHaveText([/^1 .*1$/, /^2 .*10$/]);
  await expect(dialog).toContainText("2 is taken and passed over");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Plan", exact: true }).click();
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await applied(page);
  await expect(portRow(page, "2")).toContainText("e2e-panel/10");
  await chooseInRow(portRow(page, "2"), "Disconnect");
  await applied(page);
  await expect(portRow(page, "2")).toContainText("no");
});

test("[NDOC-09] every page of the network documentation shows all attributes of its object, empty values for experts", async ({
  page,
}) => {
  await enter(page, "ada");
  const ap = await anAccessPoint(page);
  const site = encodeURIComponent(ap.site);
  const lists = await run(page.request, "ada", [
    { idx: "name", name: "wapi.object_type_attr_lang_dict.list" },
    { idx: "room", name: "nd.room.list", old: { site: ap.site, bldg: ap.bldg, name: ap.room } },
    { idx: "nd.site", name: "nd.site.list", old: { name: ap.site } },
    { idx: "nd.bldg", name: "nd.bldg.list", old: { site: ap.site, number: ap.bldg } },
    { idx: "nd.room", name: "nd.room.list", old: { site: ap.site, bldg: ap.bldg, name: ap.room } },
    { idx: "nd.module", name: "nd.module.list", old: { gpk_list: [ap.module] } },
    { idx: "nd.p_port", name: "nd.p_port.list", old: { gpk_list: [ap.port] } },
    { idx: "nd.device", name: "nd.device.list", old: { fqdn: ap.device } },
  ]);
  /** Attributes that the sheet does not show: technical ones, and those that the path draws. */
  const unshown = new Set(["gpk", "is_own", "hierarchy_gfk_list", "conn_id_gfk_list", "language_dict"]);
  const urls: Readonly<Record<string, string>> = {
    "nd.site": `/netdoc/sites/${site}`,
    "nd.bldg": `/netdoc/sites/${site}/${ap.bldg}`,
    "nd.room": `/netdoc/sites/${site}/${ap.bldg}/${textOf(lists["room"]?.[0]?.["gpk"])}`,
    "nd.module": `/netdoc/modules/${ap.module}`,
    "nd.p_port": `/netdoc/modules/${ap.module}/p_port/${ap.port}`,
    "nd.device": `/netdoc/devices/${ap.device}`,
  };
  const attributes = (type: string, withEmpty: boolean) => {
    const row = lists[type]?.[0] ?? {};
    return Object.keys(row)
      .filter((name) => !unshown.has(name) && (withEmpty || row[name] !== null))
      .map((name) => {
        const text = lists["name"]?.find(
          (one) =>
            one["object_fq_name"] === type && one["attribute"] === name && one["language_tag"] === "en",
        );
        const english = lists[`__lang_${type}`]?.find(
          (one) => one["lang_attr_key"] === name && one["language_tag"] === "en",
        );
        return { label: textOf(text?.["name"]), value: english?.["value"] ?? row[name] };
      });
  };
  const shown = main(page).locator("dl.detail").first().locator("dt");
  // The side panel shows references of the object and numbers of dependents.
  const beside = main(page).locator(".beside dt");
  for (const isExpert of [false, true]) {
    if (isExpert) await beExpert(page);
    for (const [type, url] of Object.entries(urls)) {
      await visit(page, url);
      const wanted = attributes(type, isExpert);
      // The side panel is loaded after the main contents.
      await expect(async () => {
        const own = await shown.allTextContents();
        const told = [...own, ...(await beside.allTextContents())];
        // Only experts see values that repeat the title.
        const heading = isExpert ? "" : await title(page).innerText();
        const isTold = (value: unknown) => typeof value === "string" && heading.includes(value);
        expect(
          wanted.filter(({ label, value }) => !told.includes(label) && !isTold(value)),
          url,
        ).toEqual([]);
        expect(
          own.filter((shownLabel) => !wanted.some(({ label }) => label === shownLabel)),
          url,
        ).toEqual([]);
      }).toPass({ timeout: 10_000 });
    }
  }
});
