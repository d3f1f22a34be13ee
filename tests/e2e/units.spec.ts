import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInRow,
  chooseReference,
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

test("[OU-01] [OU-02] [ROUTE-16] [ROUTE-17] OEs are a tree with short name and title, and the crumbs of an OE are the OEs above it", async ({
  page,
}) => {
  await enter(page, "ada", "/org/ou?size=500");
  const tree = page.getByRole("treegrid", { name: "Organisational unit" });
  const root = tree.getByRole("row").filter({ hasText: "University of Tannmuehl" });
  await expect(root).toHaveAttribute("aria-level", "1");
  await expect(root).toContainText("UTM");
  await expect(tree.getByRole("row").filter({ hasText: "Computing Centre" })).toHaveAttribute(
    "aria-level",
    "2",
  );
  await visit(page, "/org/ou/UTM::RZ::IAP");
  await expect(title(page)).toContainText("IAP");
  const crumbs = page.getByRole("navigation", { name: "Breadcrumb" });
  const links = crumbs.getByRole("link");
  await expect(links).toHaveText(["Organisational units", "UTM", "RZ"]);
  for (const [at, path] of ["/org/ou", "/org/ou/UTM", "/org/ou/UTM::RZ"].entries())
    await expect(links.nth(at)).toHaveAttribute("href", path);
  await crumbs.getByRole("link", { name: "RZ", exact: true }).click();
  await expect(page).toHaveURL(/\/org\/ou\/UTM::RZ$/);
});

test("[OU-03] [OU-04] [OU-06] [OU-07] [OU-08] [OU-09] an OE shows its units and assignments; administrators are added and removed by planned actions", async ({
  page,
  request,
}) => {
  const { bcd, fqdn, group, svc } = await run(request, "ada", [
    { idx: "bcd", name: "nd.bcd2ou.list" },
    { idx: "fqdn", name: "dns.fqdn2ou.list" },
    { idx: "group", name: "cntl.group2ou.list" },
    { idx: "svc", name: "cntl.mgr2ou.list", old: { is_admin: false } },
  ]);
  await enter(page, "ada");
  const linked = [
    [bcd, "BCDs", "bcd"],
    [fqdn, "Names", "fqdn"],
    [group, "Groups", "group_name"],
    [svc, "Assigned accounts", "login_name"],
  ] as const;
  for (const [rows, section, attribute] of linked) {
    const [unit = ""] = textsOf(rows, "ou");
    const [text = ""] = textsOf(rows, attribute);
    await visit(page, `/org/ou/${unit}`);
    await expect(rowOf(page, section, text).first()).toBeVisible();
  }
  await visit(page, "/org/ou/UTM::RZ");
  await expect(rowOf(page, "Sub-OEs", "IAP").getByRole("link", { name: "IAP" })).toHaveAttribute(
    "href",
    "/org/ou/UTM::RZ::IAP",
  );
  await expect(rowOf(page, "Administrators", "otto")).toContainText("otto.brandt@");
  await openForm(page, "Add administrator");
  await chooseReference(page, "Login name", "greta");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.apply();
  const row = rowOf(page, "Administrators", "greta");
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await chooseInRow(row, "Remove");
  await planned.apply();
  await expect(row).toHaveCount(0);
});

