import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import { enter, openPlanned, title, type Planned } from "./support/portal.ts";
import { run } from "./support/wapi.ts";

/** Opens a page with these elements in the list. */
async function withElements(page: Page, path: string, elements: readonly object[]): Promise<Planned> {
  await page.goto(path);
  const planned = await openPlanned(page);
  await importElements(page, elements);
  await expect(planned.items).toHaveCount(elements.length);
  return planned;
}

/** Separate names, so that a repetition meets no rows of a failed walk. */
function namesOf(...names: readonly string[]): readonly string[] {
  return names.map((name) => `${name}-${String(Date.now() % 1_000_000)}`);
}

const site = (operation: string, name: string, now = {}): object =>
  element(name, statement(`nd.site.${operation}`, operation === "create" ? {} : { name }, now));

test("[TA-75] [TA-76] [TA-77] planned changes are shown in their list and as a page, and lose their marks after the apply", async ({
  page,
  request,
}) => {
  const [made = "", changed = "", going = ""] = namesOf("made", "changed", "going");
  await run(request, "ada", [
    { name: "nd.site.create", new: { name: changed, title: "Alt" } },
    { name: "nd.site.create", new: { name: going } },
  ]);
  await enter(page, "ada");
  const planned = await withElements(page, "/netdoc/sites", [
    site("create", made, { name: made, title: "Sonnenhof" }),
    site("update", changed, { title: "Neu" }),
    site("delete", going),
  ]);
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect(row(made).locator(".planned-mark")).toHaveText("new");
  await expect(row(changed)).toContainText("Alt → planned: Neu");
  await expect(row(going).locator(".planned-mark")).toHaveText("goes");
  await expect(page.getByText("This page shows 3 planned objects.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Show as it is" }).press("Enter");
  await expect(row(made)).toHaveCount(0);
  await page.getByRole("button", { name: "Show as planned" }).press("Enter");
  await row(made).getByRole("link", { name: made }).click();
  await expect(title(page)).toContainText(made);
  await expect(page.locator("header .planned-mark")).toHaveText("new");
  await expectAccessible(page);
  await planned.test();
  await planned.side.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(planned.items).toHaveCount(0);
  await expect(title(page)).toContainText(made);
  await expect(page.locator(".planned-mark")).toHaveCount(0);
  await run(
    request,
    "ada",
    [made, changed].map((name) => ({ name: "nd.site.delete", old: { name } })),
  );
});

test("[TA-75] the marks fit a phone", async ({ page, request }) => {
  const [changed = ""] = namesOf("phone");
  await page.setViewportSize({ width: 390, height: 844 });
  await run(request, "ada", [{ name: "nd.site.create", new: { name: changed, title: "Alt" } }]);
  await enter(page, "ada");
  const planned = await withElements(page, "/netdoc/sites", [site("update", changed, { title: "Neu" })]);
  await planned.side.getByRole("button", { name: "Close" }).click();
  await expectNoSidewaysScroll(page);
  await page.goto(`/netdoc/sites/${changed}`);
  await expect(page.locator("header .planned-mark")).toHaveText("changed");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await run(request, "ada", [{ name: "nd.site.delete", old: { name: changed } }]);
});
