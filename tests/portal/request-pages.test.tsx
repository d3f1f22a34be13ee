import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { at, expectAccessible, fill, main, press, rowOf, titled } from "../support/by-hand.ts";
import { visit, wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const FORMS = [
  "New BCD",
  "BCD with VPN2VLAN",
  "BCD with WIFI2VLAN",
  "DHCP for a BCD",
  "KIT-IoT",
  "Firewall rule",
  "Patch request",
  "VPN2VLAN access",
  "WIFI2VLAN access",
  "Remote access point for home WLAN",
];
const EQUAL_KINDS = "Only equal kinds of systems should share a BCD.";

const box = (label: string, place: HTMLElement = main()) =>
  within(place).getByRole<HTMLInputElement>("combobox", { name: label });
const field = (label: string | RegExp, place: HTMLElement = main()) =>
  within(place).getByLabelText<HTMLInputElement>(label);
const group = (name: string | RegExp) => within(main()).findByRole("group", { name });
const options = async (label: string) =>
  within(await screen.findByRole("listbox", { name: label })).findAllByRole("option");
const isEmpty = (find: () => readonly unknown[]) => waitFor(() => expect(find()).toEqual([]));
const texts = (text: string | RegExp) => within(main()).queryAllByText(text);
const problems = () =>
  waitFor(() =>
    within(within(main()).getAllByRole("alert")[0] ?? main())
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  );

/** Opens the list of a field without typing, and chooses from it. */
async function choose(place: HTMLElement, label: string, wanted: RegExp): Promise<void> {
  await userEvent.click(box(label, place));
  const option = await waitFor(async () => {
    const found = (await options(label)).find(({ textContent }) => wanted.test(textContent));
    if (found === undefined) throw new Error(`no option ${String(wanted)}`);
    return found;
  });
  await userEvent.click(option);
}

async function chooseBcd(text: string, place: HTMLElement = main()): Promise<void> {
  await fill(await within(place).findByRole("combobox", { name: "BCD" }), text);
  const [option = main()] = await options("BCD");
  await userEvent.click(option);
}

const send = () => press("Send the request", main());

/** The text of the ticket that was just made. */
async function sentText(): Promise<string> {
  const made = await within(main()).findByRole("heading", { name: /^Ticket \d+ was made/ });
  await waitFor(() => expect(document.activeElement).toBe(made));
  return within(main()).getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).value;
}

describe("requests of visitors", () => {
  it("[REQ-01] [REQ-11] [REQ-58] [REQ-68] [REQ-74] [REQ-76] [REQ-78] [REQ-80] [REQ-93] [REQ-95] [REQ-97] [ROUTE-52] the ten forms are listed", async () => {
    await portal.enter(null, "/requests");
    const list = await within(main()).findByRole("list", { name: "Request forms" });
    const names = within(list)
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
    expect(names, "FORMS of this file has the label of each form").toEqual(FORMS);
    await expectAccessible();
  });

  it("[REQ-03] [REQ-04] [REQ-06] [REQ-07] [REQ-98] [REQ-124] a visitor sends the request that needs no login", async () => {
    await portal.enter(null, "/requests?form=dhcp");
    await within(main()).findByText("This request needs a login.");
    expect(within(main()).queryByLabelText("BCD")).toBeNull();
    await visit("/requests?form=home_ap");
    await within(main()).findByLabelText("Delivery address");
    expect(within(main()).getAllByLabelText(/name/i)).toHaveLength(1);
    expect(within(main()).getAllByLabelText(/mail/i)).toHaveLength(1);
    await send();
    await waitFor(() => expect(document.activeElement?.getAttribute("role")).toBe("alert"));
    const [summary = main()] = within(main()).getAllByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect(within(summary).getByRole("link", { name: "Delivery address" })).toBeTruthy();
    expect(texts("content required")).not.toEqual([]);
    expect(portal.sent.filter(({ path }) => path.startsWith("/api/requests/"))).toEqual([]);
    expect(within(main()).queryByRole("heading", { name: /^Ticket/ })).toBeNull();
    await expectAccessible();
    for (const [label, text] of [
      ["Name", "Vera Visitor"],
      ["Organisation", "Guests"],
      ["E-mail address", "vera@example.org"],
      ["Delivery address", "Main street 1"],
      ["Use from", "2027-01-01"],
      ["Reason", "Working at home"],
    ] as const)
      await fill(field(label), text);
    await userEvent.click(within(main()).getAllByText("Text of the ticket")[0] ?? main());
    await waitFor(() =>
      expect(within(main()).getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).value).toMatch(
        /Sender: Vera Visitor, vera@example\.org\nDate: \d{4}-\d\d-\d\d\n\nName: Vera Visitor/,
      ),
    );
    await send();
    expect(await sentText()).toContain("Working at home");
  });
});

