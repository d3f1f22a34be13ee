import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** No violation of axe on what is shown now; what is found is told by rule and place. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 160)) }));
  expect(found, page.url()).toEqual([]);
}

/** Nothing but lists of code may scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0], page.url()).toBeLessThanOrEqual(widths[1] ?? 0);
}
