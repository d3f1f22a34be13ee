import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import type { Lists } from "#contract/wire/outcome";
import {
  apply,
  at,
  chooseIn,
  chooseReference,
  element,
  elements,
  expectAccessible,
  fill,
  follow,
  main,
  openForm,
  plan,
  planAtOnce,
  press,
  rowOf,
  rowsOf,
  titled,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const first = (rows: readonly Row[] | undefined, name: string): string => textIn(rows?.[0]?.[name]);
const tells = (text: string) => waitFor(() => expect(main().textContent).toContain(text));
const crumbs = () => screen.getByRole("navigation", { name: "Breadcrumb" });
const stops = async () =>
  within(await within(main()).findByRole("list", { name: "Connection path" })).getAllByRole("listitem");
const stop = async (at: number) => (await stops())[at] ?? main();
const BARE_KEY = /\b(pp|mod|room|dev)-\d+\b/;

/** An access point of the demo campus and its uplink, which leads through a socket and a panel to a switch. */
async function anAccessPoint() {
  const lists = await portal.run("ada", [
    { idx: "port", name: "nd.p_port.list", old: { name: "uplink", fetch_limit: 1 } },
    { idx: "module", name: "nd.module.list", inner_join_ref: { port: "default" } },
    { idx: "room", name: "nd.room.list", inner_join_ref: { module: "default" } },
  ]);
  return {
    port: first(lists["port"], "gpk"),
    module: first(lists["module"], "gpk"),
    name: first(lists["module"], "name"),
    device: first(lists["module"], "device"),
    room: first(lists["room"], "name"),
    roomGpk: first(lists["room"], "gpk"),
    bldg: first(lists["room"], "bldg"),
    site: first(lists["room"], "site"),
  };
}

/** A row of a list that has the rows of this call and no others, although there are others. */
async function hasOnly(table: string, type: string, old: Row, text: string): Promise<HTMLElement> {
  const row = await rowOf(table, text);
  const [own, all] = [
    await portal.rows("ada", `${type}.list`, old),
    await portal.rows("ada", `${type}.list`),
  ];
  expect(all.length).toBeGreaterThan(own.length);
  await waitFor(() => expect(rowsOf(table)).toHaveLength(own.length));
  return row;
}

/** The row of a port in the list of its module. */
async function portRow(name: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = rowsOf("Ports").find((row) => within(row).queryByRole("link", { name }) !== null);
    if (found === undefined) throw new Error(`no port ${name}`);
    return found;
  });
}

