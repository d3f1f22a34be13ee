import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInRow,
  chooseReference,
  enter,
  fact,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  signOut,
  table,
  title,
  visit,
} from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

const NETWORK = "iap-tga";

/** Opens the form of a control, fills in one reference and plans it. */
async function assign(page: Page, control: string, field: string, value: string): Promise<void> {
  await openForm(page, control);
  await chooseReference(page, field, value);
  await plan(page);
}

test("[GRP-01] [GRP-03] [ROUTE-20] greta's groups are the groups that she administers, each below its parent", async ({
  page,
  request,
}) => {
  const { own } = await run(request, "greta", [
    { idx: "own", name: "cntl.group.list", old: { is_own: true } },
  ]);
  const { all } = await run(request, "ada", [{ idx: "all", name: "cntl.group.list" }]);
  const names = textsOf(own, "name");
  expect((all ?? []).length).toBeGreaterThan(names.length);
  await enter(page, "greta", "/cntl/groups");
  const rows = table(page, "Group").getByRole("row");
  await expect(rows).toHaveCount(names.length + 1);
  for (const name of names) await expect(rows.filter({ hasText: name }).first()).toBeVisible();
  await expect(rows.filter({ hasText: "iwt_dns" })).toHaveAttribute("aria-level", "2");
  await page.getByRole("link", { name: "iwt", exact: true }).click();
  await expect(title(page)).toHaveText("iwt");
  await rowOf(page, "Subgroups", "iwt_dns").getByRole("link", { name: "iwt_dns" }).click();
  await expect(title(page)).toHaveText("iwt_dns");
});

test("[GRP-02] [GRP-03] [GRP-04] [GRP-05] [GRP-06] [GRP-07] [GRP-08] [GRP-09] [ROUTE-21] a group gets subgroup, member, BCD, domain, address space and OE in one list, and loses them in another", async ({
  page,
  request,
}) => {
  const { zone, net } = await run(request, "ada", [
    { idx: "zone", name: "dns.fqdn.list", old: { is_zone_apex: true, fetch_limit: 1 } },
    { idx: "net", name: "nd.ip_subnet.list", old: { bcd: NETWORK, type: 4 } },
  ]);
  const [domain = ""] = textsOf(zone, "value");
  const [space = ""] = textsOf(net, "cidr");
  await enter(page, "ada", "/cntl/groups");
  await openForm(page, "New group");
  await form(page).getByRole("textbox", { name: "Name", exact: true }).fill("walk_net");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);

  await visit(page, "/cntl/groups/walk_net");
  await expect(title(page)).toHaveText("walk_net");
  await openForm(page, "New subgroup");
  await form(page).getByRole("textbox", { name: "Name", exact: true }).fill("walk_net_sub");
  await plan(page);
  await assign(page, "Add member", "Login name", "greta");
  await assign(page, "Assign BCD", "BCD", NETWORK);
  await assign(page, "Assign domain", "FQDN", domain);
  await openForm(page, "Assign address space");
  await form(page).getByLabel("Network").fill(space);
  await plan(page);
  await assign(page, "Assign OE", "OE", "UTM::RZ");
  await page.getByRole("main").getByRole("button", { name: "Edit", exact: true }).click();
  await chooseReference(page, "DHCP domain", domain);
  await form(page).getByRole("checkbox", { name: "IDM-Sync" }).check();
  await plan(page);
  await expect(planned.items).toHaveCount(7);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);

  const main = page.getByRole("main");
  for (const [field, value] of [
    ["Name space", domain],
    ["Address space", space],
    ["DHCP domain", domain],
    ["IDM-Sync", "yes"],
  ] as const) {
    const term = main.locator("dt").filter({ hasText: new RegExp(`^${field}$`) });
    await expect(term.locator("xpath=following-sibling::dd[1]").first()).toContainText(value);
  }
  const parts = [
    ["Subgroups", "walk_net_sub", "Delete"],
    ["Accounts", "greta", "Remove"],
    ["Names", domain, "Remove"],
    ["Address space", space, "Remove"],
    ["BCDs", NETWORK, "Remove"],
    ["OEs", "UTM::RZ", "Remove"],
  ] as const;
  for (const [name, text] of parts) await expect(rowOf(page, name, text)).toBeVisible();
  // The title of a link leads to the linked object, not to the open page.
  await expect(
    rowOf(page, "Accounts", "greta").getByRole("link", { name: "greta", exact: true }),
  ).toHaveAttribute("href", "/cntl/mgr/greta");
  await expectAccessible(page);

  await chooseInRow(rowOf(page, "Subgroups", "walk_net_sub"), "Edit");
  await form(page).getByLabel("Description").fill("changed in a walk");
  await plan(page);
  await main.getByRole("button", { name: "Edit", exact: true }).click();
  await form(page).getByRole("checkbox", { name: "IDM-Sync" }).uncheck();
  await plan(page);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await expect(rowOf(page, "Subgroups", "walk_net_sub")).toContainText("changed in a walk");
  await expect(fact(main, "IDM-Sync")).toHaveText("no");

  for (const [name, text, control] of parts) await chooseInRow(rowOf(page, name, text), control);
  await expect(planned.items).toHaveCount(parts.length);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  for (const [name, text] of parts) await expect(rowOf(page, name, text)).toHaveCount(0);
  await main.getByRole("button", { name: "Delete", exact: true }).first().click();
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  const { left } = await run(request, "ada", [
    { idx: "left", name: "cntl.group.list", old: { name_regexp: "^walk_net" } },
  ]);
  expect(left).toEqual([]);
});

test("administrators of a group are links to their accounts, or plain text for readers who may not open these", async ({
  page,
}) => {
  const admin = () => rowOf(page, "Administrators", "lh1090");
  await enter(page, "ada", "/cntl/groups/iap");
  await expect(admin().getByRole("link", { name: "lh1090", exact: true })).toHaveAttribute(
    "href",
    "/cntl/mgr/lh1090",
  );
  await signOut(page, "ada");
  await enter(page, "otto", "/cntl/groups/iap");
  await expect(admin()).toContainText("lh1090");
  await expect(admin().getByRole("link", { name: "lh1090" })).toHaveCount(0);
  // Enter opens what a click opens, and no forbidden page.
  await admin().focus();
  await page.keyboard.press("Enter");
  await expect(admin()).toBeFocused();
  await expect(page).toHaveURL(/\/cntl\/groups\/iap$/);
});
