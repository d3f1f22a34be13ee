import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, rowOf, table, title } from "./support/portal.ts";
import { read, run, textsOf } from "./support/wapi.ts";

const CLIENTS = "MAC clients";
const HEADS = ["MAC address", "Description", "WPA2 key", "Wi-Fi QR code", "Last login", "Last login node"];

test("[MAC-01] [MAC-04] [ROUTE-26] greta sees the clients of her network with masked keys, copies one and lets a phone read it", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { client = [] } = await run(page.request, "greta", [
    { idx: "client", name: "macauth.client.list", old: { bcd_name: "iwt-arbeit" } },
  ]);
  const seen = client.find((one) => one["last_login"] !== null);
  const of = (name: string): string => textsOf(seen === undefined ? [] : [seen], name)[0] ?? "missing";
  const [mac, key] = [of("mac_addr"), of("wpa2_key")];
  const never = textsOf(
    client.filter((one) => one["last_login"] === null),
    "mac_addr",
  );

  await enter(page, "greta", "/macauth");
  await expect(page).toHaveURL(/\/macauth\/bcds$/);
  await rowOf(page, /BCD/, "iwt-arbeit").getByRole("link", { name: "iwt-arbeit" }).click();
  await expect(page).toHaveURL(/\/macauth\/bcds\/iwt-arbeit$/);
  await expect(title(page)).toHaveText("iwt-arbeit");
  for (const name of HEADS)
    await expect(table(page, CLIENTS).getByRole("columnheader", { name, exact: true })).toBeVisible();
  const row = rowOf(page, CLIENTS, mac);
  for (const name of ["description", "last_login_node"]) await expect(row).toContainText(of(name));
  await expect(row.locator("time")).toHaveCount(1);
  const unused = rowOf(page, CLIENTS, never[0] ?? "missing");
  await expect(unused).toBeVisible();
  await expect(unused.locator("time")).toHaveCount(0);

  await expect(page.getByRole("main")).not.toContainText(key);
  await row.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row).toContainText(key);
  await row.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(page.getByRole("main")).not.toContainText(key);
  await row.getByRole("button", { name: "Copy", exact: true }).last().click();
  await expect(row).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  const { wifi_ssid: network } = await read<{ readonly wifi_ssid: string }>(page.request, "/api/system/info");
  await row.getByRole("button", { name: "Show the QR code" }).click();
  const code = page.getByRole("dialog", { name: `Join ${network}` });
  const picture = code.getByRole("img", { name: "QR code with network name and key" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await expect(code).not.toContainText(key);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(code).toHaveCount(0);
  await expect(page).toHaveURL(/\/macauth\/bcds\/iwt-arbeit$/);
});
