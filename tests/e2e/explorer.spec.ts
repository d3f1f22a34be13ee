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

test("[ROUTE-66] all object types are listed below their systems, and each leads to the list of its objects", async ({
  page,
}) => {
  const { type } = await run(page.request, "ada", [
    { idx: "type", name: "wapi.object_type.list", old: { filter_params_dict: { system: { ne: "tmp" } } } },
  ]);
  const names = textsOf(type, "fq_name");
  await enter(page, "ada", "/object?size=500");
  const lines = table(page, /type/).locator("tbody tr");
  await expect(lines.filter({ has: page.getByRole("link") })).toHaveCount(names.length);
  let system = "";
  const listed: string[] = [];
  for (const line of await lines.allInnerTexts()) {
    const [first = ""] = line.trim().split(/\s+/);
    if (first.includes(".")) listed.push(first);
    else system = first;
    if (first.includes(".")) expect(first.startsWith(`${system}.`), `${first} below ${system}`).toBe(true);
  }
  expect(listed.toSorted()).toEqual(names.toSorted());
  for (const name of ["org.unit_type", "dns.record_type", "wapi.data_type"]) {
    await visit(page, "/object?size=500");
    await page.getByRole("main").getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`/object/${name}$`));
    await expect(page.getByRole("grid").locator("tbody").getByRole("row").first()).toBeVisible();
  }
});

test("[OBJ-06] [OBJ-08] [ROUTE-53] the explorer leads from types to objects, to the objects that they refer to, and back", async ({
  page,
}) => {
  await enter(page, "ada", "/object");
  await expect(title(page)).toHaveText("Object types");
  await page.getByRole("searchbox").fill("nd.bcd");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "nd.bcd", exact: true }).click();
  await expect(page).toHaveURL(/\/object\/nd\.bcd$/);
  await page.getByRole("searchbox", { name: "Filter: BCD" }).fill("itc-tga");
  await expect(rowOf(page, "BCD", "itc-tga")).toHaveCount(1);
  await expectAccessible(page);

  const { bcd } = await run(page.request, "ada", [
    { idx: "bcd", name: "nd.bcd.list", old: { name: "itc-tga" } },
  ]);
  const gpk = bcd?.[0]?.["gpk"];
  await visit(page, `/object/${typeof gpk === "string" ? gpk : ""}`);
  await expect(title(page)).toContainText("itc-tga");
  await expect(page.getByRole("main")).toContainText("Security level");
  await expect(page.getByText(/^History|No changes are recorded/).first()).toBeVisible();
  await expectAccessible(page);
  const subnet = page
    .getByRole("main")
    .getByRole("link", { name: /^10\.\d+\.\d+\.\d+\/\d+$/ })
    .first();
  await subnet.click();
  await expect(page).toHaveURL(/\/dnsvs\/subnets\/[\d.]+-\d+$/);
  await page.getByRole("main").getByRole("link", { name: "itc-tga" }).first().click();
  await expect(page).toHaveURL(/itc-tga|bcd-/);
  await expect(page.getByRole("main")).toContainText("itc-tga");
});

test("[OBJ-06] the page of an object shows all its attributes under their names, and what its title says to experts only", async ({
  page,
}) => {
  const { bcd, name } = await run(page.request, "ada", [
    { idx: "bcd", name: "nd.bcd.list", old: { name: "itc-tga" } },
    { idx: "name", name: "wapi.object_type_attr_lang_dict.list", old: { object_fq_name: "nd.bcd" } },
  ]);
  const row = bcd?.[0] ?? {};
  const labelOf = (attribute: string) =>
    textsOf(
      name?.filter((one) => one["attribute"] === attribute && one["language_tag"] === "en"),
      "name",
    )[0] ?? "";
  const told = Object.keys(row).filter((one) => !["gpk", "is_own", "language_dict", "name"].includes(one));
  expect(told.length).toBeGreaterThan(4);
  await enter(page, "ada", `/object/${textsOf(bcd, "gpk")[0] ?? ""}`);
  await expect(title(page)).toContainText("itc-tga");
  const shown = page.getByRole("main").locator("dt");
  const lacking = async (attributes: readonly string[]) => {
    const labels = await shown.allTextContents();
    return attributes.filter((one) => !labels.includes(labelOf(one)));
  };
  await expect.poll(() => lacking(told.filter((one) => row[one] !== null))).toEqual([]);
  expect(await lacking(["name"])).toEqual(["name"]);
  await page.evaluate(() => localStorage.setItem("expert", "true"));
  await page.reload();
  await expect.poll(() => lacking([...told, "name"])).toEqual([]);
});

test("[OBJ-09] an unknown object, and one that may not be read, is reported as missing", async ({ page }) => {
  const [all, own] = await Promise.all(
    (["ada", "greta"] as const).map(async (login) => {
      const { bcd } = await run(page.request, login, [{ idx: "bcd", name: "nd.bcd.list" }]);
      return textsOf(bcd, "gpk");
    }),
  );
  const hidden = all?.find((gpk) => own?.includes(gpk) === false) ?? "";
  expect(hidden).toMatch(/^bcd-/);
  await enter(page, "greta");
  for (const gpk of [hidden, "bcd-99999999", "nonsense-1", "no gpk <b>", "x".repeat(65)]) {
    await visit(page, `/object/${encodeURIComponent(gpk)}`);
    await expect(title(page)).toHaveText(gpk);
    await expect(page.getByRole("main")).toContainText("Empty result returned.");
    await expect(page.getByRole("main")).toContainText(gpk);
  }
  await visit(page, "/object/no.such_type");
  await expect(page.getByRole("main")).toContainText("no.such_type");
  await expectAccessible(page);
});

