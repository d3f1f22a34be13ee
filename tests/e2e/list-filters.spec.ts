import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, rowOf, visit } from "./support/portal.ts";

test("[LIST-56] [LIST-57] [LIST-59] a set filter is edited in place, and filters that the address cannot use are reported", async ({
  page,
}) => {
  await enter(page, "ada", "/object/nd.bcd?name.begins=itc-&vlan_count.ge=many&colour=red&page=x");
  const chips = page.locator(".filter-chip");
  await expect(page.getByText("2 filters of the address cannot be used.")).toBeVisible();
  await expect(page.getByText("page=x (no number of a page)")).toBeVisible();
  await expect(rowOf(page, "BCD", "itc-tga")).toHaveCount(1);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove from the address" }).click();
  await expect(page).not.toHaveURL(/page=x/);

  await page.getByRole("button", { name: /^VLANs is at least many/ }).press("Enter");
  const value = page
    .getByRole("form", { name: "Filters of the list" })
    .getByRole("textbox", { name: "Value" });
  await expect(value).toBeFocused();
  await expect(value).toHaveValue("many");
  await expect(value).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await value.fill("1");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "VLANs is at least 1", exact: true })).toBeFocused();
  await page.getByRole("button", { name: /^Remove filter colour/ }).click();
  await expect(chips).toHaveText([/^Name begins with itc-/, /^VLANs is at least 1/]);

  await page.getByRole("radio", { name: /^Own/ }).check();
  await expect(page).toHaveURL(/is_own=true/);
  await page.getByRole("radio", { name: /^All/ }).check();
  await expect(page).toHaveURL(/is_own=false/);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("[ROUTE-94] requests, the map and a network report parts of their address that they cannot use", async ({
  page,
}) => {
  await enter(page, "ada", "/requests?state=lost");
  for (const [path, told] of [
    ["/requests?state=lost", "state=lost (none of the possible values)"],
    ["/requests?form=kit_iot&nobody=1", "nobody=1 (no field of this form)"],
    ["/requests?form=kit_iot&device_count=many", "device_count=many (no value of its field)"],
    ["/netdoc/map?site=nowhere&bldg=1", "site=nowhere (no building of this map)"],
    ["/netdoc/map?site=Sternwarte&bldg=nowhere", "bldg=nowhere (no building of this map)"],
    ["/dnsvs/subnets/10.0.43.0-25?part=north", "part=north (no address of this network)"],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(told), path).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove from the address" }).click();
    await expect(page.getByText(told), path).toHaveCount(0);
  }
});
