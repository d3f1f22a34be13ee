import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, openPlanned, table, title, visit } from "./support/portal.ts";

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

test("[REQ-01] [REQ-11] [REQ-58] [REQ-68] [REQ-74] [REQ-76] [REQ-78] [REQ-80] [REQ-93] [REQ-95] [REQ-97] [ROUTE-52] the ten forms are listed", async ({
  page,
}) => {
  await visit(page, "/requests");
  const list = page.getByRole("main").getByRole("list", { name: "Request forms" });
  await expect(list.getByRole("link"), "FORMS of this file has the label of each form").toHaveText(FORMS);
  await expectAccessible(page);
});

test("[REQ-03] [REQ-04] [REQ-06] [REQ-07] [REQ-98] [REQ-124] a visitor sends the request that needs no login", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await visit(page, "/requests?form=dhcp");
  await expect(main.getByText("This request needs a login.")).toBeVisible();
  await expect(main.getByLabel("BCD")).toHaveCount(0);
  for (const form of ["bcd", "bcd_vpn2vlan", "bcd_wifi2vlan", "patch", "firewall", "vpn2vlan", "wifi2vlan"]) {
    await visit(page, `/requests?form=${form}`);
    await expect(main.getByText("This request needs a login."), form).toBeVisible();
    await expect(main.getByRole("button", { name: "Send the request" }), form).toHaveCount(0);
  }
  for (const form of ["kit_iot", "home_ap"]) {
    await visit(page, `/requests?form=${form}`);
    await expect(main.getByRole("button", { name: "Send the request" }), form).toBeVisible();
    await expect(main.getByText("This request needs a login."), form).toHaveCount(0);
  }
  await expect(main.getByLabel(/name/i)).toHaveCount(1);
  await expect(main.getByLabel(/mail/i)).toHaveCount(1);
  const sent: string[] = [];
  page.on("request", (one) => {
    if (one.method() === "POST" && one.url().includes("/api/requests/")) sent.push(one.url());
  });
  await main.getByRole("button", { name: "Send the request" }).click();
  const summary = main.getByRole("alert");
  await expect(summary).toBeFocused();
  await expect(summary.getByRole("link", { name: "Delivery address" })).toBeVisible();
  await expect(main.getByText("content required").first()).toBeVisible();
  expect(sent).toEqual([]);
  await expect(main.getByRole("heading", { name: /^Ticket/ })).toHaveCount(0);
  await expectAccessible(page);
  for (const [label, text] of [
    ["Name", "Vera Visitor"],
    ["Organisation", "Guests"],
    ["E-mail address", "vera@example.org"],
    ["Delivery address", "Main street 1"],
    ["Use from", "2027-01-01"],
    ["Use until", "2028-01-01"],
    ["Reason", "Working at home"],
    ["Comments", "second floor"],
  ] as const) {
    await main.getByLabel(label, { exact: true }).fill(text);
  }
  await main.getByText("Text of the ticket").first().click();
  await expect(main.getByRole("textbox", { name: "Text of the ticket" })).toHaveValue(
    /Sender: Vera Visitor, vera@example\.org\nDate: \d{4}-\d\d-\d\d\n\nName: Vera Visitor/,
  );
  await main.getByRole("button", { name: "Send the request" }).click();
  await expect(main.getByRole("heading", { name: /^Ticket \d+ was made/ })).toBeFocused();
  await expect(main.getByRole("textbox", { name: "Text of the ticket" })).toHaveValue(
    /Organisation: Guests\nE-mail address: vera@example\.org\nDelivery address: Main street 1\nUse from: 2027-01-01\nUse until: 2028-01-01\nReason: Working at home\nComments: second floor$/,
  );
});

