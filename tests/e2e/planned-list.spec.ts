import { expect, test, type Page } from "./support/test.ts";
import { expectAccessible, expectStill } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import {
  chooseInPlanned,
  enter,
  form,
  holdTests,
  openForm,
  openPlanned,
  plan,
  signIn,
  signOut,
  type Planned,
} from "./support/portal.ts";
import { writesOf } from "./support/writes.ts";

/** Plans sites with these names and leaves the list open. */
async function planSites(page: Page, names: readonly string[]): Promise<Planned> {
  await page.goto("/netdoc/sites");
  for (const name of names) {
    await openForm(page, "New site");
    await form(page).getByLabel("Name").fill(name);
    await plan(page);
  }
  return openPlanned(page);
}

async function expectTitles(planned: Planned, titles: readonly string[]): Promise<void> {
  await expect(planned.items.locator(".planned-title")).toHaveText([...titles]);
}

async function uuids(planned: Planned): Promise<readonly (string | null)[]> {
  return Promise.all((await planned.items.all()).map((item) => item.getAttribute("data-uuid")));
}

test("[TA-09] [TA-15] [TA-16] [TA-35] [TA-48] [TA-69] [SHELL-02] [SHELL-05] [SHELL-06] the list at the right is edited, moved, undone and redone; a test keeps it", async ({
  page,
}) => {
  await enter(page, "ada");
  const empty = await openPlanned(page);
  await expect(empty.side.getByRole("button", { name: "Test", exact: true })).toBeDisabled();
  await expect(empty.side.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();
  await expectAccessible(page);
  const drawer = await empty.side.boundingBox();
  expect(drawer?.x ?? 0).toBeGreaterThan(700);
  expect((drawer?.x ?? 0) + (drawer?.width ?? 0)).toBe(
    await page.evaluate(() => document.documentElement.clientWidth),
  );
  const button = page.getByRole("banner").getByRole("button", { name: /^Planned changes/ });
  await button.click();
  await expect(empty.side).toHaveCount(0);
  await button.click();
  await expect(empty.side).toBeVisible();

  const planned = await planSites(page, ["e2e-a", "e2e-b", "e2e-c"]);
  await expect(button).toHaveAccessibleName("Planned changes, 3 elements");
  await expect(button).toHaveText("3");
  await expectTitles(planned, ["e2e-a", "e2e-b", "e2e-c"]);

  await planned
    .item("e2e-c")
    .getByRole("button", { name: /^new Site/ })
    .press("Alt+ArrowUp");
  await expectTitles(planned, ["e2e-a", "e2e-c", "e2e-b"]);
  await chooseInPlanned(planned.item("e2e-a"), "Edit");
  await form(page).getByLabel("Title", { exact: true }).fill("Erster");
  await form(page).getByRole("button", { name: "Replace planned change" }).click();
  await expect(planned.items.first()).toContainText("Erster");
  await chooseInPlanned(planned.item("e2e-b"), "Remove from the list");
  await expect(planned.items).toHaveCount(2);

  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(3);
  await planned.side.getByRole("button", { name: "Redo" }).click();
  await expect(planned.items).toHaveCount(2);
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 2 changes");
  await expect(planned.items).toHaveCount(2);
  await expectAccessible(page);

  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Clear the list" }).click();
  await expect(planned.items).toHaveCount(0);
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(2);
});

test("[TA-08] an element is dragged to another place", async ({ page }) => {
  await enter(page, "ada");
  const planned = await planSites(page, ["e2e-a", "e2e-b", "e2e-c"]);
  await expect(planned.items).toHaveCount(3);
  await expectStill(page);
  const from = await planned.item("e2e-a").getByRole("button", { name: "Move e2e-a" }).boundingBox();
  const to = await planned.item("e2e-c").boundingBox();
  if (from === null || to === null) throw new Error("nothing to drag");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 20, { steps: 4 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 2, { steps: 8 });
  await page.mouse.up();
  await expectTitles(planned, ["e2e-b", "e2e-c", "e2e-a"]);
});

test("[TA-68] the list survives a reload with its history, two tabs share it, and each login has its own", async ({
  page,
  context,
}) => {
  await page.goto("/login");
  await page.getByLabel("Stay signed in").check();
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("demo");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
  const planned = await planSites(page, ["e2e-a", "e2e-b"]);
  await page.reload();
  await expect(planned.items).toHaveCount(2);
  await planned.side.getByRole("button", { name: "Undo" }).click();
  await expect(planned.items).toHaveCount(1);

  const second = await context.newPage();
  await second.goto("/netdoc/sites");
  const hers = await openPlanned(second);
  await expect(hers.items).toHaveCount(1);
  await openForm(second, "New site");
  await form(second).getByLabel("Name").fill("e2e-tab");
  await plan(second);
  await expect(planned.item("e2e-tab")).toBeVisible();
  await second.close();

  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: "Keep planned changes after signing out" }).check();
  await page.keyboard.press("Escape");
  await signOut(page, "ada");
  await enter(page, "greta");
  // Greta has no stored list, so her first action is the only one.
  await page.goto("/netdoc/sites");
  await page.getByRole("main").getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: /^New site/ }).click();
  await form(page).getByLabel("Name").fill("e2e-hers");
  await plan(page);
  await expect(page.getByRole("button", { name: "Planned changes, 1 element" })).toBeVisible();
  await signOut(page, "greta");
  await enter(page, "ada");
  await expect(page.getByRole("button", { name: "Planned changes, 2 elements" })).toBeVisible();
});

