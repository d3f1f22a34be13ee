import { waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { elements, expectAccessible, fill, follow, main, press, rowOf, titled } from "../support/by-hand.ts";
import {
  chooseBcd,
  field,
  group,
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
    for (const form of [
      "bcd",
      "bcd_vpn2vlan",
      "bcd_wifi2vlan",
      "patch",
      "firewall",
      "vpn2vlan",
      "wifi2vlan",
    ]) {
      await open(form);
      await within(main()).findByText("This request needs a login.");
      expect(within(main()).queryByRole("button", { name: "Send the request" })).toBeNull();
    }
    for (const form of ["kit_iot", "home_ap"]) {
      await open(form);
      await within(main()).findByRole("button", { name: "Send the request" });
      expect(texts("This request needs a login.")).toEqual([]);
    }
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
      ["Use until", "2028-01-01"],
      ["Reason", "Working at home"],
      ["Comments", "second floor"],
    ] as const)
      await fill(field(label), text);
    await userEvent.click(within(main()).getAllByText("Text of the ticket")[0] ?? main());
    await waitFor(() =>
      expect(
        within(main()).getByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).value,
      ).toMatch(/Sender: Vera Visitor, vera@example\.org\nDate: \d{4}-\d\d-\d\d\n\nName: Vera Visitor/),
    );
    await send();
    expect(await sentText()).toMatch(
      /Organisation: Guests\nE-mail address: vera@example\.org\nDelivery address: Main street 1\nUse from: 2027-01-01\nUse until: 2028-01-01\nReason: Working at home\nComments: second floor$/,
    );
  });
});

describe("requests of administrators of groups", () => {
  it("[REQ-06] [REQ-75] [VAL-25] greta asks for DHCP; the pool fits its subnet", async () => {
    await portal.enter("greta", "/requests?form=dhcp");
    await within(main()).findByLabelText("Subnet");
    expect(field("Static assignments (mDHCP)").checked).toBe(true);
    await fill(field("Subnet"), "192.0.2.0/28");
    await fill(field("Comments"), "for the new laboratory");
    for (const size of ["1", "12"]) {
      await fill(field("Dynamic pool size"), size);
      await send();
      await waitFor(() => expect(field("Dynamic pool size").getAttribute("aria-invalid")).toBe("true"));
      expect(await problems()).toEqual(["BCD", "Dynamic pool size"]);
      const described = field("Dynamic pool size").getAttribute("aria-describedby") ?? "";
      const help = described.split(" ").map((id) => document.getElementById(id)?.textContent);
      expect(help.join(" ")).toContain("The given value is not within the specified boundaries.");
    }
    await fill(field("Dynamic pool size"), "11");
    await chooseBcd("iap");
    await expectAccessible();
    await send();
    const text = await sentText();
    expect(text).toMatch(
      /^Request: .*\nSender: greta, greta\.hoelzer@tannmuehl\.example\nDate: \d{4}-\d\d-\d\d\n/,
    );
    expect(text).toMatch(
      /BCD: \S+\nSubnet: 192\.0\.2\.0\/28\nDynamic pool size: 11\nStatic assignments \(mDHCP\): yes\nComments: for the new laboratory$/,
    );
  });

  it("[REQ-05] [REQ-78] [REQ-79] [REQ-100] greta asks for two firewall rules and finds the ticket", async () => {
    await portal.enter("greta", "/requests?form=firewall");
    const fillRule = async (number: number, reason: string): Promise<void> => {
      const rule = await group(`Rule ${String(number)}`);
      await chooseBcd("iap", rule);
      await userEvent.selectOptions(field("Direction", rule), "in");
      for (const [label, text] of [
        ["Source", "198.51.100.0/24"],
        ["Destination", "192.0.2.12"],
        ["Protocol", "tcp"],
        ["Ports", "443"],
        ["Valid from", "2027-01-01"],
        ["Valid until", "2028-01-01"],
        ["Comments", `${reason} server`],
      ] as const)
        await fill(field(label, rule), text);
      await send();
      await waitFor(async () => expect(await problems()).toContain(`Rule ${String(number)}: Reason`));
      await fill(field("Reason", rule), reason);
    };
    await fillRule(1, "first");
    await press("Add: Rule", main());
    await fillRule(2, "second");
    await expectAccessible();
    await send();
    const made = await within(main()).findByRole("heading", { name: /^Ticket \d+ was made/ });
    const number = /\d+/.exec(made.textContent)?.[0] ?? "";
    const text = within(main()).getByRole<HTMLTextAreaElement>("textbox", {
      name: "Text of the ticket",
    }).value;
    expect(elements()).toEqual([]);
    for (const reason of ["first", "second"])
      expect(text.replaceAll(/\n\s*/g, "; ")).toMatch(
        new RegExp(
          `BCD: iap\\S*; Direction: in; Source: 198\\.51\\.100\\.0/24; Destination: 192\\.0\\.2\\.12; Protocol: tcp; Ports: 443; Valid from: 2027-01-01; Valid until: 2028-01-01; Reason: ${reason}; Comments: ${reason} server`,
        ),
      );
    await follow("All requests");
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
    portal.answer("/api/requests/dhcp", (_, ask) =>
      isGone ? Promise.reject(new TypeError("refused")) : ask(),
    );
    await send();
    await within(main()).findByText(/Nothing you typed is lost/);
    const offered =
      within(main()).getAllByRole<HTMLTextAreaElement>("textbox", { name: "Text of the ticket" }).at(-1)
        ?.value ?? "";
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

describe("requests of an account without an OE", () => {
  it("[REQ-02] show who may send them, in place of the fields", async () => {
    await portal.enter("greta", "/requests?form=bcd");
    for (const form of ["bcd", "bcd_vpn2vlan", "bcd_wifi2vlan", "patch"]) {
      await portal.load(`/requests?form=${form}`);
      await within(main()).findByText("Only organizational unit administrators can use this request.");
      expect(within(main()).queryByRole("button", { name: "Send the request" })).toBeNull();
      expect(within(main()).queryAllByRole("textbox")).toEqual([]);
    }
    await portal.load("/requests?form=dhcp");
    await within(main()).findByRole("button", { name: "Send the request" });
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