describe("requests of administrators of OEs", () => {
  it("[REQ-08] [REQ-09] [REQ-10] [REQ-12] [REQ-14] [REQ-15] [REQ-20] [REQ-30] [REQ-32] [REQ-38] otto asks for a BCD, and further fields appear with his answers", async () => {
    const withoutInternet = "Without internet access: check whether IPv4 is needed at all.";
    await portal.enter("otto", "/requests");
    for (const name of ["bcd_wifi2vlan", "bcd_vpn2vlan", "bcd"]) {
      await visit("/requests");
      await within(main()).findByRole("list", { name: "Request forms" });
      await visit(`/requests?form=${name}`);
      await within(main()).findByText(EQUAL_KINDS);
      expect(texts("IPv4 subnets should be as small as possible.")).not.toEqual([]);
      expect(texts(withoutInternet)).not.toEqual([]);
    }
    await userEvent.click(within(main()).getByRole("checkbox", { name: "Other" }));
    await within(main()).findByLabelText("Description of the other systems");
    await userEvent.click(within(main()).getByRole("checkbox", { name: "VM cluster, Campus North" }));
    await within(main()).findByLabelText("Explanation of the locations");
    await userEvent.click(field("Internet access"));
    await isEmpty(() => texts(withoutInternet));
    await within(main()).findByLabelText("Reason for internet access");
    await userEvent.selectOptions(field("Prefix length of the IPv4 subnet"), "/24, 251 usable addresses");
    await within(main()).findByLabelText("Reason for the size");
    await userEvent.selectOptions(field("Usage"), "vpn2vlan");
    const vpn = await group("VPN");
    await fill(field("Realm", vpn), "kit");
    await userEvent.selectOptions(field("Routing", vpn), "both");
    await waitFor(() => expect(field("Split-routing realm", vpn).value).toBe("kit-split"));
    await userEvent.selectOptions(field("Usage"), "wifi2vlan");
    await group("WLAN");
    await fill(field("Wanted name of the BCD"), "Not A Name");
    await send();
    await waitFor(() => expect(within(main()).getAllByText(/invalid BCD name/)).not.toEqual([]));
    await expectAccessible();
  });

  it("[REQ-21] otto names the connected systems; for more than one kind the guidance is a warning", async () => {
    await portal.enter("otto", "/requests?form=bcd");
    const systems = await group(/^Connected systems/);
    const tick = (name: string) => userEvent.click(within(systems).getByRole("checkbox", { name }));
    const warnings = () =>
      within(systems)
        .queryAllByRole("status")
        .filter(({ textContent }) => textContent.includes(EQUAL_KINDS));
    await tick("Clients");
    expect(within(systems).getAllByText(/Only equal kinds/)).not.toEqual([]);
    expect(warnings()).toEqual([]);
    await tick("Printers");
    await waitFor(() => expect(warnings()).toHaveLength(1));
    await expectAccessible();
    await userEvent.click(within(main()).getAllByText("Text of the ticket")[0] ?? main());
    await waitFor(() =>
      expect(within(main()).getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).value).toMatch(
        /Connected systems: Clients, Printers/,
      ),
    );
    await tick("Clients");
    await isEmpty(warnings);
    await tick("Printers");
    await send();
    await waitFor(async () => expect(await problems()).toContain("Connected systems"));
    expect(within(systems).getByText("content required")).toBeTruthy();
  });

  it("[REQ-91] otto orders a patch informally, and chooses place after place for an action", async () => {
    await portal.enter("otto", "/requests?form=patch");
    await within(main()).findByLabelText("Reply to");
    await waitFor(() => expect(field("Reply to").value).toBe("otto.brandt@tannmuehl.example"));
    await press("Add: Action", main());
    const action = await group("Action 1");
    await userEvent.selectOptions(field("Action", action), "change_insert");
    await within(action).findByLabelText("New insert");
    expect(within(action).queryByRole("combobox", { name: "BCD" })).toBeNull();
    await press("Remove Action 1", main());
    await fill(field("Informal request"), "Please patch the whole room.");
    await send();
    await sentText();
  });

  it("[REQ-81] [REQ-85] [REQ-92] [REQ-102] otto collects patches from the site to the port, and they survive a reload", async () => {
    await portal.enter("otto", "/requests?form=patch");
    await within(main()).findByLabelText("Reply to");
    await waitFor(() => expect(field("Reply to").value).toBe("otto.brandt@tannmuehl.example"));
    await press("Add: Action", main());
    const first = await group("Action 1");
    await userEvent.selectOptions(field("Action", first), "patch");
    const north = ["Campus Nord", "campus-nord"];
    const south = ["Campus Innenstadt", "campus-ost", "campus-sued", "campus-west"];
    for (const [variant, sites] of [
      ["General", [...north, ...south, "Hafen", "Sternwarte"]],
      ["Campus South", south],
      ["Campus North", north],
    ] as const) {
      await userEvent.selectOptions(field("Kind"), variant);
      await userEvent.click(box("Site", first));
      await waitFor(async () => expect(await options("Site")).toHaveLength(sites.length));
      const offered = (await options("Site")).map(({ textContent }) => textContent);
      for (const site of sites) expect(offered.filter((one) => one.startsWith(site))).toHaveLength(1);
      await userEvent.keyboard("{Escape}");
    }
    await userEvent.click(box("Building", first));
    await within(main()).findAllByText("First fill in: Site");
    await userEvent.keyboard("{Escape}");
    await choose(first, "Site", /^Campus Nord/);
    await userEvent.click(box("Building", first));
    const buildings = (await options("Building")).map(({ textContent }) => textContent);
    expect(buildings.filter((text) => !text.startsWith("N"))).toEqual([]);
    await userEvent.keyboard("{Escape}");
    await choose(first, "Building", /^N001/);
    await choose(first, "Room", /N001\/001\b/);
    await choose(first, "Module", /rack-1\/sw-1$/);
    await choose(first, "Port", /sw-1\/Gi1\/0\/2$/);
    await chooseBcd("iap", first);
    await userEvent.click(field("Tagged", first));
    await userEvent.click(field("LACP", first));
    await expectAccessible();

    await press("Add: Action", main());
    const second = await group("Action 2");
    await userEvent.selectOptions(field("Action", second), "change_insert");
    await within(second).findByLabelText("New insert");
    for (const name of ["BCD", "Tagged", "LACP"]) expect(within(second).queryByLabelText(name)).toBeNull();
    await fill(field("New insert", second), "RJ45 double");
    await choose(second, "Site", /^Campus Nord/);
    await choose(second, "Building", /^N001/);
    await choose(second, "Room", /N001\/001\b/);
    await choose(second, "Module", /rack-1$/);
    // Another room has other modules, so the chosen one is cleared.
    await choose(second, "Room", /N001\/002\b/);
    await waitFor(() => expect(box("Module", second).value).toBe(""));
    await choose(second, "Room", /N001\/001\b/);
    await choose(second, "Module", /rack-1\/sw-1$/);
    await choose(second, "Port", /sw-1\/Gi1\/0\/3$/);

    await portal.load("/requests?form=patch");
    const kept = await group("Action 1");
    await waitFor(() => expect(box("Port", kept).value).toMatch(/sw-1\/Gi1\/0\/2$/));
    expect(field("LACP", kept).checked).toBe(true);
    const next = await group("Action 2");
    expect(field("New insert", next).value).toBe("RJ45 double");
    await fill(field("Comment", next), "edited");
    await press("Remove Action 1", main());
    await waitFor(() => expect(within(main()).queryByRole("group", { name: "Action 2" })).toBeNull());
    expect(box("Port", await group("Action 1")).value).toMatch(/sw-1\/Gi1\/0\/3$/);
    await userEvent.selectOptions(field("Kind"), "Campus North");
    await send();
    const text = await sentText();
    expect(text).toContain("Request: Patch request (Campus North)");
    expect(text).toContain("Port: Campus Nord/N001/001/rack-1/sw-1/Gi1/0/3");
    expect(text).toContain("Comment: edited");
    expect(text).not.toContain("Gi1/0/2");
    await portal.load("/requests?form=patch");
    await within(main()).findByRole("button", { name: "Add: Action" });
    expect(within(main()).queryByRole("group", { name: "Action 1" })).toBeNull();
  });

  it("[REQ-81] [REQ-99] otto changes the kind of a request; places of another campus are named and kept, but not sent", async () => {
    await portal.enter("otto", "/requests?form=patch");
    await within(main()).findByLabelText("Kind");
    const kind = (name: string) => userEvent.selectOptions(field("Kind"), name);
    const warnings = () => texts(/cannot be sent with it/).map(({ textContent }) => textContent);
    for (const [number, site] of [
      [1, /^Campus Nord/],
      [2, /^Campus Innenstadt/],
    ] as const) {
      await press("Add: Action", main());
      const action = await group(`Action ${String(number)}`);
      await userEvent.selectOptions(field("Action", action), "unpatch");
      await choose(action, "Site", site);
    }
    expect(warnings()).toEqual([]);
    await kind("Campus South");
    await waitFor(() =>
      expect(warnings()[0]).toMatch(/kind “Campus South” and cannot be sent with it: Action 1\. Remove/),
    );
    await expectAccessible();
    await kind("Campus North");
    await waitFor(() => expect(warnings()[0]).toContain("Action 2."));
    await kind("General");
    await isEmpty(warnings);
    expect(within(main()).getAllByRole("group", { name: /^Action \d/ })).toHaveLength(2);
    await kind("Campus South");
    await press("Remove it", main());
    await isEmpty(warnings);
    expect(box("Site", await group("Action 1")).value).toMatch(/^Campus Innenstadt/);
    expect(within(main()).getAllByRole("group", { name: /^Action \d/ })).toHaveLength(1);

    // The server is unreachable, so the form offers to mail the text to the team of the campus.
    await press("Remove Action 1", main());
    await fill(field("Informal request"), "Please patch the room.");
    portal.answer("/api/requests/patch", () => Promise.reject(new TypeError("refused")));
    await send();
    const mail = () => within(main()).getByRole("link", { name: "Send by mail" }).getAttribute("href");
    await waitFor(() => expect(mail()).toMatch(/^mailto:patch-south@example\.org\?/));
    await kind("Campus North");
    await waitFor(() => expect(mail()).toMatch(/^mailto:support@example\.org\?/));
  });

  it.each([
    {
      id: "[REQ-94]",
      form: "vpn2vlan",
      same: "bcd_vpn2vlan",
      name: "VPN",
      users: "vpn-users",
      fillIn: async (vpn: HTMLElement) => {
        await fill(field("Parallel sessions", vpn), "20");
        await fill(field("Permission group", vpn), "vpn-users");
        await fill(field("Realm", vpn), "lab");
        await userEvent.selectOptions(field("Routing", vpn), "split_only");
      },
    },
    {
      id: "[REQ-96]",
      form: "wifi2vlan",
      same: "bcd_wifi2vlan",
      name: "WLAN",
      users: "wifi-users",
      fillIn: async (wlan: HTMLElement) => {
        await userEvent.click(within(wlan).getByRole("checkbox", { name: "Wi-Fi (802.1X)" }));
        await fill(field("Device count", wlan), "20");
        await fill(field("Permission group", wlan), "wifi-users");
      },
    },
  ])("$id otto asks for access to an existing BCD: $name", async ({ form, same, name, users, fillIn }) => {
    await portal.enter("otto", `/requests?form=${same}`);
    const labels = async () =>
      [...(await group(name)).querySelectorAll("label, legend")].map(({ textContent }) => textContent);
    const known = await labels();
    expect(known.length).toBeGreaterThan(3);
    await visit("/requests");
    await within(main()).findByRole("list", { name: "Request forms" });
    await visit(`/requests?form=${form}`);
    expect(await labels()).toEqual(known);
    await fillIn(await group(name));
    await send();
    expect(await problems()).toEqual(["BCD"]);
    await chooseBcd("iap");
    await expectAccessible();
    await send();
    expect(await sentText()).toMatch(new RegExp(`BCD: \\S+\n${name}:\n  [\\s\\S]*${users}`));
  });
});

