import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { textIn, type Row } from "#contract/wire/json";
import type { MacJob } from "#contract/wire/tools";
import { importVendors } from "../../server/tools/vendors.ts";
import {
  at,
  expectAccessible,
  fill,
  follow,
  main,
  press,
  rowOf,
  rowsOf,
  titled,
} from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
  await importVendors(portal.db);
}, 120_000);
afterAll(() => portal.close());

const first = (rows: readonly Row[] | undefined, name: string): string => textIn(rows?.[0]?.[name]);
const told = (text: string | RegExp, place: HTMLElement = main()) => within(place).findByText(text);
const alerted = (text: string | RegExp) =>
  waitFor(() => {
    const alert = within(main()).getByRole("alert").textContent;
    if (typeof text === "string") expect(alert).toBe(text);
    else expect(alert).toMatch(text);
  });

/** Types into the field of the open tool and searches. */
async function search(label: string, text: string): Promise<void> {
  await fill(await within(main()).findByLabelText(label), text);
  await press("Search", main());
}

/** Paths that the tools have asked. */
const asked = (): readonly string[] =>
  portal.sent
    .map(({ path }) => path)
    .filter((path) => /\/api\/(macfinder|oui_lookup|ip_contact|domainfinder)/.test(path));

function hrefsIn(row: HTMLElement): readonly (string | null)[] {
  return within(row)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
}

describe("tools of visitors", () => {
  it("[ROUTE-49] [TOOL-11] [TOOL-12] [TOOL-13] [TOOL-14] [TOOL-15] [TOOL-16] [TOOL-17] [TOOL-18] [TOOL-20] a visitor uses the IP tools, which send no call", async () => {
    await portal.enter(null, "/tools/ip");
    await titled("IP tools");
    const tool = (name: string) => within(main()).findByRole("region", { name });
    const eui64 = await tool("EUI-64 address from subnet and MAC address");
    // Polling is no call of a tool.
    const calls = () =>
      portal.sent.map(({ path }) => path).filter((path) => /\/api\/(?!alerts\.json|system\/info)/.test(path));
    const before = calls();
    await fill(within(eui64).getByLabelText("IPv6 subnet"), "2001:db8:47:11::/64");
    await fill(within(eui64).getByLabelText("MAC address"), "00:53:aa:bb:cc:dd");
    await told("2001:db8:47:11:253:aaff:febb:ccdd", eui64);
    await fill(within(eui64).getByLabelText("MAC address"), "00:53");
    await told("invalid MAC address", eui64);
    for (const wrong of ["2001:db8::1/64", "::/0"]) {
      await fill(within(eui64).getByLabelText("IPv6 subnet"), wrong);
      await told("invalid IPv6 subnet", eui64);
    }
    await fill(within(eui64).getByLabelText("IPv6 subnet"), "2001:db8::/65");
    await told(/needs 64 bits of the subnet/, eui64);
    const linkLocal = "Link-local or other EUI-64 address";
    for (const [name, label, wrong, message] of [
      ["MAC address from an EUI-64 address", linkLocal, "x", "invalid link-local address"],
      ["MAC address from an EUI-64 address", linkLocal, "fe80::1", "address not EUI-64 based"],
      ["Forms of an IPv6 address", "IPv6 address", "1.2.3.4", "invalid IPv6 address"],
      ["URL with an IPv6 address", "URL", "nothing", "invalid URL"],
      ["Reverse name and number of an address", "IP address", "1.2.3", "invalid IP address"],
      ["BCD id and VNI", "BCD id or VNI", "47.1", "invalid BCD"],
    ] as const) {
      const place = await tool(name);
      await fill(within(place).getByLabelText(label), wrong);
      await told(message, place);
    }
    await expectAccessible();
    expect(calls()).toEqual(before);
    expect(asked()).toEqual([]);
  });

  it("[TOOL-06] [TOOL-07] [TOOL-47] [ROUTE-47] a visitor looks a vendor up", async () => {
    const label = "MAC address or its beginning";
    await portal.enter(null, "/tools/oui_lookup");
    await titled("Vendor lookup");
    for (const known of ["00-1B-63-aa-bb-cc", "001b63"]) {
      await search(label, known);
      await told("Apple, Inc.");
      await search(label, "02:00:00");
      await told("No manufacturer is associated with 02:00:00.");
      expect(within(main()).queryByText("Apple, Inc.")).toBeNull();
    }
    const before = asked();
    expect(before).not.toEqual([]);
    await search(label, "zz");
    await alerted(
      "The vendor could not be looked up: a MAC address has twelve hex digits, and six of them are enough",
    );
    expect(asked()).toEqual(before);
    await expectAccessible();
  });
});

