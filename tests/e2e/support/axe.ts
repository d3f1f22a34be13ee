import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "playwright/test";

/** No violation of axe on what is shown now; what is found is told by rule and place. */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first()).toBeAttached();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectStill(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, nodes }) => ({ id, at: nodes.map((node) => node.html.slice(0, 160)) }));
  expect(found, page.url()).toEqual([]);
}

/** Whatever moves or fades in has come to its end: in between, colours and places are not those of the design. */
export async function expectStill(page: Page): Promise<void> {
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) => playState === "running" && effect?.getTiming().iterations !== Infinity,
      ).length;
  await expect.poll(() => page.evaluate(running)).toBe(0);
}

/** Nothing but lists of code may scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0], page.url()).toBeLessThanOrEqual(widths[1] ?? 0);
}
