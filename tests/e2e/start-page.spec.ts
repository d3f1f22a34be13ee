import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, rowOf, title } from "./support/portal.ts";

test("greta opens an object and finds it on her start page and in the search, also in a second browser", async ({
  page,
  browser,
}) => {
  await enter(page, "greta");
  const kept = page.waitForResponse(
    (answer) => answer.request().postData()?.includes("cntl.recent_object.create") === true,
  );
  await rowOf(page, "Your networks", "iwt-arbeit").getByRole("link", { name: "iwt-arbeit" }).click();
  await expect(title(page)).toContainText("iwt-arbeit");
  expect((await kept).status()).toBe(200);

  const other = await browser.newPage();
  await enter(other, "greta");
  const column = other.getByRole("region", { name: "Continue" });
  await expect(column.getByRole("heading", { name: "Opened last" })).toBeVisible();
  await expectAccessible(other);
  await other.keyboard.press("/");
  await expect(other.getByRole("option", { name: /^iwt-arbeit/ })).toBeVisible();
  await other.keyboard.press("Escape");
  await column.getByRole("link", { name: "iwt-arbeit" }).last().click();
  await expect(other).toHaveURL(/iwt-arbeit/);
  await other.close();
});

test("the columns keep their place while their code is loaded", async ({ page }) => {
  await enter(page, "otto");
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route("**/assets/columns-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/home");
  const heading = page.getByRole("heading", { name: "Your networks" });
  await expect(heading).toBeVisible();
  const before = await heading.boundingBox();
  letGo(undefined);
  const subnets = page.getByRole("region", { name: "Your subnets" });
  await expect(subnets.getByText(/^Used \d+ · /).first()).toBeVisible();
  await expect(subnets.getByText(/90 days/).first()).toBeAttached();
  expect((await heading.boundingBox())?.y).toBe(before?.y);
  await subnets.getByRole("link", { name: "All subnets" }).click();
  await expect(page).toHaveURL(/\/object\/nd\.ip_subnet_use\?is_own=true$/);
});

test("nora, who is not in the database, sees no columns", async ({ page }) => {
  await enter(page, "nora");
  await expect(page.getByText(/not in the network database yet/)).toBeVisible();
  await expect(page.getByRole("region", { name: "Continue" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Your subnets" })).toHaveCount(0);
});
