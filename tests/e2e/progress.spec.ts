import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import { enter, openPlanned, type Planned } from "./support/portal.ts";

const ELEMENTS = 150;
const BUILDINGS = 120;

/** Sites with many buildings each; the server needs several seconds for this list. */
async function planMuch(page: Page): Promise<Planned> {
  await enter(page, "ada");
  const planned = await openPlanned(page);
  await importElements(
    page,
    Array.from({ length: ELEMENTS }, (_, at) => {
      const name = `e2e-much-${String(at)}`;
      return element(name, statement("nd.site.create", {}, { name }), {
        ta_type: "db_editor_bundle_append",
        bundle: Array.from({ length: BUILDINGS }, (_, number) =>
          statement("nd.bldg.create", {}, { site: name, number: String(number) }),
        ),
      });
    }),
  );
  await expect(
    planned.side.getByRole("heading", { name: `Planned changes · ${String(ELEMENTS)}` }),
  ).toBeVisible();
  return planned;
}

test("a long test shows its progress in words and as a bar, also for screen readers, and stops asking at its end", async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/transaction/progress")) asked.push(request.url());
  });
  const planned = await planMuch(page);
  expect(asked).toEqual([]);
  await planned.test();
  const bar = planned.side.getByRole("progressbar");
  await expect(bar).toHaveAttribute("aria-valuetext", /^Testing \d+ of 150$/);
  await expect(planned.side.locator(".run-count")).toHaveText(/^Testing \d+ of 150$/);
  await expect(planned.side.getByRole("status").filter({ hasText: /^\d+% done$/ })).toBeAttached();
  await expect(planned.side).toContainText("Test passed for 150 changes", { timeout: 60_000 });
  await expect(bar).toHaveCount(0);
  await expect(planned.side.locator(".run-count")).toHaveCount(0);
  expect(new Set(asked).size).toBe(1);
  const count = asked.length;
  await page.waitForTimeout(1_500);
  expect(asked).toHaveLength(count);
});

test("a long test is readable on a small screen; the page does not reload while the test runs or its result is shown", async ({
  page,
  context,
}) => {
  const planned = await planMuch(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(planned.items.first()).toBeVisible();
  await planned.test();
  await expect(planned.side.getByRole("progressbar")).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // Running calls get their answer, new requests fail.
  await context.setOffline(true);
  await expect(planned.side).toContainText("Test passed for 150 changes", { timeout: 60_000 });
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Reload", exact: true })).toBeVisible();
  await expect(planned.side).toContainText("Test passed for 150 changes");
});

test("a lost connection ends a long run with a fault, and the list stays", async ({ page }) => {
  const planned = await planMuch(page);
  let cut = (): void => undefined;
  const isCut = new Promise<void>((resolve) => {
    cut = resolve;
  });
  await page.route("**/transaction/execute?*dry_mode=true*", async (route) => {
    // The server receives the call, but its answer never arrives.
    void route.fetch().catch(() => undefined);
    await isCut;
    await route.abort("connectionreset");
  });
  await planned.test();
  const bar = planned.side.getByRole("progressbar");
  await expect(bar).toBeVisible();
  cut();
  await expect(planned.side.getByRole("alert")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(planned.items.first()).toBeVisible();
});
