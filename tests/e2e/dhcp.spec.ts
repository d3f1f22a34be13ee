import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInRow,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  table,
  title,
  visit,
} from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

const BCD = "iwt-arbeit";
const PAGE = `/dhcp-leases/bcds/${BCD}`;
/** An address outside the pool, the assignments and the hosts of the network 10.0.44.0/26. */
const FREE = "10.0.44.61";

test("[DHCP-04] [ROUTE-27] [ROUTE-30] a visitor is asked to sign in, and no row of a network is requested", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/transaction/execute")) asked.push(request.postData() ?? "");
  });
  for (const path of ["/dhcp-leases", "/dhcp-leases/"]) {
    await visit(page, path);
    await expect(page).toHaveURL(/\/dhcp-leases\/bcds$/);
  }
  await expect(title(page)).toHaveText("DHCP leases by BCD");
  const main = page.getByRole("main");
  for (const path of ["/dhcp-leases/bcds", PAGE]) {
    await visit(page, path);
    await expect(main).toContainText("Leases name people's devices");
    await expect(main.getByRole("link", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("grid")).toHaveCount(0);
    await expectAccessible(page);
  }
  expect(asked.join(" ")).not.toMatch(/nd\.bcd|dhcp\./);
});

test("[DHCP-01] [DHCP-05] [DHCP-06] [DHCP-07] [ROUTE-30] greta sees the leases of her network and makes one of them a static assignment", async ({
  page,
}) => {
  const { lease = [] } = await run(page.request, "greta", [
    { idx: "lease", name: "dhcp.lease.list", old: { bcd: BCD } },
  ]);
  const named = lease.find((one) => one["hostname"] !== null);
  const [ip, mac, host] = [named?.["ip_addr"], named?.["mac_addr"], named?.["hostname"]].map(String);
  await enter(page, "greta", "/dhcp-leases/bcds");
  await rowOf(page, /BCD/, BCD).getByRole("link", { name: BCD }).click();
  await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
  for (const name of ["IP address", "MAC address", "Host name", "Begin", "End"])
    await expect(table(page, "Leases").getByRole("columnheader", { name, exact: true })).toBeVisible();
  const row = rowOf(page, "Leases", String(ip)).first();
  for (const text of [mac, host]) await expect(row).toContainText(String(text));
  await expect(row.locator("time")).toHaveCount(2);
  await expectAccessible(page);

  await chooseInRow(row, "Make static");
  const dialog = page.getByRole("dialog", { name: "Make static" });
  await expect(dialog.getByRole("textbox", { name: "IP address" })).toHaveValue(String(ip));
  await expect(dialog.getByLabel("MAC address")).toHaveValue(String(mac));
  // A leased address cannot become a static assignment.
  await dialog.getByRole("textbox", { name: "IP address" }).fill(FREE);
  await dialog.getByLabel("Description").fill("e2e fixed");
  await dialog.getByRole("button", { name: "Plan", exact: true }).click();
  const planned = await openPlanned(page);
  await planned.apply();
  const fixed = rowOf(page, "Static assignments", FREE);
  await expect(fixed).toContainText(String(mac));
  await chooseInRow(fixed, "Edit");
  await form(page).getByLabel("Description").fill("e2e fixed for good");
  await plan(page);
  await planned.apply();
  await expect(fixed).toContainText("for good");
  await chooseInRow(fixed, "Delete");
  await planned.apply();
  await expect(fixed).toHaveCount(0);
});

test("[DHCP-06] [DHCP-08] ada plans an assignment, a pool and settings of a network, and removes them", async ({
  page,
}) => {
  const settings = { idx: "dhcp", name: "dhcp.bcd_setting.list", old: { bcd: BCD } } as const;
  const before = (await run(page.request, "ada", [settings]))["dhcp"]?.[0];
  await enter(page, "ada", PAGE);
  await openForm(page, "New static assignment");
  await form(page).getByRole("textbox", { name: "IP address" }).fill(FREE);
  await form(page).getByLabel("MAC address").fill("02:e2:00:00:00:61");
  await plan(page);
  await openForm(page, "New pool");
  await form(page).getByRole("textbox", { name: "First address" }).fill("10.0.44.33");
  await form(page).getByRole("textbox", { name: "Last address" }).fill("10.0.44.35");
  await plan(page);
  await openForm(page, "Change settings");
  await form(page).getByLabel("Lease time").fill("7200");
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(3);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await expect(rowOf(page, "Static assignments", FREE)).toBeVisible();
  await expect(page.getByRole("main")).toContainText("7200 s");
  const pool = rowOf(page, "Pools", "10.0.44.33");
  await expect(pool).toContainText("3");

  await chooseInRow(pool, "Edit");
  await form(page).getByLabel("Description").fill("e2e pool");
  await plan(page);
  await planned.apply();
  await expect(pool).toContainText("e2e pool");
  await chooseInRow(pool, "Delete");
  await chooseInRow(rowOf(page, "Static assignments", FREE), "Delete");
  await expect(planned.items).toHaveCount(2);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await expect(pool).toHaveCount(0);
  const old = { bcd: BCD };
  const restored = { lease_time: Number(before?.["lease_time"]) };
  await run(page.request, "ada", [{ name: "dhcp.bcd_setting.update", old, new: restored }]);
  expect(textsOf((await run(page.request, "ada", [settings]))["dhcp"], "bcd")).toEqual([BCD]);
});

test("[BCD-07] an address in a pool is refused by the pool and its network, with a link to it", async ({
  page,
}) => {
  const { pool = [] } = await run(page.request, "ada", [{ idx: "pool", name: "dhcp.pool.list" }]);
  const [first = "", last = "", bcd = "", subnet = ""] = ["first_addr", "last_addr", "bcd", "subnet"].map(
    (name) => textsOf(pool, name)[0],
  );
  await enter(page, "ada", `/dhcp-leases/bcds/${bcd}`);
  await openForm(page, "New static assignment");
  await form(page).getByRole("textbox", { name: "IP address" }).fill(first);
  await form(page).getByLabel("MAC address").fill("02:e2:00:00:02:01");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.side.getByRole("button", { name: "Test", exact: true }).click();
  const range = `${first} – ${last}`;
  await expect(planned.side).toContainText(
    `${first} lies in a DHCP pool (${range}) of the subnet ${subnet} in the BCD ${bcd}.`,
  );
  await expectAccessible(page);
  const link = planned.side.getByRole("link", { name: range });
  await expect(link).toHaveAttribute("href", `/dhcp-leases/bcds/${bcd}`);
  await expect(planned.side.getByRole("link", { name: subnet })).toBeVisible();
});
