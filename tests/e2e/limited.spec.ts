import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, openPlanned, title, visit } from "./support/portal.ts";

test("[PERM-21] a person who is not in the network database has home with a note, the open tools and the API browser; lists are empty", async ({
  page,
}) => {
  await enter(page, "nora");
  const main = page.getByRole("main");
  await expect(main.getByText(/not in the network database yet/)).toBeVisible();
  await expect(page.getByRole("grid")).toHaveCount(0);
  for (const [path, heading] of [
    ["/tools/ip", "IP tools"],
    ["/tools/oui_lookup", "Vendor lookup"],
    ["/requests", "Requests"],
  ] as const) {
    await visit(page, path);
    await expect(title(page)).toHaveText(heading);
    await expectAccessible(page);
  }
  await visit(page, "/tools/oui_lookup");
  await main.getByLabel("MAC address or its beginning").fill("00:1b:63:11:22:33");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByText("Apple, Inc.")).toBeVisible();
  await visit(page, "/swagger");
  await expect(main.getByRole("heading", { name: "API browser" })).toBeVisible();
  await expect(main.getByRole("heading", { name: /NETDB-API/ })).toBeVisible();
  for (const list of ["/cntl/groups", "/org/ou", "/dnsvs/bcds"]) {
    await visit(page, list);
    await expect(title(page)).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(main.locator(".empty").first()).toBeVisible();
    await expect(main.getByRole("alert")).toHaveCount(0);
  }
});

test("[PERM-21] [REQ-02] requests that need no OE administration can be sent, and the others say who may send them", async ({
  page,
}) => {
  await enter(page, "nora");
  const main = page.getByRole("main");
  await visit(page, "/requests?form=kit_iot");
  await main.getByLabel("Kind of devices").fill("cameras");
  await main.getByLabel("Number of devices").fill("2");
  await main.getByLabel("Place of use").fill("20.21");
  await main.getByLabel("Contact person").fill("Nora Nordstern");
  await main.getByRole("button", { name: "Send the request" }).click();
  await expect(main.getByRole("heading", { name: /^Ticket \d+ was made/ })).toBeVisible();
  await expectAccessible(page);
  for (const form of ["bcd", "bcd_vpn2vlan", "bcd_wifi2vlan", "patch"]) {
    await visit(page, `/requests?form=${form}`);
    await expect(
      main.getByText("Only organizational unit administrators can use this request."),
    ).toBeVisible();
    await expect(main.getByRole("button", { name: "Send the request" })).toHaveCount(0);
  }
  await expectAccessible(page);
});

test("[PERM-21] the planned changes of such a person cannot be applied", async ({ page }) => {
  await enter(page, "nora");
  const planned = await openPlanned(page);
  const apply = planned.side.getByRole("button", { name: "Apply", exact: true });
  await expect(apply).toBeDisabled();
  await expect(apply).toHaveAttribute("title", /not in the network database/);
});
