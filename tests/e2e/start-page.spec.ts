import { expect, test } from "./support/test.ts";
import { enter } from "./support/portal.ts";

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
