import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, openPlanned, title, visit } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

const TAG = Date.now().toString(36);

/** Deletes the object of the page together with the objects that block this, tests and applies. */
async function remove(page: Page, button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).first().click();
  const planned = await openPlanned(page);
  await planned.side.getByRole("button", { name: /before, as one element$/ }).click();
  await expect(planned.side.getByRole("button", { name: /before, as one element$/ })).toHaveCount(0);
  await planned.test();
  await expect(planned.side).toContainText(/Test passed for \d+ change/);
  await expectAccessible(page);
  await planned.apply();
  await expect(planned.side).toContainText(/Applied \d+ change/);
  await expect(planned.items).toHaveCount(0);
}

test("[DNS-09] a name with an umlaut is opened as typed, and is deleted with its records and everything that refers to it", async ({
  page,
}) => {
  const name = `bücher-${TAG}.iap.tannmuehl.example.`;
  const alias = `alias-${TAG}.iap.tannmuehl.example.`;
  await run(page.request, "ada", [
    { name: "dns.fqdn.create", new: { value: name, type: "domain" } },
    { name: "dns.fqdn.create", new: { value: alias, type: "alias" } },
    { name: "dns.record.create", new: { fqdn: name, type: "TXT", data: "walk" } },
    { name: "dns.record.create", new: { fqdn: alias, type: "CNAME", data: name } },
  ]);
  await enter(page, "ada");
  for (const typed of [name, name.slice(0, -1)]) {
    await visit(page, `/dnsvs/fqdns/${typed}`);
    await expect(title(page)).toHaveText(name);
    await expect(page).toHaveTitle(new RegExp(`bücher-${TAG}`));
    await expect(
      page.getByRole("main").getByRole("button", { name: "Delete with its records" }),
    ).toBeVisible();
  }
  // The part that decodes names is blocked, so the page shows the stored form.
  await page.route(/\/assets\/read-name/, (route) => route.abort());
  await page.reload();
  await expect(title(page)).toHaveText(/^xn--/);
  await page.unroute(/\/assets\/read-name/);
  await page.reload();
  await expect(title(page)).toHaveText(name);
  await remove(page, "Delete with its records");
  const { left } = await run(page.request, "ada", [
    { idx: "left", name: "dns.fqdn.list", old: { value_regexp: `^xn--.*-${TAG}-` } },
  ]);
  expect(left).toEqual([]);
});
