import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, openPlanned, rowOf, visit } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

/** A value that must be a text. */
function textOf(value: unknown): string {
  if (typeof value !== "string") throw new Error(`no text: ${JSON.stringify(value)}`);
  return value;
}

const main = (page: Page) => page.getByRole("main");

/** Creates two panels in a new room and connects their first ports by a cable. */
async function plant(page: Page) {
  const create = (
    idx: string,
    type: string,
    values: Readonly<Record<string, string>>,
    refs: Readonly<Record<string, string>> = {},
  ) => ({
    idx,
    name: `${type}.create`,
    new: values,
    new_ref_params: Object.entries(refs).map(([name, from]) => ({ idx: from, params: { [name]: "gpk" } })),
  });
  const made = await run(page.request, "ada", [
    create("site", "nd.site", { name: "e2e-back" }),
    create("bldg", "nd.bldg", { site: "e2e-back", number: "1" }),
    create("room", "nd.room", { site: "e2e-back", bldg: "1", name: "101" }),
    create("class", "ndcfg.module_type_class", { name: "e2e-back" }),
    create("type", "ndcfg.module_type", { name: "e2e-back", class: "e2e-back", title: "Panel" }),
    create("one", "nd.module", { module_type: "e2e-back", name: "one" }, { room_gfk: "room" }),
    create("two", "nd.module", { module_type: "e2e-back", name: "two" }, { room_gfk: "room" }),
    create("p1", "nd.p_port", { name: "p1" }, { module_gfk: "one" }),
    create("p2", "nd.p_port", { name: "p2" }, { module_gfk: "one" }),
    create("far", "nd.p_port", { name: "far" }, { module_gfk: "two" }),
  ]);
  const gpk = (idx: string): string => textOf(made[idx]?.[0]?.["gpk"]);
  await run(page.request, "ada", [
    { name: "nd.p_port.connect", old: { gpk: gpk("p1") }, new: { p_port_gfk: gpk("far") } },
  ]);
  return { module: gpk("one"), room: gpk("room"), far: gpk("far") };
}

/** Contents of the room by name: modules and ports with the ends of their cables. */
async function state(page: Page): Promise<readonly string[]> {
  const { module = [], port = [] } = await run(page.request, "ada", [
    { idx: "bldg", name: "nd.bldg.list", old: { site: "e2e-back" } },
    { idx: "room", name: "nd.room.list", inner_join_ref: { bldg: "default" } },
    { idx: "module", name: "nd.module.list", inner_join_ref: { room: "default" } },
    { idx: "port", name: "nd.p_port.list", inner_join_ref: { module: "default" } },
  ]);
  const names = new Map(port.map((row) => [row["gpk"], textOf(row["fq_name"])]));
  const ends = port.map(
    (row) => `${textOf(row["fq_name"])} ${names.get(row["remote_gfk"] ?? null) ?? "free"}`,
  );
  return [...module.map((row) => textOf(row["fq_name"])), ...ends].toSorted();
}

test("[OBJ-08] a module that was deleted with its ports and a cable comes back from the page of changes", async ({
  page,
}) => {
  await enter(page, "ada");
  const { module, room } = await plant(page);
  const before = await state(page);
  expect(before).toContain("e2e-back/1/101/one/p1 e2e-back/1/101/two/far");
  await visit(page, `/netdoc/modules/${module}`);
  await main(page).getByRole("button", { name: "Delete", exact: true }).first().click();
  const planned = await openPlanned(page);
  const element = planned.items.first();
  // The cable blocks the deletion; the ports are deleted with their module.
  await expect(element).toContainText("in the way:");
  await expect(element).toContainText("is disconnected");
  await expectAccessible(page);
  await element.getByRole("button", { name: /as one element$/ }).click();
  await expect(element).toContainText("By itself goes along:");
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  expect(await state(page)).toEqual(["e2e-back/1/101/two", "e2e-back/1/101/two/far free"]);

  // The page of the room shows the deletion, and the page of changes shows everything that it changed.
  await visit(page, `/netdoc/sites/e2e-back/1/${room}`);
  await page.getByRole("button", { name: /^History/ }).click();
  await expect(
    page
      .locator(".history-entry")
      .filter({ hasText: "e2e-back/1/101/one" })
      .filter({ hasText: "Deleted by ada" }),
  ).toHaveCount(1);
  await visit(page, "/changes");
  const gone = page
    .locator(".change-card")
    .filter({ hasText: "e2e-back/1/101/one" })
    .filter({ has: page.getByRole("heading", { name: /Deleted: / }) });
  await gone.first().getByRole("link", { name: "transaction" }).click();
  await page.getByRole("button", { name: "Plan the reverse of all" }).click();
  await expect(planned.items).not.toHaveCount(0);
  // Only internal keys are lost. The elements say so, and no question is asked.
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(planned.side).toContainText("internal key");
  await planned.test();
  await expect(planned.side).toContainText(/Test passed for \d+ change/);
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  expect(await state(page)).toEqual(before);
  await visit(page, `/netdoc/sites/e2e-back/1/${room}`);
  await expect(rowOf(page, "Modules", "one")).toBeVisible();
});
