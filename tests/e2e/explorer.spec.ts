import { expect, test } from "./support/test.ts";
import { chooseInRow, enter, form, openForm, openPlanned, plan, rowOf, table } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

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
