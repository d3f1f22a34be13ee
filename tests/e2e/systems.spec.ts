import { expect, test } from "./support/test.ts";
import { enter, title, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

test("[BCD-02] [ROUTE-28] [ROUTE-29] the view of a BCD shows the content of its system, and every system has a view", async ({
  page,
  request,
}) => {
  const { record, client, lease, port } = await run(request, "ada", [
    { idx: "record", name: "dns.record.list", old: { bcd: "iap-tga", fetch_limit: 1 } },
    { idx: "client", name: "macauth.client.list", old: { fetch_limit: 1 } },
    { idx: "lease", name: "dhcp.lease.list", old: { fetch_limit: 1 } },
    {
      idx: "port",
      name: "nd.l_port.list",
      old: { fetch_limit: 1, filter_params_dict: { bcd: { is_null: false } } },
    },
  ]);
  await enter(page, "ada");
  for (const [system, bcd, text] of [
    ["dnsvs", "iap-tga", textsOf(record, "fqdn")[0]],
    ["macauth", textsOf(client, "bcd_name")[0], textsOf(client, "mac_addr")[0]],
    ["dhcp-leases", textsOf(lease, "bcd")[0], textsOf(lease, "mac_addr")[0]],
    ["netdoc", textsOf(port, "bcd")[0], textsOf(port, "name")[0]],
    ["cntl", "iap-tga", "10.0.43.0/25"],
  ] as const) {
    await visit(page, `/${system}/bcds/${bcd ?? ""}?size=500`);
    await expect(title(page), system).toHaveText(bcd ?? "");
    await expect(page.getByRole("main")).toContainText(text ?? "nothing");
  }
  await visit(page, "/nosystem/bcds/iap-tga");
  await expect(title(page)).toHaveText("Page not found");
});

test("[LAUNCH-09] deleting the object of the page shows a message and leads one level up", async ({
  page,
  request,
}) => {
  const name = `gone-${Date.now().toString(36)}`;
  await run(request, "ada", [{ name: "nd.site.create", new: { name } }]);
  await enter(page, "ada", `/netdoc/sites/${name}`);
  await expect(title(page)).toContainText(name);
  await page.getByRole("main").getByRole("button", { name: "Delete", exact: true }).first().click();
  await page.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page).toHaveURL(/\/netdoc\/sites$/);
  await expect(page.getByText(new RegExp(`${name}.* was deleted\\.$`))).toBeVisible();
  await expect(title(page)).toHaveText("Sites");
});
