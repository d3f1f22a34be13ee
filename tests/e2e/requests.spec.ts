import { expect, test } from "./support/test.ts";
import { expectNoSidewaysScroll } from "./support/axe.ts";
import { enter } from "./support/portal.ts";

test("the form of a BCD fits a phone", async ({ page }) => {
  await enter(page, "otto", "/requests?form=bcd");
  const main = page.getByRole("main");
  await main.getByLabel("Usage").selectOption("wifi2vlan");
  await expect(main.getByRole("group", { name: "WLAN", exact: true })).toBeVisible();
  await main.getByLabel("Wanted name of the BCD").fill("Not A Name");
  await main.getByRole("button", { name: "Send the request" }).click();
  await expect(main.getByRole("alert").getByText(/invalid BCD name/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
});