describe("requests of administrators of groups", () => {
  it("[REQ-75] greta asks for DHCP; the pool fits its subnet", async () => {
    await portal.enter("greta", "/requests?form=dhcp");
    await within(main()).findByLabelText("Subnet");
    expect(field("Static assignments (mDHCP)").checked).toBe(true);
    await fill(field("Subnet"), "192.0.2.0/28");
    await fill(field("Dynamic pool size"), "12");
    await fill(field("Comments"), "for the new laboratory");
    await send();
    expect(await problems()).toEqual(["BCD", "Dynamic pool size"]);
    await fill(field("Dynamic pool size"), "11");
    await chooseBcd("iap");
    await expectAccessible();
    await send();
    expect(await sentText()).toMatch(
      /BCD: \S+\nSubnet: 192\.0\.2\.0\/28\nDynamic pool size: 11\nStatic assignments \(mDHCP\): yes\nComments: for the new laboratory$/,
    );
  });

  it("[REQ-78] [REQ-79] [REQ-100] greta asks for two firewall rules and finds the ticket", async () => {
    await portal.enter("greta", "/requests?form=firewall");
    const fillRule = async (number: number, reason: string): Promise<void> => {
      const rule = await group(`Rule ${String(number)}`);
      await chooseBcd("iap", rule);
      await userEvent.selectOptions(field("Direction", rule), "in");
      for (const [label, text] of [
        ["Source", "198.51.100.0/24"],
        ["Destination", "192.0.2.12"],
        ["Protocol", "tcp"],
        ["Reason", reason],
      ] as const)
        await fill(field(label, rule), text);
    };
    await fillRule(1, "first");
    await press("Add: Rule", main());
    await fillRule(2, "second");
    await expectAccessible();
    await send();
    const made = await within(main()).findByRole("heading", { name: /^Ticket \d+ was made/ });
    const number = /\d+/.exec(made.textContent)?.[0] ?? "";
    await userEvent.click(within(main()).getByRole("link", { name: "All requests" }));
    await titled("Requests");
    const row = await rowOf(/Own tickets/, number);
    expect(row.textContent).toContain("Firewall rule");
    expect(row.textContent).toContain("open");
    await expectAccessible();
  });

  it("[REQ-99] typed text stays while the server is unreachable and can be sent by mail; later it becomes a ticket", async () => {
    await portal.enter("greta", "/requests?form=dhcp");
    await chooseBcd("iap");
    await fill(field("Comments"), "typed by hand");
    let isGone = true;
    portal.answer("/api/requests/dhcp", (_, ask) => (isGone ? Promise.reject(new TypeError("refused")) : ask()));
    await send();
    await within(main()).findByText(/Nothing you typed is lost/);
    const offered =
      within(main()).getAllByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).at(-1)?.value ?? "";
    expect(offered).toMatch(/Comments: typed by hand$/);
    const mail = within(main()).getByRole("link", { name: "Send by mail" }).getAttribute("href");
    expect(decodeURIComponent(mail ?? "").replaceAll("\r\n", "\n")).toContain(offered);
    expect(field("Comments").value).toBe("typed by hand");
    await expectAccessible();
    isGone = false;
    await send();
    expect(await sentText()).toBe(offered);
  });
});

describe("requests of a person who is not in the network database", () => {
  it("[PERM-21] [REQ-02] are those that need no OE administration; the others say who may send them", async () => {
    await portal.enter("nora", "/requests?form=kit_iot");
    await within(main()).findByLabelText("Kind of devices");
    for (const [label, text] of [
      ["Kind of devices", "cameras"],
      ["Number of devices", "2"],
      ["Place of use", "20.21"],
      ["Contact person", "Nora Nordstern"],
    ] as const)
      await fill(field(label), text);
    await send();
    await sentText();
    await expectAccessible();
    for (const form of ["bcd", "bcd_vpn2vlan", "bcd_wifi2vlan", "patch"]) {
      await portal.load(`/requests?form=${form}`);
      await within(main()).findByText("Only organizational unit administrators can use this request.");
      expect(within(main()).queryByRole("button", { name: "Send the request" })).toBeNull();
    }
    await expectAccessible();
  });
});
