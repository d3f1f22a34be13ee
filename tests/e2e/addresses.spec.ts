import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, form, title, visit } from "./support/portal.ts";

test("[BCD-07] a subnet shows used, reserved, pool and free addresses, and a free address is put into a planned action", async ({
  page,
}) => {
  await enter(page, "ada", "/dnsvs/bcds/iag-gast");
  const map = page.getByRole("grid", { name: /^Addresses of 10\./ });
  await expect(map).toBeVisible();
  const network = page.getByRole("region", { name: /^Addresses of 10\./ });
  const legend = network.getByRole("list", { name: "Signs" });
  for (const state of ["used", "reserved", "in pools", "leased", "free"])
    await expect(legend.getByText(new RegExp(`^[1-9][0-9,]* ${state}$`))).toBeVisible();
  await expectAccessible(page);

  // The page of the BCD itself has the same map.
  const numbers = await legend.innerText();
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await expect(page).toHaveURL(/\/cntl\/bcds\/iag-gast$/);
  await expect(map).toBeVisible();
  await expect(legend).toHaveText(numbers.replaceAll(/\s+/g, " "), { useInnerText: true });
  await expectAccessible(page);

  // The link of the subnet leads to its page, which shows the same numbers.
  await network.getByRole("heading").getByRole("link").click();
  await expect(page).toHaveURL(/\/dnsvs\/subnets\/10\.[0-9.]+-26$/);
  await expect(title(page)).toHaveText(/^10\..*\/26$/);
  await expect(legend).toHaveText(numbers.replaceAll(/\s+/g, " "), { useInnerText: true });
  await expect(
    page.getByRole("navigation", { name: /path|crumb/i }).getByRole("link", { name: "iag-gast" }),
  ).toBeVisible();

  // The first cell is the network address, so one arrow key leads to the gateway.
  const cell = map.getByRole("gridcell");
  await expect(cell).toHaveAccessibleName(/no host address$/);
  await cell.focus();
  await page.keyboard.press("ArrowRight");
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAccessibleName(/, reserved, Gateway/);

  // The next free address fills the form, and then counts as planned.
  await network.getByRole("button", { name: "Next free" }).click();
  await page.getByRole("menuitem", { name: "One address" }).click();
  await expect(cell).toHaveAccessibleName(/, free$/);
  const address = ((await cell.getAttribute("aria-label")) ?? "").split(",")[0] ?? "";
  await cell.focus();
  await page.keyboard.press("n");
  await expect(form(page).getByLabel("Data", { exact: true })).toHaveValue(address);
  await form(page)
    .getByRole("combobox", { name: "FQDN", exact: true })
    .fill("neu.gast.iag.tannmuehl.example.");
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(legend.getByText("1 planned")).toBeVisible();

  // Fields of a form also find free addresses, after the planned one.
  await network.getByRole("button", { name: "Next free" }).click();
  await page.getByRole("menuitem", { name: "One address" }).click();
  await expect(cell).toHaveAccessibleName(/, free$/);
  const next = ((await cell.getAttribute("aria-label")) ?? "").split(",")[0] ?? "";
  expect(next).not.toBe(address);
  await page
    .getByRole("button", { name: /^New static DHCP assignment/i })
    .first()
    .click();
  await form(page)
    .getByRole("button", { name: /^Next free for/ })
    .first()
    .click();
  await expect(form(page).getByLabel("IP address", { exact: true })).toHaveValue(next);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();

  // The table shows the same rows.
  await network.getByRole("button", { name: "Table", exact: true }).click();
  const rows = page.getByRole("grid", { name: /^Addresses of 10\./ });
  await expect(rows.getByRole("row").filter({ hasText: "Gateway" })).toHaveCount(1);
  await network.getByRole("button", { name: "Map", exact: true }).click();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(map).toHaveAttribute("aria-colcount", "16");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("free addresses are found in networks without a map and in workflows", async ({ page }) => {
  await enter(page, "ada", "/cntl/bcds/iag-labor");
  const six = page.getByRole("region", { name: /^Addresses of .*:/ }).first();
  await six.getByRole("button", { name: "Next free" }).click();
  const told = six.getByText(/^Free: [0-9a-f:]+$/);
  await expect(told).toBeVisible();
  const address = (await told.innerText()).replace("Free: ", "");
  await six.getByRole("button", { name: "New record here" }).click();
  await expect(form(page).getByLabel("Data", { exact: true })).toHaveValue(address);
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);

  // A workflow searches in the BCD of one of its fields, for the address family of the variable.
  await visit(page, "/tools/hub?template=device_register&bcd=iag-labor");
  const find = form(page).getByRole("button", { name: /^Next free for/ });
  await find.click();
  await expect(
    form(page)
      .getByLabel(/^IPv4 address/)
      .first(),
  ).toHaveValue(/^10\./);
});
