import { expect, test, type Locator, type Page } from "./support/test.ts";
import { expectAccessible, expectStill } from "./support/axe.ts";
import { enter, form, openForm } from "./support/portal.ts";

/** The list of suggestions of a field, after it has been positioned. */
async function openSuggestions(page: Page, field: Locator, text: string): Promise<Locator> {
  await field.fill(text);
  const option = page.getByRole("listbox").getByRole("option").first();
  await expect(option).toBeVisible();
  await expectStill(page);
  return page.locator(".suggestions:popover-open");
}

async function boxOf(part: Locator): Promise<{ readonly top: number; readonly bottom: number }> {
  const box = await part.boundingBox();
  if (box === null) throw new Error("not drawn");
  return { top: box.y, bottom: box.y + box.height };
}

for (const [width, height] of [
  [1400, 420],
  [390, 500],
] as const) {
  test(`at ${String(width)} px suggestions open upwards if the edge of a dialog or page would cut them off`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await enter(page, "ada", "/object/nd.bldg?create");
    await expect(form(page).locator(":focus")).toHaveCount(1);
    const field = form(page).getByRole("combobox", { name: "Site" });
    const list = await openSuggestions(page, field, "campus");
    const [shown, input] = [await boxOf(list), await boxOf(field)];
    expect(shown.top).toBeGreaterThanOrEqual(0);
    expect(shown.bottom).toBeLessThanOrEqual(height);
    expect(shown.bottom <= input.top || shown.top >= input.bottom).toBe(true);
    // The topmost element at this place is the list itself, so nothing covers it.
    const last = list.getByRole("option").last();
    await last.scrollIntoViewIfNeeded();
    const place = await last.boundingBox();
    const isOnTop = await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest(".suggestions") !== null,
      [(place?.x ?? 0) + 5, (place?.y ?? 0) + 5],
    );
    expect(isOnTop).toBe(true);
    await expectAccessible(page);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(list).toHaveCount(0);
    await expect(field).not.toHaveValue("campus");
  });
}

test("an on-screen keyboard does not cover the suggestions", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, "ada", "/object/nd.bldg");
  await openForm(page, "New building");
  const field = form(page).getByRole("combobox", { name: "Site" });
  await expectStill(page);
  const { bottom } = await boxOf(field);
  const visible = Math.round(bottom + 60);
  // A screen keyboard reduces the visible part and does not resize the page.
  await page.evaluate((shown) => {
    const screen = window.visualViewport;
    if (screen !== null) Object.defineProperty(screen, "height", { value: shown });
  }, visible);
  const list = await openSuggestions(page, field, "campus");
  const shown = await boxOf(list);
  expect(shown.bottom).toBeLessThanOrEqual(visible);
  expect(shown.top).toBeGreaterThanOrEqual(0);
});
