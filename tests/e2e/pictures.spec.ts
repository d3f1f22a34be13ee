import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, title, visit } from "./support/portal.ts";

/** Width of the content of A4 in CSS pixels, with the margins that browsers print. */
const PAPER = 718;

/** The picture fits into every window and on paper, on which its table is printed too. */
async function expectDrawnEverywhere(page: Page, picture: Locator, label: RegExp): Promise<void> {
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
  await expect(picture).toBeVisible();
  await page.emulateMedia({ forcedColors: "none" });
  const window = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(picture).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.setViewportSize({ width: PAPER, height: 1000 });
  await page.emulateMedia({ media: "print" });
  const table = page.getByRole("table", { name: label });
  expect((await table.boundingBox())?.width).toBeGreaterThan(PAPER / 2);
  const edges = await picture.evaluate((box) =>
    [box, ...box.querySelectorAll("*")].map((one) => one.getBoundingClientRect().right),
  );
  expect(Math.max(...edges)).toBeLessThanOrEqual(PAPER);
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(1000);
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize(window);
}

test("ada looks at the dependencies of a BCD, at the names of the university and at the ports of a building", async ({
  page,
}) => {
  test.slow();
  await enter(page, "ada", "/cntl/bcds/iap-mgmt");
  await page.getByRole("button", { name: "Dependencies" }).focus();
  await page.keyboard.press("Enter");
  const graph = page.getByRole("group", { name: "Dependencies of iap-mgmt" });
  await expect(graph).toBeVisible();
  await expectDrawnEverywhere(page, graph, /^Dependencies/);
  await graph.locator("[aria-current]").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(graph.getByRole("link").and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("Home");
  await expect(graph.locator("[aria-current]")).toBeFocused();
  await page.getByRole("button", { name: "As a table" }).last().click();
  const told = page.getByRole("table", { name: "Dependencies of iap-mgmt" });
  await expect(told.getByRole("row").filter({ hasText: "Subnet" }).first()).toBeVisible();
  await graph
    .getByRole("link", { name: /^Subnet/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/dnsvs\/subnets\//);

  await visit(page, "/dnsvs/fqdns/tannmuehl.example.");
  const names = page.getByRole("list", { name: "Tree of names" });
  await expectDrawnEverywhere(page, names, /^Tree of names/);
  const branch = names.getByRole("button", { name: /^Show what is below labor\.iag\./ });
  await branch.click();
  const host = names.getByRole("link", { name: /\.labor\.iag\.tannmuehl\.example\.$/ });
  await expect(host.first()).toBeVisible();
  await expect(names.getByRole("button", { name: "and 116 more" })).toBeVisible();
  await host.first().click();
  await expect(title(page)).toContainText(".labor.iag.");

  await visit(page, "/netdoc/sites/Campus%20Nord/N001");
  const bars = page.getByRole("list", { name: "Floor EG" });
  await expectDrawnEverywhere(page, bars, /^Use of the ports/);
  await expect(bars.getByRole("listitem").filter({ hasText: "002" })).toContainText(/\d of 4/);
  await bars.getByRole("link", { name: "001", exact: true }).click();
  await expect(page).toHaveURL(/\/netdoc\/sites\/Campus%20Nord\/N001\/room-/);
});
