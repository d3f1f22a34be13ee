import { waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, fill, main, press } from "../support/by-hand.ts";
import {
  box,
  choose,
  chooseBcd,
  field,
  group,
  isEmpty,
  open,
  problems,
  send,
  sentText,
  texts,
} from "../support/requests-by-hand.ts";
import { wholePortal, type WholePortal } from "../support/whole-portal.tsx";

let portal: WholePortal;

beforeAll(async () => {
  portal = await wholePortal();
}, 120_000);
afterAll(() => portal.close());

const EQUAL_KINDS = "Only equal kinds of systems should share a BCD.";

describe("requests of administrators of OEs", () => {
  it("[REQ-08] [REQ-09] [REQ-10] [REQ-12] [REQ-14] [REQ-15] [REQ-20] [REQ-30] [REQ-32] [REQ-38] otto asks for a BCD, and further fields appear with his answers", async () => {
    const withoutInternet = "Without internet access: check whether IPv4 is needed at all.";
    await portal.enter("otto", "/requests");
    for (const name of ["bcd_wifi2vlan", "bcd_vpn2vlan", "bcd"]) {
      await open(name);
      await within(main()).findByText(EQUAL_KINDS);
      expect(texts("IPv4 subnets should be as small as possible.")).not.toEqual([]);
      expect(texts(withoutInternet)).not.toEqual([]);
    }
    expect(within(main()).getAllByLabelText("OE")).not.toEqual([]);
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
    await waitFor(() => {
      const [summary = main()] = within(main()).getAllByRole("alert");
      expect(within(summary).getAllByText(/invalid BCD name/)).not.toEqual([]);
    });
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "Explanation of the locations",
        "Reason for internet access",
        "Reason for the size",
      ]),
    );
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
      expect(
        within(main()).getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).value,
      ).toMatch(/Connected systems: Clients, Printers/),
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
    await open(form);
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
