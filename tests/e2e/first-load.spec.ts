import { expect, test } from "./support/test.ts";
import { enter, takeSession, title } from "./support/portal.ts";

// The first visit: nothing is cached.
test.use({ fresh: true });

/** Matches the key of a text. */
const TEXT_KEY = /\b(app|core|editor|login|routes|screens|ui|views)\.[a-z]\w*\.\w+/;

test("the rows of the opened page are requested once, before anything is drawn", async ({ page }) => {
  await enter(page, "otto");
  const row = page.getByRole("grid").locator("tbody").getByRole("row").first();
  await expect(row).toBeVisible();
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/wapi/transaction/execute")) bodies.push(request.postData() ?? "");
  });
  const asked = () => bodies.filter((body) => body.includes('"nd.bcd.list"')).length;
  // The page cannot be drawn without its texts.
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route("**/assets/en-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/home", { waitUntil: "commit" });
  await expect.poll(asked).toBe(1);
  await expect(page.locator("main")).toHaveCount(0);
  letGo(undefined);
  await expect(row).toBeVisible();
  expect(asked()).toBe(1);
});

test("the start page loads the texts of the first page only; saved views load when the browser is idle", async ({
  page,
}) => {
  await enter(page, "otto");
  await page.addInitScript(() => {
    Object.assign(globalThis, { requestIdleCallback: () => 0 });
  });
  await page.goto("/home");
  await expect(page.getByRole("grid").locator("tbody").getByRole("row").first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your subnets" })).toBeVisible();
  const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(loaded.filter((name) => name.includes("/assets/en-"))).toHaveLength(1);
  expect(loaded.filter((name) => name.includes("/assets/saved-views-"))).toEqual([]);
});

test("the rows of a page are requested once, while its link is pressed", async ({ page }) => {
  await enter(page, "otto");
  const link = page.getByRole("grid").locator("tbody").getByRole("link").first();
  await expect(link).toBeVisible();
  const path = (await link.getAttribute("href")) ?? "";
  const name = path.split("/").at(-1) ?? "";
  const bodies: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/wapi/transaction/execute")) bodies.push(request.postData() ?? "");
  });
  const asked = () => bodies.filter((body) => body.includes(`"${name}"`)).length;
  await link.hover();
  expect(asked()).toBe(0);
  await page.mouse.down();
  await expect.poll(asked).toBe(1);
  await expect(page).toHaveURL(/\/home$/);
  await page.mouse.up();
  await expect(title(page)).toContainText(name);
  await expect(page.getByRole("grid").first()).toBeVisible();
  expect(asked()).toBe(1);
});

test("the first calls are sent once, while the code of the portal is still loading", async ({ page }) => {
  await takeSession(page, "otto");
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/") && !pathname.includes("alerts"))
      asked.push(pathname.replace(/.*\/(?=\w+\/\w+$)/, ""));
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/(index|packages)-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/home", { waitUntil: "commit" });
  const first = ["object_type/metadata", "system/info", "transaction/execute", "version/list"];
  await expect.poll(() => asked.filter((path) => first.includes(path)).toSorted()).toEqual(first);
  letGo(undefined);
  await expect(page.getByRole("grid").locator("tbody").getByRole("row").first()).toBeVisible();
  for (const path of ["object_type/metadata", "system/info", "version/list"])
    expect(asked.filter((one) => one === path)).toHaveLength(1);
});

test("the top bar is painted at its final place and in the chosen theme before any script runs", async ({
  page,
}) => {
  await page.addInitScript(() => {
    localStorage.setItem("theme", '"dark"');
  });
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  await page.route(/\/assets\/(index|packages)-/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/login", { waitUntil: "commit" });
  const brand = page.locator(".top-bar .brand svg");
  await expect(brand).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  const before = await brand.boundingBox();
  const background = await page.locator(".top-bar").evaluate((bar) => getComputedStyle(bar).backgroundColor);
  letGo(undefined);
  await expect(page.locator("main")).toBeVisible();
  expect(await brand.boundingBox()).toEqual(before);
  expect(await page.locator(".top-bar").evaluate((bar) => getComputedStyle(bar).backgroundColor)).toBe(
    background,
  );
});

test("styles that the page brings along are not fetched again", async ({ page }) => {
  await takeSession(page, "otto");
  const sheets: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(".css")) sheets.push(new URL(request.url()).pathname);
  });
  await page.goto("/home", { waitUntil: "networkidle" });
  expect(sheets.filter((name) => /^\/assets\/(index|frame|page|table|home)-/.test(name))).toEqual([]);
});

test("the page itself names the files that the first page needs", async ({ page }) => {
  await page.goto("/");
  const names = await page
    .locator("link[rel=modulepreload]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  for (const part of ["packages", "frame", "page", "table", "home"]) {
    expect(names.filter((name) => name.startsWith(`/assets/${part}-`))).toHaveLength(1);
  }
});

test("a part that opens before its texts are loaded waits for them and shows no key", async ({ page }) => {
  await enter(page, "otto");
  const { promise: held, resolve: letGo } = Promise.withResolvers<undefined>();
  let isFirst = true;
  // The first file of a language has the texts of the first page.
  await page.route("**/assets/en-*.js", async (route) => {
    const goesOn = isFirst;
    isFirst = false;
    if (!goesOn) await held;
    await route.continue();
  });
  await page.goto("/home");
  await expect(page.getByRole("grid").locator("tbody").getByRole("row").first()).toBeVisible();
  expect(await page.locator("body").innerText()).not.toMatch(TEXT_KEY);
  await page.getByRole("button", { name: /^Account otto/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.waitForLoadState("load");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await page.locator("body").innerText()).not.toMatch(TEXT_KEY);
  letGo(undefined);
  await expect(page.getByRole("dialog", { name: "Local settings" })).toBeVisible();
  expect(await page.locator("body").innerText()).not.toMatch(TEXT_KEY);
});

test("a page that is loaded before any text waits for all texts", async ({ page }) => {
  await page.route("**/assets/en-*.js", async (route) => {
    // The part that draws the page is loaded in the meantime.
    await new Promise((resolve) => {
      setTimeout(resolve, 1500);
    });
    await route.continue();
  });
  await page.goto("/tools/ip");
  await expect(
    page.getByRole("region", { name: "EUI-64 address from subnet and MAC address" }),
  ).toBeVisible();
  expect(await page.locator("body").innerText()).not.toMatch(TEXT_KEY);
});
