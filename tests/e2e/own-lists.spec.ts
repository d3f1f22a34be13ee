import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, table, visit } from "./support/portal.ts";
import { run, textsOf } from "./support/wapi.ts";

const LISTS = [
  ["/dnsvs/bcds", "nd.bcd", "BCD"],
  ["/dnsvs/fqdns", "dns.fqdn", "FQDN"],
  ["/cntl/groups", "cntl.group", "Group"],
] as const;

test("[LIST-40] [LIST-41] [LIST-42] ada sees all networks, names and groups, chooses her own ones, and this choice is kept", async ({
  page,
  request,
}) => {
  await enter(page, "ada");
  for (const [path, type, label] of LISTS) {
    const { told } = await run(request, "ada", [
      { idx: "told", name: "tmp.row_count.list", old: { object_fq_name: type } },
    ]);
    const number = (name: string) => Number(told?.[0]?.[name]).toLocaleString("en-GB");
    const own = page.getByRole("radio", { name: `Own ${number("own_count")}` });
    const all = page.getByRole("radio", { name: `All ${number("count")}` });
    await visit(page, path);
    await expect(all).toBeChecked();
    await expect(table(page, label).getByRole("row").nth(1)).toBeVisible();
    await expectAccessible(page);
    await own.check();
    await expect(own).toBeFocused();
    await page.reload();
    await expect(own).toBeChecked();
    await expectAccessible(page);
    await all.check();
    await expect(table(page, label).getByRole("row").nth(1)).toBeVisible();
  }
});

test("[LIST-40] greta, who may read only her own objects, is told that her lists have only these", async ({
  page,
  request,
}) => {
  await enter(page, "greta");
  for (const [path, type] of LISTS) {
    const { told } = await run(request, "greta", [
      { idx: "told", name: "tmp.row_count.list", old: { object_fq_name: type } },
    ]);
    const count = Number(told?.[0]?.["own_count"]).toLocaleString("en-GB");
    await visit(page, path);
    await expect(page.getByText(`Only what your groups and OEs own: ${count}`)).toBeVisible();
    await expect(page.getByRole("radio")).toHaveCount(0);
  }
  await expectAccessible(page);
});

test("[PERM-51] greta is told whom to ask for a network that she may not read", async ({ page, request }) => {
  const list = [{ idx: "bcd", name: "nd.bcd.list" }];
  const { bcd: all } = await run(request, "ada", list);
  const { bcd: own } = await run(request, "greta", list);
  const mine = new Set(textsOf(own, "name"));
  const [name = ""] = textsOf(all, "name").filter((one) => !mine.has(one));
  await enter(page, "greta", `/cntl/bcds/${name}`);
  const main = page.getByRole("main");
  await expect(main).toContainText(`You may not read this, or it does not exist: BCD ${name}`);
  await expect(main).toContainText("These roles read every BCD: net_admin, reader");
  await expect(main.getByRole("link", { name: "One level up" })).toBeVisible();
  await expectAccessible(page);
});
