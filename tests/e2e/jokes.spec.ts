import { expect, test, type Page } from "./support/test.ts";
import english from "../../locales/en.json" with { type: "json" };
import swabian from "../../locales/swg.json" with { type: "json" };
import { expectAccessible } from "./support/axe.ts";
import { enter, signInLink, toast } from "./support/portal.ts";
import { openSearch } from "./support/search.ts";
import { writesOf } from "./support/writes.ts";

/** Types a joke into the global search and waits until the search is closed. */
async function play(page: Page, command: string): Promise<void> {
  const { search } = await openSearch(page);
  await search(command);
  // A key that comes before the search has closed would go to the search.
  await expect(page.locator(".palette")).toHaveCount(0);
}

const turning = (page: Page): Promise<number> =>
  page.evaluate(() => document.getAnimations().filter(({ id }) => id === "barrel-roll").length);

test("[EGG-01] [EGG-08] [EGG-10] barrel roll turns the page once, and does not turn it with reduced motion", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/home");
  await play(page, "!barrel roll");
  await expect.poll(() => turning(page)).toBe(1);
  const transform = () => page.evaluate(() => getComputedStyle(document.body).transform);
  expect(await transform()).not.toBe("none");
  await expect.poll(() => turning(page)).toBe(0);
  expect(await transform()).toBe("none");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await play(page, "!barrel roll");
  await expect(toast(page, "your browser asks for reduced motion")).toBeVisible();
  expect(await turning(page)).toBe(0);
});

const LOOKS = [
  [
    "[EGG-02] [EGG-08] [EGG-10] colour-blind changes the colours",
    "!colour-blind",
    () => getComputedStyle(document.documentElement).filter,
  ],
  [
    "[EGG-03] [EGG-08] [EGG-10] typography changes the lettering",
    "!typography",
    () => getComputedStyle(document.body).fontFamily,
  ],
  [
    "[EGG-05] [EGG-08] [EGG-10] aprilfools changes the icons",
    "!aprilfools",
    () =>
      [...document.querySelectorAll(".icon path")].map((path) =>
        getComputedStyle(path).getPropertyValue("d"),
      )[0],
  ],
] as const;

for (const [name, command, look] of LOOKS) {
  test(`${name} until the word is typed again or the page is reloaded`, async ({ page }) => {
    await page.goto("/home");
    await expect(signInLink(page)).toBeVisible();
    const before = await page.evaluate(look);
    await play(page, command);
    await expect.poll(() => page.evaluate(look)).not.toBe(before);
    await expect(toast(page, "This is a joke.")).toBeVisible();
    await expectAccessible(page);
    await play(page, command);
    await expect.poll(() => page.evaluate(look)).toBe(before);
    await play(page, command);
    await expect.poll(() => page.evaluate(look)).not.toBe(before);
    await page.reload();
    await expect(signInLink(page)).toBeVisible();
    expect(await page.evaluate(look)).toBe(before);
  });
}

test("[EGG-04] [EGG-08] [EGG-10] [I18N-04] translation switches the Swabian texts on and off; only the language is stored", async ({
  page,
}) => {
  await page.goto("/home");
  const signIn = page.getByRole("banner").getByRole("link");
  await expect(signIn.filter({ hasText: english["app.user.signIn"] })).toBeVisible();
  await play(page, "!translation");
  await expect(page.getByRole("main")).toContainText(swabian["screens.home.signedOut"]);
  await expect(page.locator("html")).toHaveAttribute("lang", /swg/);
  await page.reload();
  await expect(page.getByRole("main")).toContainText(swabian["screens.home.signedOut"]);
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([["locale", '"swg"']]);
  await page.getByRole("banner").getByRole("button", { name: swabian["app.search.open"] }).click();
  await page.locator(".palette").getByRole("combobox").first().fill("!translation");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).not.toHaveAttribute("lang", /swg/);
  await expect(page.getByRole("main")).not.toContainText(swabian["screens.home.signedOut"]);
});

test("[EGG-06] [EGG-08] error shows a mock error that calls itself one", async ({ page }) => {
  await page.goto("/home");
  await play(page, "!error");
  const shown = toast(page, "Error 418: I am a teapot");
  await expect(shown.getByRole("alert")).toContainText("This was a joke: nothing is broken");
});

test("[EGG-07] [EGG-08] a very fast mouse is shown its speed, a slow one is not", async ({ page }) => {
  const loaded = page.waitForResponse(/\/assets\/mouse-speed-.*\.js$/);
  await page.goto("/home");
  await (await loaded).finished();
  const speed = page.locator(".mouse-speed");
  await page.mouse.move(100, 100);
  await page.mouse.move(140, 120, { steps: 20 });
  await expect(speed).toHaveCount(0);
  await expect(async () => {
    for (let turn = 0; turn < 20; turn++) await page.mouse.move(turn % 2 === 0 ? 50 : 1350, 100 + turn * 30);
    await expect(speed).toHaveText(/^\d+,\d{3} pixels a second$/, { timeout: 500 });
  }).toPass();
  await expect(speed).toHaveCount(0);
});

test("[EGG-09] a joke sends no search and is in no list; any other text is searched, the plain word too", async ({
  page,
}) => {
  await enter(page, "otto");
  const sought: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (request.url().includes("/transaction/execute") && /barrel|error/i.test(body)) sought.push(body);
  });
  await play(page, "!Barrel-Roll");
  await play(page, "!error");
  await expect(toast(page, "Error 418")).toBeVisible();
  expect(sought).toEqual([]);
  const { dialog, field, search } = await openSearch(page);
  await expect(dialog.getByRole("group", { name: "Searched before" })).toHaveCount(0);
  await field.fill("barrel");
  await expect(dialog).toContainText("Nothing found.");
  // Foreign objects are counted after a search (SRCH-59).
  const searches = () => sought.filter((body) => !body.includes("tmp.row_count"));
  expect(searches().filter((body) => body.includes("barrel"))).toHaveLength(1);
  await expect(dialog.getByRole("group", { name: "Pages and commands" })).toHaveCount(0);
  for (const plain of ["error", "!errors"]) {
    const before = searches().length;
    await search(plain);
    await expect.poll(() => searches().slice(before)).toEqual([expect.stringContaining(plain)]);
  }
  await expect(toast(page, "Error 418")).toHaveCount(1);
});

test("[EGG-10] jokes store nothing in the browser and plan nothing", async ({ page }) => {
  await enter(page, "otto");
  const kept = () =>
    page.evaluate(() => [localStorage, sessionStorage].map((one) => JSON.stringify(one)).join("\n"));
  const writes: string[] = [];
  await openSearch(page);
  await page.keyboard.press("Escape");
  await expect(page.locator(".palette")).toHaveCount(0);
  const before = await kept();
  page.on("request", (request) => {
    writes.push(...writesOf(request));
  });
  for (const command of ["!barrel roll", "!colour-blind", "!typography", "!aprilfools", "!error"])
    await play(page, command);
  await expect(toast(page, "Error 418")).toBeVisible();
  expect(await kept()).toBe(before);
  expect(writes).toEqual([]);
  await expect(page.getByRole("button", { name: "Planned changes, 0 elements" })).toBeVisible();
});