test("[OBJ-08] [TAFORM-01] [TAFORM-02] [TAFORM-03] update, delete and new are planned from the explorer", async ({
  page,
}) => {
  await run(page.request, "ada", [
    { name: "nd.site.create", new: { name: "e2e-explorer", title: "Für den Rundgang" } },
  ]);
  await enter(page, "ada", "/object/nd.site?q=e2e-explorer");
  await chooseInRow(rowOf(page, "Site", "e2e-explorer"), "Edit");
  await expect(form(page).getByLabel("Name", { exact: true })).toHaveValue("e2e-explorer");
  await expect(form(page).getByLabel("Title (German)", { exact: true })).toHaveValue("Für den Rundgang");
  await form(page).getByLabel("Title", { exact: true }).fill("Anders");
  await plan(page);
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-explorer-2");
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await expect(planned.item("e2e-explorer").first()).toContainText("Für den Rundgang");
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await expect(table(page, "Site")).toContainText("Anders");
  await chooseInRow(rowOf(page, "Site", "e2e-explorer-2"), "Delete");
  await expect(planned.item("e2e-explorer-2").getByRole("button", { name: /^delete Site/ })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await expect(rowOf(page, "Site", "e2e-explorer-2")).toHaveCount(0);
});

test("[OBJ-08] the page of an object links the objects that it refers to and those that refer to it, and offers the functions of its type", async ({
  page,
}) => {
  const main = page.getByRole("main");
  const { site, bldg, log, port } = await run(page.request, "ada", [
    { idx: "site", name: "nd.site.list", old: { fetch_limit: 1 } },
    { idx: "bldg", name: "nd.bldg.list", inner_join_ref: { site: "default" }, old: { fetch_limit: 1 } },
    { idx: "log", name: "wapi.change_log.list", old: { fetch_limit: 1 } },
    { idx: "port", name: "nd.p_port.list", old: { fetch_limit: 1 } },
  ]);
  const [place = "", building = "", entry = "", socket = ""] = [site, bldg, log, port].map(
    (rows) => textsOf(rows, "gpk")[0],
  );
  const ofPorts = main.getByRole("button", { name: /^(Connect|Disconnect)$/ });
  const [number = ""] = textsOf(bldg, "number");
  await enter(page, "ada", `/object/${place}`);
  const name = textsOf(site, "name")[0] ?? "";
  await expect(title(page)).toContainText(name);
  await expect(main.getByRole("link", { name: number }).first()).toBeVisible();
  await visit(page, `/object/${building}`);
  await expect(title(page)).toContainText(number);
  await expect(main.getByRole("link", { name }).first()).toBeVisible();
  await openForm(page, "Edit");
  await expect(form(page).getByLabel("Title", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(main.getByRole("button", { name: "Delete", exact: true }).first()).toBeVisible();
  await expect(ofPorts).toHaveCount(0);
  await visit(page, `/object/${socket}`);
  await expect(ofPorts.first()).toBeVisible();
  await visit(page, `/object/${entry}`);
  await expect(main.locator("dl").first()).toBeVisible();
  await expect(ofPorts).toHaveCount(0);
  await expect(main.getByRole("button", { name: /^(Edit|Delete)$/ })).toHaveCount(0);
});

test("[OBJ-08] [API-65] a transaction is found in the history of an object and reversed as a whole", async ({
  page,
}) => {
  await run(page.request, "ada", [
    { name: "nd.site.create", new: { name: "e2e-reverse", title: "Werft" } },
    { name: "nd.bldg.create", new: { site: "e2e-reverse", number: "1", title: "Halle" } },
  ]);
  await run(page.request, "ada", [
    { name: "nd.site.update", old: { name: "e2e-reverse" }, new: { title: "Hafen" } },
    { name: "nd.bldg.delete", old: { site: "e2e-reverse", number: "1" } },
  ]);
  await enter(page, "ada", "/netdoc/sites/e2e-reverse");
  const history = page.getByRole("main").getByRole("listitem").filter({ hasText: "by ada" });
  // The folded history shows only the newest change.
  await expect(history).toHaveCount(1);
  await page.getByRole("button", { name: "History 4", exact: true }).click();
  // The history has changes of the object and of its deleted building.
  await expect(history).toHaveCount(4);
  await expect(history.filter({ hasText: "Building" })).toHaveCount(2);
  await history.filter({ hasText: "Hafen" }).getByRole("link", { name: "transaction" }).click();
  await expect(page.getByRole("heading", { name: "Changes" })).toBeVisible();
  await expect(history).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Plan the reverse of all" }).click();
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await expect(planned.items.nth(0)).toContainText("Halle");
  await expect(planned.items.nth(1)).toContainText("Werft");
  await expectAccessible(page);
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(0);
  await planned.side.getByRole("button", { name: "Redo" }).click();
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await visit(page, "/netdoc/sites/e2e-reverse");
  await expect(title(page)).toContainText("Werft");
  await expect(table(page, /Building/)).toContainText("Halle");
});
