import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import {
  chooseInPlanned,
  enter,
  fillSignIn,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
} from "./support/portal.ts";

/** The names are new, because sites remain after a walk. */
const unique = (name: string): string => `e2e-${name}-${crypto.randomUUID().slice(0, 8)}`;

const APPLY = /\/transaction\/execute\?dict_mode=true&call_id=/;

async function planSite(page: Page, name: string): Promise<void> {
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill(name);
  await plan(page);
}

test("[TA-49] [TA-53] [TA-68] the portal asks the server how an apply without an answer ended, also after a reload; no change is lost or sent twice", async ({
  page,
}) => {
  const [first, next] = [unique("lost"), unique("lost")];
  await enter(page, "ada", "/netdoc/sites?q=e2e-lost");
  await planSite(page, first);
  const planned = await openPlanned(page);
  await page.route(APPLY, (route) => route.abort("connectionreset"));
  await planned.begin();
  await expect(planned.side).toContainText("The changes have not reached the server. Nothing was changed");
  await expect(planned.items).toHaveCount(1);
  await expectAccessible(page);
  await page.unroute(APPLY);

  // The server executes the call, but its answer never arrives.
  await page.route(APPLY, async (route) => {
    await route.fetch();
    await route.abort("connectionreset");
  });
  await planned.begin();
  await expect(planned.side).toContainText("Applied 1 change");
  await expect(planned.side).toContainText("The connection was lost meanwhile");
  await expect(planned.items).toHaveCount(0);
  await expectAccessible(page);
  await expect(rowOf(page, "Site", first)).toBeVisible();
  await page.unroute(APPLY);

  await planSite(page, next);
  let reached = (): void => undefined;
  const isDone = new Promise<void>((resolve) => {
    reached = resolve;
  });
  await page.route(APPLY, async (route) => {
    await route.fetch();
    reached();
  });
  await planned.begin();
  await isDone;
  await page.reload();
  await expect(planned.side).toContainText("Applied 1 change");
  await expect(planned.items).toHaveCount(0);
  await expect(rowOf(page, "Site", next)).toBeVisible();
});

test("[TA-68] two tabs plan, undo and edit one list; text that is typed in one while the other applies is not lost", async ({
  page,
  context,
}) => {
  const [a, b, c, d] = [unique("tabs"), unique("tabs"), unique("tabs"), unique("tabs")];
  await page.goto("/login");
  await page.getByLabel("Stay signed in").check();
  await fillSignIn(page, "ada", "demo");
  await expect(page).toHaveURL(/\/home$/);
  await page.goto("/netdoc/sites");
  await planSite(page, a);
  const second = await context.newPage();
  await second.goto("/netdoc/sites");
  const [mine, hers] = [await openPlanned(page), await openPlanned(second)];
  await Promise.all([planSite(page, b), planSite(second, c)]);
  for (const side of [mine, hers]) await expect(side.items).toHaveCount(3);
  await hers.side.getByRole("button", { name: "Undo" }).click();
  for (const side of [mine, hers]) await expect(side.items).toHaveCount(2);
  await hers.side.getByRole("button", { name: "Redo" }).click();
  await expect(mine.items).toHaveCount(3);

  await chooseInPlanned(hers.item(a), "Edit");
  await expect(second.getByRole("dialog", { name: `Change the planned step: ${a}` })).toBeVisible();
  await form(second).getByLabel("Name").fill(d);
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(APPLY, async (route) => {
    const response = await route.fetch();
    await isReleased;
    await route.fulfill({ response });
  });
  await mine.begin();
  await expect(hers.side.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();
  await expect(hers.side).toContainText("These changes are being applied in another window.");
  await expectAccessible(second);
  release();
  await expect(mine.items).toHaveCount(0);
  await form(second).getByRole("button", { name: "Replace planned change" }).click();
  for (const side of [mine, hers]) {
    await expect(side.items).toHaveCount(1);
    await expect(side.item(d)).toBeVisible();
  }
  await hers.apply();
  await expect(mine.items).toHaveCount(0);
  await second.close();
});
