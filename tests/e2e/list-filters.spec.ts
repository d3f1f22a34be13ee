import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, rowOf, table, visit } from "./support/portal.ts";

test("[LIST-48] [LIST-49] [LIST-50] [LIST-51] a list is narrowed by filters of attribute, operator and value, and its address has them", async ({
  page,
}) => {
  await enter(page, "ada", "/object/nd.bcd");
  const bar = page.getByRole("form", { name: "Filters of the list" });
  await bar.getByRole("combobox", { name: "Attribute" }).selectOption({ label: "Name" });
  await bar.getByRole("combobox", { name: "Comparison" }).selectOption({ label: "begins with" });
  await bar.getByRole("textbox", { name: "Value" }).fill("itc-");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/name\.begins=itc-/);
  await expect(rowOf(page, "BCD", "itc-tga")).toHaveCount(1);

  await bar.getByRole("combobox", { name: "Attribute" }).selectOption({ label: "Security level" });
  await bar.getByRole("combobox", { name: "Comparison" }).selectOption({ label: "is between" });
  await bar.getByRole("textbox", { name: "From" }).fill("4");
  await bar.getByRole("textbox", { name: "To" }).fill("none");
  await bar.getByRole("button", { name: "Add filter" }).click();
  await expect(bar.getByRole("textbox", { name: "To" })).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page);
  await bar.getByRole("textbox", { name: "To" }).fill("3");
  await page.keyboard.press("Enter");
  await expect(bar).toContainText("is before the lower bound");
  await bar.getByRole("textbox", { name: "To" }).fill("9");
  await page.keyboard.press("Enter");
  await expect(page.locator(".filter-chip")).toHaveText([
    /^Name begins with itc-/,
    /^Security level is between 4 and 9/,
  ]);

  const shared = page.url();
  await page.goBack();
  await expect(page.locator(".filter-chip")).toHaveCount(1);
  await page.goto(shared);
  await expect(page.locator(".filter-chip")).toHaveCount(2);
  await page.getByRole("button", { name: "Remove filter Security level is between 4 and 9" }).click();
  await expect(table(page, "BCD")).toContainText("itc-tga");
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

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
    ["/netdoc/map?site=nowhere&bldg=1", "site=nowhere (no building of this map)"],
    ["/dnsvs/subnets/10.0.43.0-25?part=north", "part=north (no address of this network)"],
  ] as const) {
    await visit(page, path);
    await expect(page.getByText(told), path).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Remove from the address" }).click();
    await expect(page.getByText(told), path).toHaveCount(0);
  }
});