describe("the MAC finder", () => {
  it("[TOOL-02] [TOOL-04] [ROUTE-46] keeps the search of ada, which is still there after a reload", async () => {
    await portal.enter("ada", "/tools/macfinder");
    await titled("MAC finder");
    await search("MAC address", "00:53:00:00:99:99");
    await told("No devices found.");
    await portal.load("/tools/macfinder");
    expect(await within(main()).findByRole("heading", { name: "00:53:00:00:99:99" })).toBeTruthy();
    await told("No devices found.");
    await expectAccessible();
  });

  it("[TOOL-01] shows where the network saw a device: its switch, port, socket, room and BCD, each with a link", async () => {
    const ports = await portal.rows("ada", "nd.l_port.list");
    const clients = await portal.rows("ada", "macauth.client.list");
    const wired = new Set(ports.filter((one) => one["p_port_gfk"] !== null).map((one) => one["bcd"]));
    const mac = first(
      clients.filter((one) => wired.has(one["bcd_name"] ?? null)),
      "mac_addr",
    );
    await portal.enter("ada", "/tools/macfinder");
    await search("MAC address", mac);
    const table = await within(main()).findByRole("table", { name: mac });
    const hit = within(table).getAllByRole("row")[1] ?? table;
    for (const href of [
      /^\/netdoc\/devices\/.+/,
      /^\/netdoc\/modules\/mod-\d+\/p_port\/pp-\d+$/,
      /^\/netdoc\/sites\/.+\/room-\d+$/,
      /^\/cntl\/bcds\/.+/,
    ])
      await waitFor(() => expect(hrefsIn(hit)).toContainEqual(expect.stringMatching(href)));
    expect(hit.textContent).not.toMatch(/(pp|mod|room)-\d+/);
    await expectAccessible();
    await userEvent.click(within(hit).getAllByRole("link")[0] ?? hit);
    await at(/^\/netdoc\/devices\//);
  });

  it("[TOOL-03] says of a search that failed in the server so, with its reason", async () => {
    await portal.enter("ada");
    // No request makes a search fail, so the test changes the outcome in a real answer.
    portal.answer("/api/macfinder/jobs", async (_, ask) => {
      const answer = await ask();
      const failed = { state: "failed", hit_list: null, detail: "The search failed in the server." };
      return Response.json({ ...((await answer.json()) as MacJob), ...failed });
    });
    await visit("/tools/macfinder");
    await search("MAC address", "00:53:00:00:99:98");
    const list = await within(main()).findByRole("list", { name: "Searches" });
    await waitFor(() => expect(list.textContent).toContain("Search failed."));
    expect(list.textContent).toContain("The search failed in the server.");
    expect(list.textContent).not.toContain("No devices found.");
    await expectAccessible();
  });
});

describe("people and places", () => {
  it("[TOOL-22] [TOOL-24] [TOOL-25] [TOOL-47] [ROUTE-50] [ROUTE-51] [ROUTE-87] ada finds who is responsible for an address and a name", async () => {
    await portal.enter("ada", "/tools/ip_contact");
    await titled("IP contact");
    await search("IP address", "999.1.1.1");
    await alerted("The contact could not be found: invalid IP address");
    expect(asked()).toEqual([]);
    await search("IP address", "203.0.113.254");
    await alerted(/^The contact could not be found: (?!invalid IP address).*203\.0\.113\.254/);
    await expectAccessible();
    await visit("/tools/domain_finder");
    await titled("Domain finder");
    await search("Part of a name", "example");
    const table = await within(main()).findByRole("table", { name: "Results" });
    const row = within(table).getAllByRole("row")[1] ?? main();
    expect(row.textContent).toContain("example");
    await expectAccessible();
    expect(hrefsIn(row)[0]).toMatch(/^\/dnsvs\/fqdns\/./);
    const before = asked();
    await search("Part of a name", "e");
    await alerted("The domain search failed: a text has 2 to 128 characters");
    await visit("/tools/macfinder");
    await search("MAC address", "00:53");
    await alerted("The search could not be started: invalid MAC address");
    expect(asked()).toEqual(before);
    await visit("/dnsvs/ips/999.1.1.1/records");
    await told("invalid IP address");
  });

  it("[TOOL-21] the contact of an address names its network, units, groups and the people to write to", async () => {
    const nets = await portal.rows("ada", "nd.ip_subnet.list", { bcd: "iwt-arbeit" });
    const four = nets.filter((row) => row["gateway_addr"] !== null);
    await portal.enter("ada", "/tools/ip_contact");
    await search("IP address", first(four, "gateway_addr"));
    expect(await within(main()).findByRole("link", { name: first(four, "cidr") })).toBeTruthy();
    expect(within(main()).getByRole("link", { name: "iwt-arbeit" })).toBeTruthy();
    const [of] = await within(main()).findAllByRole("link", { name: /^Group iwt/ });
    const group = of?.closest("section");
    expect(group?.querySelector("a[href^='mailto:']")?.textContent).toMatch(/.+@.+/);
    await expectAccessible();
  });

  it("[ROUTE-48] [TOOL-09] an access point leads to its device, its switch port, its socket and its room", async () => {
    await portal.enter("ada", "/tools/ap_list");
    await titled("Access points");
    const row = await rowOf(/access point/i, "ap-");
    for (const name of ["FQDN", "Switch port", "Socket", "Room", "Speed", "Power", "Serial number"])
      expect(within(main()).getByRole("columnheader", { name })).toBeTruthy();
    const fqdn = within(row).getAllByRole("link", { name: /^ap-/ })[0]?.textContent ?? "";
    const [ap] = await portal.rows("ada", "nd.access_point.list", { fqdn });
    for (const name of ["speed", "power", "serial_number"])
      expect(row.textContent).toContain(JSON.stringify(ap?.[name]).replaceAll('"', ""));
    const linked = (name: RegExp) => within(row).getAllByRole("link", { name })[0];
    for (const [text, href] of [
      [/^ap-/, /^\/netdoc\/devices\/ap-/],
      [/\/Gi1\/0\/\d+$/, /^\/netdoc\/modules\/mod-\d+\/p_port\/pp-\d+$/],
      [/\/dose-1\/1$/, /^\/netdoc\/modules\/mod-\d+\/p_port\/pp-\d+$/],
      [/^[^/]+\/[^/]+\/[^/]+$/, /^\/netdoc\/sites\/.+\/room-\d+$/],
    ] as const)
      expect(linked(text)?.getAttribute("href")).toMatch(href);
    await expectAccessible();
    await follow(/\/dose-1\/1$/, () => rowOf(/access point/i, "ap-"));
    await titled(/dose-1\/1/);
  });

  it("[PERM-21] a person who is not in the network database has home with a note and the open tools; lists are empty, and nothing can be applied", async () => {
    await portal.enter("nora");
    await told(/not in the network database yet/);
    expect(screen.queryByRole("grid")).toBeNull();
    await press(/^Planned changes/);
    const apply = await screen.findByRole<HTMLButtonElement>("button", { name: "Apply" });
    await waitFor(() => expect(apply.matches(":disabled, [aria-disabled=true]")).toBe(true));
    expect(apply.title).toMatch(/not in the network database/);
    for (const [path, heading] of [
      ["/tools/ip", "IP tools"],
      ["/requests", "Requests"],
      ["/tools/oui_lookup", "Vendor lookup"],
    ] as const) {
      await visit(path);
      await titled(heading);
      await expectAccessible();
    }
    await search("MAC address or its beginning", "00:1b:63:11:22:33");
    await told("Apple, Inc.");
    for (const list of ["/cntl/groups", "/org/ou", "/dnsvs/bcds"]) {
      await visit(list);
      await titled(/./);
      await waitFor(() => expect(main().querySelector(".empty")).not.toBeNull());
      expect(document.querySelector("[aria-busy=true]")).toBeNull();
      expect(rowsOf(/./)).toEqual([]);
      expect(within(main()).queryByRole("alert")).toBeNull();
    }
  });
});