test("[TA-68] a change is not lost if the page is closed before the browser has stored it", async ({
  page,
  context,
}) => {
  await enter(page, "ada");
  const busy = await context.newPage();
  await busy.goto("/docs");
  // As long as another page holds the lock of the list, this page cannot store anything.
  const holding = busy.evaluate(
    () =>
      new Promise<void>(
        (resolve) =>
          void navigator.locks.request("netportal-ada", () => {
            resolve();
            return new Promise(() => undefined);
          }),
      ),
  );
  await holding;
  const planned = await planSites(page, ["e2e-unsaved"]);
  await expectTitles(planned, ["e2e-unsaved"]);
  await page.goto("about:blank");
  await busy.close();
  await page.goto("/netdoc/sites");
  await expectTitles(await openPlanned(page), ["e2e-unsaved"]);
  await page.reload();
  await expectTitles(planned, ["e2e-unsaved"]);
});

test("[TA-11] [TA-12] [TA-13] the list is exported as a file, cleared and imported again", async ({
  page,
}) => {
  await enter(page, "ada");
  const planned = await planSites(page, ["e2e-a", "e2e-b"]);
  const download = page.waitForEvent("download");
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Export as file" }).click();
  const file = await (await download).path();
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Clear the list" }).click();
  await expect(planned.items).toHaveCount(0);
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Import …" }).click();
  await expectAccessible(page);
  await page.getByRole("dialog").getByLabel("Choose a file").setInputFiles(file);
  await expect(planned.items).toHaveCount(2);
});

test("[TA-11] [TA-12] [TA-14] [TA-31] [TA-32] [TA-44] the list is exported as text and imported from pasted text; an invalid element blocks until it is removed", async ({
  page,
}) => {
  await enter(page, "ada");
  const planned = await planSites(page, ["e2e-a"]);
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Export as text" }).click();
  const dialog = page.getByRole("dialog", { name: "Export as text" });
  const text = await dialog.getByLabel("Planned changes").inputValue();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  // Parse boundary: the exported text.
  const file = JSON.parse(text) as { transaction: { uuid: string }[] };
  expect(file.transaction).toHaveLength(1);

  const robot = { ta_type: "robot", content: { object_title: "?" } };
  const more = { ...file, transaction: [...file.transaction, ...file.transaction, robot] };
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await page.getByRole("menuitem", { name: "Import …" }).click();
  const input = page.getByRole("dialog").getByLabel("Or paste text");
  await input.fill("[]");
  await page.getByRole("dialog").getByRole("button", { name: "Replace the list" }).click();
  await expect(page.getByText("invalid file, must be a valid transaction list")).toBeVisible();
  await expect(planned.items).toHaveCount(1);
  await expectAccessible(page);
  await input.fill(JSON.stringify(more));
  await page.getByRole("dialog").getByRole("button", { name: "Replace the list" }).click();
  await expect(planned.items).toHaveCount(3);
  expect(new Set(await uuids(planned)).size).toBe(3);

  await expect(planned.items.last()).toContainText("Unknown transaction type");
  await expect(planned.side.getByRole("button", { name: "Test", exact: true })).toBeDisabled();
  await expect(planned.side.getByRole("button", { name: "Apply", exact: true })).toBeDisabled();
  await expectAccessible(page);
  await chooseInPlanned(planned.items.last(), "Remove from the list");
  await expect(planned.side.getByRole("button", { name: "Test", exact: true })).toBeEnabled();
});

test("[TA-20] [TA-26] [TA-45] while a transaction runs the list is read-only", async ({ page }) => {
  await enter(page, "ada");
  const planned = await planSites(page, ["e2e-a", "e2e-b", "e2e-c"]);
  const [undo, redo] = ["Undo", "Redo"].map((name) =>
    planned.side.getByRole("button", { name, exact: true }),
  );
  if (undo === undefined || redo === undefined) throw new Error("the list has both buttons");
  await undo.click();
  for (const button of [undo, redo]) await expect(button).toBeEnabled();
  const answer = await holdTests(page);
  await planned.test();
  for (const name of ["Undo", "Redo", "Test", "Apply"])
    await expect(planned.side.getByRole("button", { name, exact: true })).toBeDisabled();
  await page.getByRole("main").getByRole("button", { name: "New site", exact: true }).click();
  await expect(page.getByText("A transaction is running.").first()).toBeVisible();
  await expect(form(page)).toHaveCount(0);
  await expect(planned.item("e2e-a").getByRole("button", { name: "Move e2e-a" })).toBeDisabled();
  await expect(planned.item("e2e-a").getByRole("button", { name: /^Actions for/ })).toBeDisabled();
  await planned
    .item("e2e-a")
    .getByRole("button", { name: /^new Site/ })
    .press("Delete");
  await planned
    .item("e2e-a")
    .getByRole("button", { name: /^new Site/ })
    .press("Alt+ArrowDown");
  await expectTitles(planned, ["e2e-a", "e2e-b"]);
  await planned.side.getByRole("button", { name: "Whole list" }).click();
  await expect(page.getByRole("menuitem", { name: "Import …" })).toBeDisabled();
  await expect(page.getByRole("menuitem", { name: "Clear the list" })).toBeDisabled();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  answer();
  await expect(planned.side).toContainText("Test passed for 2 changes");
  for (const button of [undo, redo]) await expect(button).toBeEnabled();
});

