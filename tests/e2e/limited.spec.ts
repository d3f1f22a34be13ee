import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, visit } from "./support/portal.ts";

test("[PERM-21] a person who is not in the network database has home with a note, and the API browser", async ({
  page,
}) => {
  await enter(page, "nora");
  const main = page.getByRole("main");
  await expect(main.getByText(/not in the network database yet/)).toBeVisible();
  await visit(page, "/swagger");
  await expect(main.getByRole("heading", { name: "API browser" })).toBeVisible();
  await expect(main.getByRole("heading", { name: /NETDB-API/ })).toBeVisible();
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