describe("places, modules and ports", () => {
  it("[NDOC-02] [NDOC-03] [NDOC-04] [NDOC-05] [NDOC-06] [NDOC-07] [NDOC-13] [ROUTE-32] [ROUTE-33] [ROUTE-34] [ROUTE-35] [ROUTE-36] [ROUTE-39] [ROUTE-40] [ROUTE-43] ada walks from a site down to a port and along its wire to the other end", async () => {
    const ap = await anAccessPoint();
    await portal.enter("ada", "/netdoc/sites");
    await follow(ap.site, () => rowOf(/site/i, ap.site));
    await titled(new RegExp(ap.site));
    await visit("/netdoc/buildings");
    await titled("Buildings");
    const buildings = await portal.rows("ada", "nd.bldg.list");
    await waitFor(() => expect(rowsOf(/building/i)).toHaveLength(buildings.length));
    await visit(`/netdoc/buildings?q=${encodeURIComponent(ap.bldg)}`);
    await follow(ap.bldg, () => rowOf(/building/i, ap.bldg));
    await titled(new RegExp(ap.bldg));
    await follow(ap.room, () => hasOnly("Rooms", "nd.room", { site: ap.site, bldg: ap.bldg }, ap.room));
    await titled(new RegExp(ap.room));
    await expectAccessible();

    await follow(ap.name, () => hasOnly("Modules", "nd.module", { room_gfk: ap.roomGpk }, ap.name));
    await at(`/netdoc/modules/${ap.module}`);
    await hasOnly("Ports", "nd.p_port", { module_gfk: ap.module }, "uplink");
    await waitFor(() => {
      for (const name of [ap.site, ap.bldg, ap.room, ap.name]) expect(crumbs().textContent).toContain(name);
    });
    const uplink = await rowOf("Ports", "uplink");
    expect(uplink.textContent).toMatch(/Gi1\/0\/\d+/);
    expect(within(uplink).getByRole("link", { name: /^sw-/ })).toBeTruthy();
    const places = within(uplink).getAllByRole("link", { name: new RegExp(`${ap.bldg}/[^/\\s]+$`) });
    expect(places.at(-1)?.getAttribute("href")).toMatch(/\/netdoc\/sites\/.+\/room-\d+$/);
    expect(main().textContent).not.toMatch(BARE_KEY);
    await expectAccessible();

    await follow("uplink", () => portRow("uplink"));
    await at(`/netdoc/modules/${ap.module}/p_port/${ap.port}`);
    await waitFor(() => expect(crumbs().textContent).toContain("uplink"));
    const path = await stops();
    const kinds = ["CX-24", "PF-24", "AD-2", "AX-6"];
    expect(path).toHaveLength(kinds.length);
    for (const [place, kind] of kinds.entries()) expect(path[place]?.textContent).toContain(kind);
    expect(path[1]?.textContent).toContain("through the wall");
    expect(path[3]?.querySelector("[aria-current]")?.textContent).toContain("uplink");
    expect(main().textContent).not.toMatch(BARE_KEY);
    await expectAccessible();

    await follow(/^Gi1\/0\//, () => stop(0));
    await titled(/Gi1\/0\//);
    await waitFor(async () => expect((await stops())[0]?.querySelector("[aria-current]")).not.toBeNull());
    await follow(ap.device, () => stop(3));
    await titled(new RegExp(ap.device));
    await at(`/netdoc/devices/${ap.device.replace(/\.$/, "")}`);
    await hasOnly("Modules", "nd.module", { device: ap.device }, ap.name);
    await hasOnly("Ports", "nd.p_port", { module_gfk: ap.module }, "uplink");
    await expectAccessible();
  });

  it("[NDOC-01] [ROUTE-32] [ROUTE-33] [ROUTE-35] [ROUTE-36] sites lead to buildings and buildings to rooms, and the crumbs lead back", async () => {
    await portal.enter("ada", "/netdoc/sites");
    await follow("Campus Nord", () => rowOf(/Site/, "Campus Nord"));
    await at("/netdoc/sites/Campus%20Nord");
    await titled(/Campus Nord/);
    await expectAccessible();
    await follow("N001", () => rowOf(/Building/, "N001"));
    await at("/netdoc/sites/Campus%20Nord/N001");
    await expectAccessible();
    await follow(/./, () => rowOf(/Room/, "001"));
    await at(/\/N001\/room-\d+/);
    await tells("N001");
    await expectAccessible();
    await follow("N001", crumbs);
    await at(/\/N001$/);
  });

  it("[NDOC-08] [ROUTE-37] ada opens the wiring of a BCD, also of a BCD that is only tagged", async () => {
    const ports = await portal.rows("ada", "nd.l_port.list", { name: "Te1/1/1", fetch_limit: 1 });
    const bcd = textIn([ports[0]?.["tagged_bcd_list"]].flat()[0]);
    await portal.enter("ada", `/netdoc/bcds?q=${bcd}`);
    await follow(bcd, () => rowOf(/BCD/, bcd));
    await at(`/netdoc/bcds/${bcd}`);
    await rowOf("Logical ports", first(ports, "device"));
    const carried = rowsOf("Logical ports").filter(
      ({ textContent }) => textContent.includes(first(ports, "device")) && textContent.includes("Te1/1/1"),
    );
    expect(carried[0]?.textContent).toContain(bcd);
    await waitFor(() => expect(rowsOf("Devices")).not.toEqual([]));
    await expectAccessible();
  });

  it("[ROUTE-38] [ROUTE-41] [ROUTE-42] lists of all modules and all devices have no page, and their crumbs are plain text", async () => {
    const ap = await anAccessPoint();
    await portal.enter("ada");
    for (const [none, below, word] of [
      ["/netdoc/modules", `/netdoc/modules/${ap.module}`, "Modules"],
      ["/netdoc/devices", `/netdoc/devices/${ap.device}`, "Devices"],
    ] as const) {
      await visit(none);
      await titled("Page not found");
      await visit(below);
      expect(await within(crumbs()).findByText(word)).toBeTruthy();
      expect(within(crumbs()).queryByRole("link", { name: word })).toBeNull();
    }
  });

  it("[NDOC-10] a missing site, building, room, module, port or device is reported by its name", async () => {
    const { site, bldg, module, device } = await anAccessPoint();
    const building = `/netdoc/sites/${encodeURIComponent(site)}/${bldg}`;
    await portal.enter("ada");
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
      await visit(url);
      await tells(name);
      await tells("does not exist");
      expect(screen.queryByRole("grid")).toBeNull();
    }
    // Everybody reads places, modules and ports, but not devices: greta cannot see ada's device.
    const ap = device.replace(/\.$/, "");
    await visit(`/netdoc/devices/${ap}`);
    await titled(new RegExp(ap));
    await portal.enter("greta", `/netdoc/devices/${ap}`);
    await tells(`Device ${ap}`);
    await tells("does not exist");
  });

  it("[NDOC-09] every page of the network documentation shows all attributes of its object, empty values for experts", async () => {
    const ap = await anAccessPoint();
    const place = { site: ap.site, bldg: ap.bldg };
    const lists = await portal.run("ada", [
      { idx: "name", name: "wapi.object_type_attr_lang_dict.list" },
      { idx: "nd.site", name: "nd.site.list", old: { name: ap.site } },
      { idx: "nd.bldg", name: "nd.bldg.list", old: { site: ap.site, number: ap.bldg } },
      { idx: "nd.room", name: "nd.room.list", old: { ...place, name: ap.room } },
      { idx: "nd.module", name: "nd.module.list", old: { gpk_list: [ap.module] } },
      { idx: "nd.p_port", name: "nd.p_port.list", old: { gpk_list: [ap.port] } },
      { idx: "nd.device", name: "nd.device.list", old: { fqdn: ap.device } },
    ]);
    /** Attributes that the sheet does not show: technical ones, and those that the path draws. */
    const unshown = new Set(["gpk", "is_own", "hierarchy_gfk_list", "conn_id_gfk_list", "language_dict"]);
    const building = `/netdoc/sites/${encodeURIComponent(ap.site)}/${ap.bldg}`;
    const pages = {
      "nd.site": `/netdoc/sites/${encodeURIComponent(ap.site)}`,
      "nd.bldg": building,
      "nd.room": `${building}/${first(lists["nd.room"], "gpk")}`,
      "nd.module": `/netdoc/modules/${ap.module}`,
      "nd.p_port": `/netdoc/modules/${ap.module}/p_port/${ap.port}`,
      "nd.device": `/netdoc/devices/${ap.device}`,
    };
    const inEnglish = (rows: readonly Row[] | undefined, attribute: string, name: string): Row | undefined =>
      rows?.find((row) => row[attribute] === name && row["language_tag"] === "en");
    const attributes = (type: string, withEmpty: boolean) => {
      const row = lists[type]?.[0] ?? {};
      const names = lists["name"]?.filter((one) => one["object_fq_name"] === type);
      return Object.keys(row)
        .filter((name) => !unshown.has(name) && (withEmpty || row[name] !== null))
        .map((name) => ({
          label: textIn(inEnglish(names, "attribute", name)?.["name"]),
          value: inEnglish(lists[`__lang_${type}`], "lang_attr_key", name)?.["value"] ?? row[name],
        }));
    };
    const terms = (sheet: Element | null) =>
      [...(sheet?.querySelectorAll("dt") ?? [])].map(({ textContent }) => textContent);
    const heading = () => within(main()).getAllByRole("heading", { level: 1 })[0]?.textContent ?? "";
    await portal.enter("ada");
    for (const isExpert of [false, true]) {
      localStorage.setItem("expert", JSON.stringify(isExpert));
      await portal.load("/home");
      for (const [type, url] of Object.entries(pages)) {
        await visit(url);
        const wanted = attributes(type, isExpert);
        await waitFor(() => {
          const own = terms(main().querySelector("dl.detail"));
          // The side panel shows references of the object and numbers of dependents, and is loaded later.
          const told = [...own, ...[...main().querySelectorAll(".beside")].flatMap(terms)];
          // Only experts see values that repeat the title.
          const isTold = (value: unknown) =>
            !isExpert && typeof value === "string" && heading().includes(value);
          expect([
            url,
            ...wanted.filter(({ label, value }) => !told.includes(label) && !isTold(value)),
          ]).toEqual([url]);
          expect([url, ...own.filter((shown) => !wanted.some(({ label }) => label === shown))]).toEqual([
            url,
          ]);
        });
      }
    }
  });
});

describe("changes of the network documentation", () => {
  async function create(button: string, values: Readonly<Record<string, string>>): Promise<void> {
    const form = await openForm(button);
    for (const [label, text] of Object.entries(values)) {
      if (["Module type", "Passage", "FQDN"].includes(label)) await chooseReference(form, label, text);
      else await fill(within(form).getByLabelText(label), text);
    }
    await plan(form);
    await apply();
  }

  async function change(url: string, label: string, value: string): Promise<void> {
    await visit(url);
    await create("Edit", { [label]: value });
    await tells(value);
  }

  async function remove(url: string, type: string): Promise<void> {
    await visit(url);
    await press("Delete", main());
    await element(type);
  }

  it("[NDOC-01] [NDOC-02] [NDOC-11] ada creates a site with a building, a room, a module with ports and a device, changes them and deletes them", async () => {
    const site = "/netdoc/sites/walk-yard";
    await portal.enter("ada", "/netdoc/sites");
    await create("New site", { Name: "walk-yard" });
    await visit(site);
    await create("New building", { Number: "7" });
    await visit(`${site}/7`);
    await create("New room", { Name: "cellar" });
    await follow("cellar", () => rowOf("Rooms", "cellar"));
    await at(/\/walk-yard\/7\/room-\d+$/);
    const room = window.location.pathname;
    await create("New module", { Name: "box", "Module type": "AD-2" });
    await follow("box", () => rowOf("Modules", "box"));
    await at(/\/netdoc\/modules\/mod-\d+$/);
    const module = window.location.pathname;
    await tells("walk-yard/7/cellar");
    await create("New physical port", { Name: "1" });
    // The field offers only ports of this module.
    await create("New physical port", { Name: "1r", Passage: "walk-yard/7/cellar/box/1" });
    await create("New physical port", { Name: "spare" });
    const {
      bcd,
      taken = [],
      name: names = [],
    } = await portal.run("ada", [
      { idx: "bcd", name: "nd.bcd.list", old: { fetch_limit: 1 } },
      { idx: "taken", name: "nd.device.list" },
      { idx: "name", name: "dns.fqdn.list", old: { fetch_limit: 200 } },
    ]);
    const used = new Set(taken.map((row) => row["fqdn"]));
    const free = names.filter((row) => row["value"] !== "." && !used.has(row["value"] ?? null));
    const name = first(free, "value");
    await visit(`/netdoc/bcds/${first(bcd, "name")}`);
    await create("New device", { FQDN: name, Type: "switch" });

    await change(site, "Campus", "moved");
    await change(`${site}/7`, "Address", "Yard 7");
    await change(room, "Floor", "UG");
    await change(module, "Position", "HE 1");
    await visit("/home");
    await visit(module);
    await follow("1r", () => portRow("1r"));
    await at(/\/p_port\/pp-\d+$/);
    const port = window.location.pathname;
    await visit("/home");
    await change(port, "Speed", "2500");
    const device = `/netdoc/devices/${name}`;
    await change(device, "Serial number", "WALK-1");

    await remove(device, "Device");
    await visit(module);
    await chooseIn(() => portRow("spare"), "Delete");
    await waitFor(() => expect(elements()).toHaveLength(2));
    // The front and rear ports refer to each other and are deleted with their module.
    await remove(module, "Module");
    await remove(room, "Room");
    await remove(`${site}/7`, "Building");
    await remove(site, "Site");
    await apply();
    await visit("/home");
    await visit(site);
    await tells("Site walk-yard does not exist");
  });

  it("[NDOC-12] ada connects and disconnects ports on their page, in the list and several at once", async () => {
    const names = ["1", "2", "10"];
    const made: Lists = await portal.run("ada", [
      { idx: "room", name: "nd.room.list", old: { fetch_limit: 1 } },
      ...["sockets", "panel"].map((name) => ({
        idx: name,
        name: "nd.module.create",
        new: { name: `walk-${name}`, module_type: "PF-24" },
        new_ref_params: [{ idx: "room", params: { room_gfk: "gpk" } }],
      })),
      ...["sockets", "panel"].flatMap((of) =>
        names.map((name) => ({
          idx: `${of}-${name}`,
          name: "nd.p_port.create",
          new: { name },
          new_ref_params: [{ idx: of, params: { module_gfk: "gpk" } }],
        })),
      ),
    ]);
    const sockets = `/netdoc/modules/${first(made["sockets"], "gpk")}`;
    const dialog = () => screen.findByRole("dialog", { name: /^Connect/ });
    const chooseFar = async (text: string, name?: string): Promise<HTMLElement> => {
      const opened = await dialog();
      await fill(within(opened).getByRole("combobox", name === undefined ? {} : { name }), text);
      const [option = opened] = await screen.findAllByRole("option", { name: new RegExp(text) });
      await userEvent.click(option);
      return opened;
    };

    // Connects a port on its page.
    await portal.enter("ada", `${sockets}/p_port/${first(made["sockets-1"], "gpk")}`);
    await press("Connect", main());
    const opened = await chooseFar("walk-panel/2");
    await expectAccessible();
    await plan(opened);
    await element("walk-panel/2");
    await apply();
    await waitFor(async () => expect(await stops()).toHaveLength(2));
    await planAtOnce("Disconnect");
    await apply();
    await tells("Not connected.");

    // Connects several ports in the list of a module; the second port of the panel is connected already and skipped.
    await visit(sockets);
    await chooseIn(() => portRow("10"), "Connect");
    await plan(await chooseFar("walk-panel/2"));
    await apply();
    await waitFor(async () => expect((await portRow("10")).textContent).toContain("walk-panel/2"));
    const chosen = async (name: string) =>
      within(await portRow(name)).getByRole<HTMLInputElement>("checkbox");
    // Newer rows, which come after an apply, end a selection.
    await waitFor(async () => {
      for (const name of names) if (!(await chosen(name)).checked) await userEvent.click(await chosen(name));
      for (const name of names) expect((await chosen(name)).checked).toBe(true);
    });
    await press("Actions for the selected rows");
    await userEvent.click(await screen.findByRole("menuitem", { name: /^Connect/ }));
    expect((await dialog()).textContent).toContain("1 chosen row is connected already");
    const several = await chooseFar("walk-panel", "Module");
    const pairs = within(await within(several).findByRole("list", { name: "Preview of the pairs" }));
    await waitFor(() =>
      expect(pairs.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
        expect.stringMatching(/^1 .*1$/),
        expect.stringMatching(/^2 .*10$/),
      ]),
    );
    expect(several.textContent).toContain("2 is taken and passed over");
    await expectAccessible();
    await plan(several);
    await waitFor(() => expect(elements()).toHaveLength(2));
    await apply();
    await waitFor(async () => expect((await portRow("2")).textContent).toContain("walk-panel/10"));
    await chooseIn(() => portRow("2"), "Disconnect");
    await apply();
    await waitFor(async () => expect((await portRow("2")).textContent).toContain("no"));
  });
});
