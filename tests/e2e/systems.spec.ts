import { expect, test } from "./support/test.ts";
import { enter, title } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

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
