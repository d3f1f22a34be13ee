import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { chooseInPlanned, enter, openPlanned } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

const HUB = "/tools/hub";
/** Each run has new names, so that walks can be repeated on the same server. */
const SET = `e2e-set-${Date.now().toString(36)}`;

/** Opens the form of the workflow with this name from the list. */
async function openWorkflow(page: Page, name: string): Promise<Locator> {
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  const form = page.getByRole("dialog", { name, exact: true });
  await expect(form.locator(":focus")).toHaveCount(1);
  return form;
}

async function plan(form: Locator, button = "Plan"): Promise<void> {
  await form.getByRole("button", { name: button, exact: true }).click();
  await expect(form).toHaveCount(0);
}

/** Types into a typeahead and takes the first suggestion with the text. */
async function choose(form: Locator, label: string, text: string): Promise<void> {
  await form.getByRole("combobox", { name: label, exact: true }).fill(text);
  const list = form.page().getByRole("listbox", { name: label });
  await list.getByRole("option", { name: text }).first().click();
}

test("a workflow that is still loading does not open over an address that was opened later", async ({
  page,
}) => {
  await enter(page, "ada", HUB);
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route("**/api/hub/json_templates/**", async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest("**/api/hub/json_templates/**");
  await page.getByRole("main").getByRole("link", { name: "Create a name server set", exact: true }).click();
  const { promise: answered, resolve: tell } = Promise.withResolvers<undefined>();
  void (await asked).response().then(() => tell(undefined));
  // The address changes before the next page is drawn.
  await page.evaluate(() => history.pushState(null, "", "/docs"));
  letGo(undefined);
  await answered;
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/docs$/);
});