test("[TA-08] [TA-09] [TA-52] in a long list a moved or failed element is in sight and keeps the focus", async ({
  page,
}) => {
  await enter(page, "ada");
  const planned = await openPlanned(page);
  const elements = Array.from({ length: 150 }, (_, at) =>
    at === 120
      ? element("e2e-nobody", statement("nd.site.delete", { name: "e2e-nobody" }, {}))
      : element(
          `e2e-long-${String(at)}.`,
          statement("nd.site.create", {}, { name: `e2e-long-${String(at)}` }),
        ),
  );
  await importElements(page, elements);
  await expect(planned.side.getByRole("heading", { name: "Planned changes · 150" })).toBeVisible();
  const tested = planned.side.getByRole("button", { name: "Test", exact: true });
  await tested.press("Enter");
  const failed = planned.item("e2e-nobody");
  await expect(failed.getByText("Details", { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(tested).toBeFocused();

  const moved = planned.item("e2e-long-2.").getByRole("button", { name: /^new Site/ });
  await planned.side.locator(".planned-body").evaluate((body) => body.scrollTo(0, 0));
  for (let step = 1; step <= 20; step++) {
    await moved.press("Alt+ArrowDown");
    await expect(planned.item("e2e-long-2.")).toHaveAttribute("data-index", String(2 + step));
  }
  await expect(moved).toBeFocused();
  await expect(moved).toBeInViewport({ ratio: 1 });

  // The list scrolls while an element is dragged, and shows the new position.
  await planned.side.locator(".planned-body").evaluate((body) => body.scrollTo(0, 0));
  await expect(planned.item("e2e-long-4.")).toBeInViewport({ ratio: 1 });
  const handle = await planned.item("e2e-long-4.").getByRole("button", { name: /^Move/ }).boundingBox();
  const box = await planned.side.locator(".planned-body").boundingBox();
  if (handle === null || box === null) throw new Error("nothing to drag");
  await page.mouse.move(handle.x + 8, handle.y + 8);
  await page.mouse.down();
  await page.mouse.move(handle.x + 8, handle.y + 30, { steps: 4 });
  // In the middle of the view the list does not scroll by itself.
  await page.mouse.move(handle.x + 8, box.y + box.height / 2, { steps: 4 });
  await page.mouse.wheel(0, 3_000);
  await expect.poll(async () => (await inSight(planned)).filter((at) => at > 25).length).toBeGreaterThan(4);
  // The browser knows the element under the pointer only after a move.
  await page.mouse.move(handle.x + 8, box.y + box.height / 2 + 6, { steps: 3 });
  await page.mouse.up();
  const dropped = planned.item("e2e-long-4.");
  await expect.poll(() => dropped.getAttribute("data-index").then(Number)).toBeGreaterThan(25);
});

/** Positions of the visible elements. */
function inSight(planned: Planned): Promise<readonly number[]> {
  return planned.items.evaluateAll((all) => {
    const box = document.querySelector(".planned-body")?.getBoundingClientRect();
    return all
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return box !== undefined && bottom > box.top && top < box.bottom;
      })
      .map((one) => Number(one.getAttribute("data-index")));
  });
}

test("[TA-01] [TA-02] [TA-48] a whole walk writes only by transactions; only signing out deletes the token of the session", async ({
  page,
}) => {
  const writes: string[] = [];
  page.on("request", (request) => {
    writes.push(...writesOf(request));
  });
  await signIn(page, "ada");
  await expect(page).toHaveURL(/\/home$/);
  const planned = await planSites(page, ["e2e-only"]);
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 1 change");
  expect(writes).toEqual(["/api/login"]);
  await planned.apply();
  await expect(planned.side).toContainText("Applied 1 change");
  await page.goto("/netdoc/sites/e2e-only");
  await page.getByRole("main").getByRole("button", { name: "Delete" }).click();
  await planned.apply();
  await expect(planned.items).toHaveCount(0);
  await signOut(page, "ada");
  await expect
    .poll(() => writes)
    .toEqual(["/api/login", "nd.site.create", "nd.site.delete", "cntl.wapi_auth.delete"]);
});
