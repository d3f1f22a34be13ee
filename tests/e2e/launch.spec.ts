import { expect, test, type Page } from "./support/test.ts";
import { enter, fillSignIn, form, title, visit } from "./support/portal.ts";
import { searchDialog } from "./support/search.ts";
import { run, textsOf } from "./support/wapi.ts";

test("[LAUNCH-01] [LAUNCH-03] [ROUTE-09] [ROUTE-10] a link opens home, and a create form, a template and a request form with filled fields", async ({
  page,
}) => {
  await enter(page, "ada", "/launch/home");
  await expect(page).toHaveURL(/\/home$/);
  await expect(title(page)).toHaveText("Home");

  await page.goto("/launch/create/nd.bldg?number=99.1&title=Halle");
  await expect(form(page).getByLabel("Number")).toHaveValue("99.1");
  await expect(form(page).getByLabel("Title (German)")).toHaveValue("Halle");

  await page.goto("/launch/hub/dns_record_create_dualstack?description=von%20der%20Karte");
  const workflow = page.getByRole("dialog", { name: "Create a host with IPv4 and IPv6" });
  await expect(workflow.getByLabel("Description")).toHaveValue("von der Karte");
  await expect(page).toHaveURL(/\/tools\/hub$/);

  await page.goto("/launch/request/dhcp?bcd=itc-tga&comments=von%20der%20Karte");
  await expect(page).toHaveURL(/\/requests\?form=dhcp/);
  await expect(page.getByLabel("Comments")).toHaveValue("von der Karte");

  await page.goto("/launch/search/10.0.16.0/25");
  await expect(searchDialog(page).field).toHaveValue("10.0.16.0/25");
  await page.keyboard.press("Escape");
  await expect(searchDialog(page).dialog).toHaveCount(0);

  for (const nowhere of ["/launch/nonsense/a/b", "/launch/nd.nonsense/bcd-1", "/launch/nd.bcd"]) {
    await page.goto(nowhere);
    await expect(title(page)).toHaveText("Page not found");
    await expect(page.getByRole("main")).toContainText(nowhere);
    await page.getByRole("main").getByRole("link", { name: "Go to home" }).click();
    await expect(page).toHaveURL(/\/home$/);
  }
});

test("[LAUNCH-04] [LAUNCH-07] [ROUTE-11] a link to an object opens its screen, or with a hash the view of a system; a deleted object is reported", async ({
  page,
}) => {
  const { bcd } = await run(page.request, "ada", [
    { idx: "bcd", name: "nd.bcd.list", old: { name: "itc-tga" } },
  ]);
  const [gpk = ""] = textsOf(bcd, "gpk");
  await enter(page, "ada", `/launch/nd.bcd/${gpk}`);
  await expect(page).toHaveURL(/\/cntl\/bcds\/itc-tga$/);
  for (const [hash, path, tab] of [
    ["#dnsvs", "/dnsvs/bcds/itc-tga", "DNS"],
    ["#macauth", "/macauth/bcds/itc-tga", "MACauth"],
    ["#dhcp-leases", "/dhcp-leases/bcds/itc-tga", "DHCP"],
    ["#netdoc", "/netdoc/bcds/itc-tga", "Netdoc"],
    ["#nothing", "/cntl/bcds/itc-tga", "Overview"],
  ] as const) {
    await page.goto(`/launch/nd.bcd/${gpk}${hash}`);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(title(page)).toHaveText("itc-tga");
    const views = page.getByRole("navigation", { name: "Views" });
    await expect(views.locator("[aria-current=page]"), hash).toHaveText(tab);
  }
  await page.goto("/launch/nd.bcd/bcd-99999999");
  await expectGone(page, "bcd-99999999");
});

/** A note and a way back stand in place of an error report. */
async function expectGone(page: Page, gpk: string): Promise<void> {
  const main = page.getByRole("main");
  await expect(
    main.getByText(`This object does not exist any more, or you may not read it (${gpk}).`),
  ).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await main.getByRole("link", { name: "Go to home" }).click();
  await expect(page).toHaveURL(/\/home$/);
}

test("[LAUNCH-07] a link to an object that the account may not read shows a note and a way back", async ({
  page,
}) => {
  const { token } = await run(page.request, "ada", [
    { idx: "token", name: "cntl.wapi_auth.list", old: { is_own: true, fetch_limit: 1 } },
  ]);
  const [gpk = ""] = textsOf(token, "gpk");
  await enter(page, "greta", `/launch/cntl.wapi_auth/${gpk}`);
  await expectGone(page, gpk);
});

test("[LAUNCH-01] [LAUNCH-04] a visitor who follows a link to an object signs in first and then comes to its view", async ({
  page,
}) => {
  const { bcd } = await run(page.request, "ada", [
    { idx: "bcd", name: "nd.bcd.list", old: { name: "itc-tga" } },
  ]);
  const [gpk = ""] = textsOf(bcd, "gpk");
  await page.goto(`/launch/nd.bcd/${gpk}#dnsvs`);
  await expect(page).toHaveURL(/\/login\?return=/);
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/dnsvs\/bcds\/itc-tga$/);
});

test("[ROUTE-63] an address with a broken percent sign is an invalid URL like any other", async ({
  page,
}) => {
  await page.goto("/dnsvs/fqdns/%E0%A4%A");
  await expect(title(page)).toHaveText("Page not found");
});

test("[ROUTE-88] a link that leads nowhere is an invalid URL like any other, without crumbs", async ({
  page,
}) => {
  await enter(page, "ada");
  for (const path of ["/launch/nothing", "/launch/nd.nothing/harbour", "/launch/request"]) {
    await visit(page, path);
    await expect(title(page)).toHaveText("Page not found");
    await expect(page).toHaveTitle("[test] NETPORTAL | Page not found");
    await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("listitem")).toHaveCount(0);
  }
  await visit(page, "/launch/nd.nothing/harbour");
  await page.getByRole("button", { name: "Search for “harbour”" }).click();
  await expect(searchDialog(page).field).toHaveValue("harbour");
});