test("[TPL-09] [TPL-15] [TPL-16] [TPL-23] [TPL-25] a workflow is filled in, planned without a change of its values, tested, edited and applied", async ({
  page,
  request,
}) => {
  await enter(page, "ada", HUB);
  const name = "Create a name server set";
  const form = await openWorkflow(page, name);
  await form.getByRole("button", { name: "Plan", exact: true }).click();
  const alert = form.getByRole("alert");
  await expect(alert).toContainText("Field cannot be empty");
  await expect(alert).toContainText('Field "Name of the set" cannot be empty.');
  await expect(alert).toContainText('Field "Further servers" cannot be empty.');
  await expectAccessible(page);

  await form.getByRole("textbox", { name: "Name of the set" }).fill(SET);
  await choose(form, "Primary server", "ns");
  const primary = await form.getByRole("combobox", { name: "Primary server" }).inputValue();
  expect(primary).toMatch(/ns.*\.$/);
  const servers = form.getByRole("group", { name: "Further servers" });
  for (const at of [0, 1]) {
    await servers.getByRole("combobox").fill("tannmuehl");
    await servers.getByRole("option").nth(at).click();
    await expect(servers.getByRole("listitem")).toHaveCount(at + 1);
  }
  await plan(form);

  const set = { idx: "set", name: "dnscfg.ns_set.list", old: { name: SET } };
  expect((await run(request, "ada", [set]))["set"]).toEqual([]);
  const planned = await openPlanned(page);
  const item = planned.item(name);
  await expect(planned.items).toHaveCount(1);
  await expect(item).toContainText(SET);
  await expect(item).toContainText(primary);
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 1 change");
  await expectAccessible(page);

  await page.reload();
  await expect(item).toContainText(SET);
  await chooseInPlanned(item, "Edit");
  const again = page.getByRole("dialog", { name });
  await expect(again.getByRole("combobox", { name: "Primary server" })).toHaveValue(primary);
  await expect(again.getByRole("group", { name: "Further servers" }).getByRole("listitem")).toHaveCount(2);
  await again.getByRole("textbox", { name: "Description" }).fill("made by a walk");
  await plan(again, "Replace planned change");
  await expect(planned.items).toHaveCount(1);

  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  for (const heading of ["Set", "Primary server", "Further servers"])
    await expect(planned.side.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  await expectAccessible(page);
  const lists = await run(request, "ada", [
    set,
    { idx: "members", name: "dnscfg.ns_set_member.list", old: { ns_set_name: SET } },
  ]);
  expect(lists["set"]?.[0]).toMatchObject({ description: "made by a walk" });
  expect(textsOf(lists["members"], "ns_fqdn")).toHaveLength(3);
  expect(textsOf(lists["members"], "ns_fqdn")).toContain(primary);
});

test("[HUB-05] a template of the hub with errors shows them, and the others stay usable", async ({
  page,
}) => {
  await enter(page, "ada", HUB);
  await page.getByRole("link", { name: "Template with errors" }).click();
  const alert = page.getByRole("main").getByRole("alert");
  await expect(alert).toContainText("invalid transaction template");
  await expect(alert).toContainText("/target_api_version");
  await expect(alert).toContainText("Unsupported API version. Expected 4.2, found 3.2");
  await expect(alert).toContainText("/transaction/0/new/value");
  await expect(alert).toContainText("Malformed template string!");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expectAccessible(page);
  await openWorkflow(page, "Lower the TTL before a move");
});

test("the hub and a form of it fit on a small screen, in German and in the dark", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await enter(page, "ada");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate(() => localStorage.setItem("locale", JSON.stringify("de")));
  await page.goto(HUB);
  await expect(page.getByRole("list", { name: "Arbeitsabläufe" })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await openWorkflow(page, "Neuer Webserver mit Alias");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("[BCD-07] a workflow takes free addresses of a network, which is chosen beside the list of addresses", async ({
  page,
}) => {
  await enter(page, "ada", HUB);
  const form = await openWorkflow(page, "New web server with an alias");
  const label = "BCD in which an address is free for IPv4 addresses";
  await form.getByRole("button", { name: "Next free address of a BCD for IPv4 addresses" }).click();
  const { network: rows = [] } = await run(page.request, "ada", [
    { idx: "network", name: "nd.ip_subnet.list", old: { type: 4, fetch_limit: 1 } },
  ]);
  const [bcd = ""] = textsOf(rows, "bcd");
  await choose(form, label, bcd);
  const next = form.getByRole("button", { name: "Next free for IPv4 addresses" });
  await next.click();
  await expect(form.getByText("is the next free address of")).toBeVisible();
  await expectAccessible(page);
  const taken = await form.getByText("is the next free address of").textContent();
  await next.click();
  await expect(form.getByText("is the next free address of")).not.toHaveText(taken ?? "");
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
});

test("[TPL-26] [TPL-29] [TA-71] an optional list that stays empty changes no more records, and the test says how many change", async ({
  page,
  request,
}) => {
  const names = ["a", "b"].map((name) => `${SET}-${name}.tannmuehl.example.`);
  const text = (fqdn: string) => ({ fqdn, type: "TXT", data: "x" });
  await run(
    request,
    "ada",
    names.map((fqdn) => ({ name: "dns.record.create", new: { ...text(fqdn), fqdn_type: "domain" } })),
  );
  await enter(page, "ada", `${HUB}?template=e2e_optional&names=${names.join(";")}&more=`);
  const name = "Lower the TTL of several names";
  const form = page.getByRole("dialog", { name, exact: true });
  await form.getByLabel("TTL in seconds").fill("29");
  await form.getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form.getByRole("alert")).toContainText("Possible: 30 to");
  await form.getByLabel("TTL in seconds").fill("60");
  await plan(form);
  const planned = await openPlanned(page);
  await planned.test();
  await expect(planned.side).toContainText("1 element changes 2 objects");
  await expect(planned.side).toContainText("2 answers of servers go, 2 come");
  await expectAccessible(page);
  await planned.apply();
  await expect(planned.side).toContainText("Applied 1 change");
  const records = { idx: "records", name: "dns.record.list", old: { fqdn_list: names } };
  const lists = await run(request, "ada", [
    records,
    ...names.map((fqdn) => ({ name: "dns.record.delete", old: text(fqdn) })),
    ...names.map((value) => ({ name: "dns.fqdn.delete", old: { value } })),
  ]);
  expect(lists["records"]?.map((row) => row["ttl"])).toEqual([60, 60]);
});