test("[REQ-05] [REQ-78] [REQ-79] [REQ-100] greta asks for two firewall rules and finds the ticket", async ({
  page,
}) => {
  await enter(page, "greta", "/requests?form=firewall");
  const main = page.getByRole("main");
  const fill = async (number: number, reason: string): Promise<void> => {
    const rule = main.getByRole("group", { name: `Rule ${String(number)}` });
    await rule.getByRole("combobox", { name: "BCD" }).fill("iap");
    await page.getByRole("listbox", { name: "BCD" }).getByRole("option").first().click();
    await rule.getByLabel("Direction").selectOption("in");
    await rule.getByLabel("Source").fill("198.51.100.0/24");
    await rule.getByLabel("Destination").fill("192.0.2.12");
    await rule.getByLabel("Protocol").fill("tcp");
    await rule.getByLabel("Ports").fill("443");
    await rule.getByRole("textbox", { name: "Valid from" }).fill("2027-01-01");
    await rule.getByRole("textbox", { name: "Valid until" }).fill("2028-01-01");
    await rule.getByLabel("Comments").fill(`${reason} server`);
    await main.getByRole("button", { name: "Send the request" }).click();
    await expect(
      main.getByRole("alert").getByRole("link", { name: `Rule ${String(number)}: Reason` }),
    ).toBeVisible();
    await rule.getByLabel("Reason").fill(reason);
  };
  await fill(1, "first");
  await main.getByRole("button", { name: "Add: Rule" }).click();
  await fill(2, "second");
  await expectAccessible(page);
  await main.getByRole("button", { name: "Send the request" }).click();
  const made = main.getByRole("heading", { name: /^Ticket \d+ was made/ });
  await expect(made).toBeVisible();
  const number = /\d+/.exec(await made.innerText())?.[0] ?? "";
  const text = await main.getByRole("textbox", { name: "Text of the ticket" }).inputValue();
  await expect((await openPlanned(page)).items).toHaveCount(0);
  for (const reason of ["first", "second"])
    expect(text.replaceAll(/\n\s*/g, "; ")).toMatch(
      new RegExp(
        `BCD: iap\\S*; Direction: in; Source: 198\\.51\\.100\\.0/24; Destination: 192\\.0\\.2\\.12; Protocol: tcp; Ports: 443; Valid from: 2027-01-01; Valid until: 2028-01-01; Reason: ${reason}; Comments: ${reason} server`,
      ),
    );
  await main.getByRole("link", { name: "All requests" }).click();
  await expect(title(page)).toHaveText("Requests");
  const row = table(page, /Own tickets/)
    .getByRole("row")
    .filter({ hasText: number })
    .first();
  await expect(row).toContainText("Firewall rule");
  await expect(row).toContainText("open");
  await expectAccessible(page);
});

test("[REQ-08] [REQ-09] [REQ-10] [REQ-12] [REQ-14] [REQ-15] [REQ-20] [REQ-30] [REQ-32] [REQ-38] otto asks for a BCD, and further fields appear with his answers", async ({
  page,
}) => {
  await enter(page, "otto", "/requests");
  const main = page.getByRole("main");
  const withoutInternet = main.getByText("Without internet access: check whether IPv4 is needed at all.");
  for (const name of ["bcd_wifi2vlan", "bcd_vpn2vlan", "bcd"]) {
    await visit(page, `/requests?form=${name}`);
    await expect(main.getByText("Only equal kinds of systems should share a BCD.")).toBeVisible();
    await expect(main.getByText("IPv4 subnets should be as small as possible.")).toBeVisible();
    await expect(withoutInternet).toBeVisible();
  }
  await expect(main.getByRole("combobox", { name: "OE" })).toBeVisible();
  await main.getByRole("checkbox", { name: "Other" }).check();
  await expect(main.getByLabel("Description of the other systems")).toBeVisible();
  await main.getByRole("checkbox", { name: "VM cluster, Campus North" }).check();
  await expect(main.getByLabel("Explanation of the locations")).toBeVisible();
  await main.getByLabel("Internet access").check();
  await expect(withoutInternet).toHaveCount(0);
  await expect(main.getByLabel("Reason for internet access")).toBeVisible();
  await main
    .getByLabel("Prefix length of the IPv4 subnet")
    .selectOption({ label: "/24, 251 usable addresses" });
  await expect(main.getByLabel("Reason for the size")).toBeVisible();
  await main.getByLabel("Usage").selectOption("vpn2vlan");
  const vpn = main.getByRole("group", { name: "VPN", exact: true });
  await vpn.getByLabel("Realm", { exact: true }).fill("kit");
  await vpn.getByLabel("Routing").selectOption("both");
  await expect(vpn.getByLabel("Split-routing realm")).toHaveValue("kit-split");
  await main.getByLabel("Usage").selectOption("wifi2vlan");
  await expect(main.getByRole("group", { name: "WLAN", exact: true })).toBeVisible();
  await main.getByLabel("Wanted name of the BCD").fill("Not A Name");
  await main.getByRole("button", { name: "Send the request" }).click();
  const problems = main.getByRole("alert");
  await expect(problems.getByText(/invalid BCD name/)).toBeVisible();
  for (const name of ["Explanation of the locations", "Reason for internet access", "Reason for the size"])
    await expect(problems.getByRole("link", { name, exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});

test("[REQ-91] otto orders a patch informally, and chooses place after place for an action", async ({
  page,
}) => {
  await enter(page, "otto", "/requests?form=patch");
  const main = page.getByRole("main");
  await expect(main.getByLabel("Reply to")).not.toHaveValue("");
  await main.getByRole("button", { name: "Add: Action" }).click();
  const action = main.getByRole("group", { name: "Action 1" });
  await action.getByLabel("Action").selectOption("change_insert");
  await expect(action.getByLabel("New insert")).toBeVisible();
  await expect(action.getByRole("combobox", { name: "BCD" })).toHaveCount(0);
  await main.getByRole("button", { name: "Remove Action 1" }).click();
  await main.getByLabel("Informal request").fill("Please patch the whole room.");
  await main.getByRole("button", { name: "Send the request" }).click();
  await expect(main.getByRole("heading", { name: /^Ticket \d+ was made/ })).toBeVisible();
});
