import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, title, visit } from "./support/portal.ts";
import { openSearch } from "./support/search.ts";

test("documents are read, navigated by their contents and searched, also without signing in", async ({
  page,
}) => {
  await visit(page, "/docs");
  await expect(title(page)).toHaveText("Documentation");
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "User guide" }).click();
  await expect(title(page)).toHaveText("User guide");
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Documentation");
  await expectAccessible(page);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "Keyboard" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/docs\/user-guide#keyboard$/);
  const heading = page.getByRole("heading", { name: "Keyboard", exact: true });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();

  const field = page.getByRole("searchbox", { name: "Search the documentation" });
  await field.fill("quokka wombat");
  await expect(page.getByText("No section has all of these words.")).toBeVisible();
  await field.fill("proxy_pass");
  await expectAccessible(page);
  await page.getByRole("region", { name: "Results" }).getByRole("link", { name: "Proxy and TLS" }).click();
  await expect(title(page)).toHaveText("Operating");
  await expect(page.getByRole("heading", { name: "Proxy and TLS" })).toBeInViewport();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Proxy and TLS" })).toBeInViewport();
});

test("the contract of the API is shown like the other documents, and the search finds its text", async ({
  page,
}) => {
  await visit(page, "/docs");
  await page.getByRole("main").getByRole("link", { name: "API contract" }).click();
  await expect(title(page)).toHaveText("API contract");
  await expectAccessible(page);
  const contents = page.getByRole("navigation", { name: "Contents" });
  await contents.getByRole("link", { name: "3.4 Joins" }).click();
  await expect(page).toHaveURL(/\/docs\/wire-contract#34-joins$/);
  await expect(page.getByRole("heading", { name: "3.4 Joins" })).toBeInViewport();
  await page.getByRole("searchbox", { name: "Search the documentation" }).fill("old_ref_params cross");
  const results = page.getByRole("region", { name: "Results" });
  await expect(results.getByRole("link", { name: "3.5 Ref params" })).toBeVisible();
});

test("navigation and search lead to the documents", async ({ page }) => {
  await enter(page, "otto");
  await page
    .getByRole("navigation", { name: "Navigation" })
    .getByRole("link", { name: "Documentation" })
    .click();
  await expect(page).toHaveURL(/\/docs$/);
  await openSearch(page);
  await page.keyboard.type("api guide");
  await expect(page.getByRole("option", { name: /API guide/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(title(page)).toHaveText("API guide");
});

test.describe("a document on a small screen in German", () => {
  test.use({ viewport: { width: 390, height: 800 }, locale: "de-DE", colorScheme: "dark" });

  test("fits, and says that it is in English", async ({ page }) => {
    for (const name of [
      "user-guide",
      "templates",
      "api-guide",
      "wire-contract",
      "operating",
      "import",
      "services",
      "security",
    ]) {
      await visit(page, `/docs/${name}`);
      await expect(page.getByText("Die Dokumente sind in englischer Sprache.")).toBeVisible();
      await expect(page.getByRole("article")).toHaveAttribute("lang", "en");
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    }
  });

  test("is printed alone", async ({ page }) => {
    await visit(page, "/docs/user-guide");
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("contentinfo")).toBeHidden();
    await expect(page.getByRole("searchbox")).toBeHidden();
  });
});
