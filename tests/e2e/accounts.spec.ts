import { readFileSync } from "node:fs";
import { join } from "node:path";
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
  table,
  title,
  visit,
} from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

/** Signs in with an API token of the demo campus, as somebody does who uses a service account. */
async function enterByToken(page: Page, name: string): Promise<void> {
  const folder = process.env["E2E_DATA"] ?? "";
  // Parse boundary: the file of the demo campus, name to token.
  const tokens = JSON.parse(readFileSync(join(folder, "demo-tokens.json"), "utf8")) as Record<string, string>;
  await visit(page, "/login");
  await page.getByRole("radio", { name: "API token" }).check();
  await page
    .getByRole("main")
    .getByRole("textbox", { name: "API token" })
    .fill(tokens[name] ?? "");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: new RegExp(`^Account ${name}`) })).toBeVisible();
}

test.describe("[PERM-01] each kind of user signs in and reaches the screens of their rights:", () => {
  test("an IT officer opens OE types, managers and every BCD", async ({ page, request }) => {
    await enter(page, "ada", "/org/type");
    await expect(table(page, "OE type")).toBeVisible();
    await visit(page, "/cntl/mgr?q=otto");
    await expect(rowOf(page, /./, "otto")).toBeVisible();
    const { all } = await run(request, "ada", [{ idx: "all", name: "nd.bcd.list", old: { fetch_limit: 1 } }]);
    const [name = ""] = textsOf(all, "name");
    await visit(page, `/cntl/bcds/${name}`);
    await expect(title(page)).toHaveText(name);
  });

  test("an administrator of an OE opens it, its BCDs and its service accounts", async ({ page, request }) => {
    const { own } = await run(request, "otto", [
      { idx: "own", name: "nd.bcd.list", old: { is_own: true, fetch_limit: 1 } },
    ]);
    await enter(page, "otto", "/org/ou/UTM%3A%3ARZ");
    await expect(rowOf(page, /Administrators/, "otto")).toBeVisible();
    const [name = ""] = textsOf(own, "name");
    await visit(page, `/dnsvs/bcds/${name}`);
    await expect(title(page)).toHaveText(name);
    await visit(page, "/cntl/svc-accounts");
    await expect(rowOf(page, /./, "svc-dns")).toBeVisible();
  });

  test("an administrator of groups opens their own groups and no others", async ({ page, request }) => {
    const { own, all } = await run(request, "greta", [
      { idx: "own", name: "cntl.mgr2group.list", old: { is_own: true } },
      { idx: "all", name: "cntl.group.list" },
    ]);
    await enter(page, "greta", "/cntl/groups");
    await expect(table(page, /./).getByRole("row")).toHaveCount((all?.length ?? 0) + 1);
    const names = textsOf(own, "group_name");
    expect(names).toHaveLength(2);
    for (const name of names) await expect(rowOf(page, /./, name).first()).toBeVisible();
    await visit(page, `/cntl/groups/${names[0] ?? ""}`);
    await expect(rowOf(page, /Administrators/, "greta")).toBeVisible();
    const row = rowOf(page, "Accounts", "greta");
    await expect(row).toBeVisible();
    // She may not open the page of an account, so its name is not a link.
    await expect(row.getByRole("link")).toHaveCount(0);
  });

  test("the holder of a service account opens the names of its groups", async ({ page }) => {
    await enterByToken(page, "svc-dns");
    await visit(page, "/dnsvs/fqdns");
    await expect(table(page, /./).getByRole("row").nth(1)).toBeVisible();
    await visit(page, "/cntl/svc-accounts/svc-dns");
    await expect(title(page)).toHaveText("svc-dns");
  });
});

test("[PERM-13] administrators through an OE are shown apart from members", async ({ page, request }) => {
  const { admin } = await run(request, "otto", [
    { idx: "admin", name: "cntl.group_admin.list", old: { login_name: "otto", via: "ou", fetch_limit: 1 } },
  ]);
  const [group = ""] = textsOf(admin, "group_name");
  const [ou = ""] = textsOf(admin, "ou");
  await enter(page, "otto", `/cntl/groups/${group}`);
  const row = rowOf(page, /Administrators/, "otto").filter({ hasText: ou });
  await expect(row).toContainText("administrator of the OE");
});

test("[SVC-01] [SVC-02] [SVC-03] a service account is listed, opened, and created only with an OE", async ({
  page,
}) => {
  await enter(page, "otto", "/cntl/svc-accounts");
  const row = rowOf(page, /./, "svc-dns");
  await expect(row).toContainText("UTM");
  await row.getByRole("link").first().click();
  await expect(title(page)).toHaveText("svc-dns");
  const main = page.getByRole("main");
  const { svc, member } = await run(page.request, "ada", [
    { idx: "svc", name: "cntl.mgr.list", old: { login_name: "svc-dns" } },
    { idx: "member", name: "cntl.mgr2group.list", old: { login_name: "svc-dns" } },
  ]);
  await expect(fact(main, "Id of the service account")).toHaveText("dns");
  await expect(fact(main, "Description")).toHaveText(textsOf(svc, "description")[0] ?? "");
  await expect(fact(main, "Read-only")).toHaveText(
    svc?.[0]?.["allow_data_manipulation"] === true ? "no" : "yes",
  );
  await expect(rowOf(page, /OEs/, /UTM/)).toBeVisible();
  const groups = textsOf(member, "group_name");
  expect(groups).not.toEqual([]);
  for (const group of groups) await expect(rowOf(page, "Groups", group)).toBeVisible();
  await expectAccessible(page);

  await visit(page, "/cntl/svc-accounts");
  await openForm(page, "New service account");
  await form(page).getByLabel("Id of the service account").fill("mon");
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toBeVisible();
  await expect(form(page).getByRole("alert")).toContainText("OE");
  await chooseReference(page, "OE", "UTM::RZ");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.apply();
  await expect(rowOf(page, /./, "mon")).toContainText("UTM::RZ");
});

test("[SVC-05] [ROUTE-15] own subaccounts are created, changed and deleted as planned actions", async ({
  page,
}) => {
  await enter(page, "greta", "/user/tokens");
  await expect(page.getByRole("heading", { name: /^No API tokens/ })).toBeVisible();
  await openForm(page, "New subaccount");
  await form(page).getByLabel("Id of the subaccount").fill("lab");
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(1);
  await expect(planned.item("greta-lab")).toBeVisible();
  const { sub } = await run(page.request, "ada", [
    { idx: "sub", name: "cntl.mgr.list", old: { login_name: "greta-lab" } },
  ]);
  expect(sub).toEqual([]);
  await planned.apply();
  const row = rowOf(page, "Subaccounts", "greta-lab");
  await expect(row).toBeVisible();

  await chooseInRow(row, "Edit");
  await form(page).getByLabel("Description").fill("measures the laboratory");
  await plan(page);
  await planned.apply();
  await expect(row).toContainText("measures the laboratory");

  await chooseInRow(row, "Delete");
  await expect(planned.items).toHaveCount(1);
  await planned.apply();
  await expect(row).toHaveCount(0);
});
