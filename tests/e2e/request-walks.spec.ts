import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, visit } from "./support/portal.ts";

const main = (page: Page): Locator => page.getByRole("main");
const listOf = (page: Page, label: string): Locator =>
  page.getByRole("listbox", { name: label, exact: true });
const box = (within: Locator, label: string): Locator =>
  within.getByRole("combobox", { name: label, exact: true });

/** Chooses from a list that opens without typing. */
async function choose(page: Page, within: Locator, label: string, option: string | RegExp): Promise<void> {
  await box(within, label).click();
  await listOf(page, label).getByRole("option", { name: option }).first().click();
}

async function send(page: Page): Promise<void> {
  await main(page).getByRole("button", { name: "Send the request" }).click();
}

async function sentText(page: Page): Promise<string> {
  await expect(main(page).getByRole("heading", { name: /^Ticket \d+ was made/ })).toBeFocused();
  return main(page).getByRole("textbox", { name: "Text of the ticket" }).inputValue();
}

test("[REQ-80] [REQ-81] [REQ-85] [REQ-92] [REQ-102] otto collects patches from the site to the port, and they survive a reload", async ({
  page,
}) => {
  await enter(page, "otto", "/requests?form=patch");
  const form = main(page);
  await expect(form.getByLabel("Reply to")).toHaveValue("otto.brandt@tannmuehl.example");
  await form.getByRole("button", { name: "Add: Action" }).click();
  const first = form.getByRole("group", { name: "Action 1" });
  await first.getByLabel("Action").selectOption("patch");
  const north = ["Campus Nord", "campus-nord"];
  const south = ["Campus Innenstadt", "campus-ost", "campus-sued", "campus-west"];
  for (const [variant, sites] of [
    ["General", [...north, ...south, "Hafen", "Sternwarte"]],
    ["Campus South", south],
    ["Campus North", north],
  ] as const) {
    await form.getByLabel("Kind").selectOption(variant);
    await box(first, "Site").click();
    const options = listOf(page, "Site").getByRole("option");
    // Other walks may have created sites that belong to no campus.
    if (variant !== "General") await expect(options).toHaveCount(sites.length);
    for (const site of sites)
      await expect(options.filter({ hasText: new RegExp(`^${site}`) })).toHaveCount(1);
    await page.keyboard.press("Escape");
  }
  await box(first, "Building").click();
  await expect(form.getByText("First fill in: Site").filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await choose(page, first, "Site", /^Campus Nord/);
  await box(first, "Building").click();
  const buildings = listOf(page, "Building").getByRole("option");
  await expect(buildings.first()).toHaveText(/^N/);
  expect((await buildings.allInnerTexts()).filter((text) => !text.startsWith("N"))).toEqual([]);
  await page.keyboard.press("Escape");
  await choose(page, first, "Building", /^N001/);
  for (const [label, within, option] of [
    ["Room", "Campus Nord/N001/", /N001\/001\b/],
    ["Module", "Campus Nord/N001/001/", /rack-1\/sw-1$/],
    ["Port", "Campus Nord/N001/001/rack-1/sw-1/", /sw-1\/Gi1\/0\/2$/],
  ] as const) {
    await box(first, label).click();
    const offered = listOf(page, label).getByRole("option");
    await expect(offered.nth(1)).toContainText(within);
    expect((await offered.allInnerTexts()).filter((text) => !text.includes(within))).toEqual([]);
    await listOf(page, label).getByRole("option", { name: option }).first().click();
  }
  await box(first, "BCD").fill("iap");
  await listOf(page, "BCD").getByRole("option").first().click();
  await first.getByLabel("Tagged").check();
  await first.getByLabel("LACP").check();
  await expectAccessible(page);

  await form.getByRole("button", { name: "Add: Action" }).click();
  const second = form.getByRole("group", { name: "Action 2" });
  await second.getByLabel("Action").selectOption("change_insert");
  for (const name of ["BCD", "Tagged", "LACP"])
    await expect(second.getByLabel(name, { exact: true })).toHaveCount(0);
  await second.getByLabel("New insert").fill("RJ45 double");
  await choose(page, second, "Site", /^Campus Nord/);
  await choose(page, second, "Building", /^N001/);
  await choose(page, second, "Room", /N001\/001\b/);
  await choose(page, second, "Module", /rack-1$/);
  // Another room has other modules, so the chosen one is cleared.
  await choose(page, second, "Room", /N001\/002\b/);
  await expect(box(second, "Module")).toHaveValue("");
  await choose(page, second, "Room", /N001\/001\b/);
  await choose(page, second, "Module", /rack-1\/sw-1$/);
  await choose(page, second, "Port", /sw-1\/Gi1\/0\/3$/);

  await page.reload();
  await expect(box(first, "Port")).toHaveValue(/sw-1\/Gi1\/0\/2$/);
  await expect(first.getByLabel("LACP")).toBeChecked();
  await expect(second.getByLabel("New insert")).toHaveValue("RJ45 double");
  await second.getByLabel("Comment").fill("edited");
  await form.getByRole("button", { name: "Remove Action 1" }).click();
  await expect(box(first, "Port")).toHaveValue(/sw-1\/Gi1\/0\/3$/);
  await expect(second).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await form.getByLabel("Kind").selectOption("Campus North");
  await send(page);
  const text = await sentText(page);
  expect(text).toContain("Request: Patch request (Campus North)");
  expect(text).toContain("Port: Campus Nord/N001/001/rack-1/sw-1/Gi1/0/3");
  expect(text).toContain("Comment: edited");
  expect(text).not.toContain("Gi1/0/2");
  await page.goto("/requests?form=patch");
  await expect(form.getByRole("button", { name: "Add: Action" })).toBeVisible();
  await expect(first).toHaveCount(0);
});

test("[REQ-77] [TAFORM-41] a visitor asks for IoT devices", async ({ page }) => {
  await visit(page, "/requests?form=kit_iot");
  const form = main(page);
  for (const [label, text] of [
    ["Your name", "Vera Visitor"],
    ["Your e-mail address", "vera@example.org"],
    ["Kind of devices", "Thermometers"],
    ["Number of devices", "2"],
    ["Place of use", "Greenhouse"],
    ["Contact person", "Vera Visitor"],
    ["Comments", "battery powered"],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text);
  const macs = form.getByRole("textbox", { name: "MAC addresses" });
  for (const mac of ["00:11:22:33:44:55", "00:11:22:33:44:5x"]) {
    await macs.fill(mac);
    await macs.press("Enter");
  }
  await send(page);
  await expect(form.getByRole("alert").getByRole("link")).toHaveText(["MAC addresses"]);
  await form.getByRole("button", { name: /Take 00:11:22:33:44:5x out/ }).click();
  await expectAccessible(page);
  // The address is not a chip yet, and becomes one when the button takes the focus.
  await macs.fill("00:11:22:33:44:66");
  await send(page);
  expect((await sentText(page)).split("\n").slice(4)).toEqual([
    "Kind of devices: Thermometers",
    "Number of devices: 2",
    "MAC addresses: 00:11:22:33:44:55, 00:11:22:33:44:66",
    "Place of use: Greenhouse",
    "Contact person: Vera Visitor",
    "Comments: battery powered",
  ]);
});