test("[OU-06] [OU-07] [OU-08] [OU-09] BCDs, domains, service accounts and groups are assigned to an OE and removed by planned actions", async ({
  page,
  request,
}) => {
  const unit = "UTM::RZ::ASSIGN";
  const { bcd, fqdn, svc, group } = await run(request, "ada", [
    {
      name: "org.unit.create",
      new: { parent: "UTM::RZ", short_name: "ASSIGN", title: "Assign", unit_type: "ABT" },
    },
    { idx: "bcd", name: "nd.bcd.list", old: { fetch_limit: 1 } },
    { idx: "fqdn", name: "dns.fqdn.list", old: { is_zone_apex: true, fetch_limit: 1 } },
    { idx: "svc", name: "cntl.mgr.list", old: { is_svc: true, fetch_limit: 1 } },
    { idx: "group", name: "cntl.group.list", old: { fetch_limit: 1 } },
  ]);
  await enter(page, "ada", `/org/ou/${unit}`);
  const planned = await openPlanned(page);
  for (const [button, section, rows, attribute, label] of [
    ["Assign BCD", "BCDs", bcd, "name", "BCD"],
    ["Assign domain", "Names", fqdn, "value", "FQDN"],
    ["Assign service account", "Assigned accounts", svc, "login_name", "Login name"],
    ["Assign group", "Groups", group, "name", "Group"],
  ] as const) {
    const [name = ""] = textsOf(rows, attribute);
    await openForm(page, button);
    await chooseReference(page, label, name);
    await plan(page);
    await planned.apply();
    const row = rowOf(page, section, name);
    await expect(row).toBeVisible();
    await chooseInRow(row, "Remove");
    await planned.apply();
    await expect(row).toHaveCount(0);
  }
  await openForm(page, "Add administrator");
  const [account = ""] = textsOf(svc, "login_name");
  const answered = page.waitForResponse((answer) => answer.request().postData()?.includes(account) === true);
  await form(page).getByRole("combobox", { name: "Login name", exact: true }).fill(account);
  await answered;
  await expect(page.getByRole("listbox", { name: "Login name" }).getByRole("option")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await run(request, "ada", [{ name: "org.unit.delete", old: { fq_name: unit } }]);
});

test("[OU-05] [OU-13] OEs are created, changed and deleted by accounts with the right; an OE without administrators shows none, and others learn why they may not", async ({
  page,
}) => {
  await enter(page, "ada", "/org/ou/UTM::RZ");
  await openForm(page, "New OE below");
  await form(page).getByLabel("Short name").fill("WALK");
  await form(page).getByRole("textbox", { name: "Title", exact: true }).fill("Walk of a test");
  await form(page).getByLabel("OE type").selectOption("ABT");
  await form(page).getByRole("checkbox", { name: "Can have administrators" }).uncheck();
  await plan(page);
  const planned = await openPlanned(page);
  await planned.apply();
  await rowOf(page, "Sub-OEs", "WALK").getByRole("link", { name: "WALK" }).click();
  const main = page.getByRole("main");
  await expect(main).toContainText("cannot have administrators");
  await expect(main.getByRole("button", { name: "Add administrator" })).toHaveCount(0);
  await main.getByRole("button", { name: "Edit", exact: true }).click();
  await form(page).getByRole("textbox", { name: "Title", exact: true }).fill("Walk of another test");
  await plan(page);
  await planned.apply();
  await expect(title(page)).toContainText("Walk of another test");
  await main.getByRole("button", { name: "Delete", exact: true }).first().click();
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await visit(page, "/org/ou/UTM::RZ");
  await expect(rowOf(page, "Sub-OEs", "IAP")).toBeVisible();
  await expect(rowOf(page, "Sub-OEs", "WALK")).toHaveCount(0);
});

test("[OU-13] greta learns which permission a new OE, a change and a deletion need", async ({ page }) => {
  await enter(page, "greta", "/org/ou/UTM::RZ");
  const main = page.getByRole("main");
  await expect(table(page, "Sub-OEs")).toBeVisible();
  await expect(main.getByRole("button", { name: "New OE below" })).toHaveCount(0);
  const section = main.locator("section").filter({ has: page.getByRole("heading", { name: "Sub-OEs" }) });
  await section.getByRole("button", { name: "More actions" }).first().click();
  await expect(page.getByRole("menuitem", { name: /^New OE below/ })).toContainText("org.rw:unit");
  await page.keyboard.press("Escape");
  const head = main.locator(".page-header");
  for (const name of ["Edit", "Delete"])
    await expect(head.getByRole("button", { name, exact: true })).toHaveCount(0);
  await head.getByRole("button", { name: "More actions" }).click();
  for (const name of [/^Edit/, /^Delete/])
    await expect(page.getByRole("menuitem", { name })).toContainText("org.rw:unit");
  await page.keyboard.press("Escape");
});

test("[OU-11] [OU-12] [ROUTE-18] OE types are in the order of their position and are created, changed and deleted", async ({
  page,
}) => {
  await enter(page, "ada", "/org/type");
  const types = table(page, "OE type");
  const order = (): Promise<readonly string[]> => types.getByRole("link").allInnerTexts();
  await expect(types.getByRole("row").nth(4)).toBeVisible();
  await openForm(page, "New OE type");
  await form(page).getByLabel("Short name").fill("LAB");
  await form(page).getByRole("textbox", { name: "Title", exact: true }).fill("Labor");
  await form(page).getByLabel("Position").fill("0");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.apply();
  const row = rowOf(page, "OE type", "LAB");
  await expect(row).toBeVisible();
  expect((await order())[0]).toBe("LAB");
  await chooseInRow(row, "Edit");
  await form(page).getByLabel("Position").fill("900");
  await plan(page);
  await planned.apply();
  await expect(row).toContainText("900");
  expect((await order()).at(-1)).toBe("LAB");
  await chooseInRow(row, "Delete");
  await planned.apply();
  await expect(row).toHaveCount(0);
});
