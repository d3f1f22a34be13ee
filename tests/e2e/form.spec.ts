import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { enter, expectFetchedAhead, form, openForm, openPlanned, plan, visit } from "./support/portal.ts";

test("[TAFORM-04] [TAFORM-05] [TAFORM-06] [TAFORM-09] missing values are named and focused, nothing is sent, one form plans several objects", async ({
  page,
}) => {
  await enter(page, "ada", "/netdoc/sites");
  const calls: string[] = [];
  await openForm(page, "New site");
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(request.postData() ?? "");
  });
  await expect(form(page).getByLabel("Name")).toBeFocused();
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toContainText("content required");
  await expect(form(page)).toContainText("1 field needs attention");
  await expectAccessible(page);
  await form(page).getByRole("link", { name: /Name/ }).first().click();
  await expect(form(page).getByLabel("Name")).toBeFocused();

  await form(page).getByLabel("Name").fill("e2e-form-1");
  await form(page).getByRole("button", { name: "Plan and continue" }).click();
  await expect(
    form(page).getByRole("status").filter({ hasText: "Planned. You can plan the next one." }),
  ).toHaveCount(1);
  await expect(form(page).getByLabel("Name")).toHaveValue("e2e-form-1");
  await form(page).getByLabel("Name").fill("e2e-form-2");
  await plan(page);
  expect(calls).toEqual([]);
  const planned = await openPlanned(page);
  await expect(planned.items).toHaveCount(2);
  await expect(page.getByRole("button", { name: "New site", exact: true })).toBeFocused();
});

test("[TAFORM-06] [TAFORM-16] an update without a change is not planned and says so; Escape asks only after typing", async ({
  page,
}) => {
  await enter(page, "ada", "/cntl/bcds/itc-tga");
  await openForm(page, "Edit");
  await expect(form(page).getByRole("button", { name: "Plan and continue" })).toHaveCount(0);
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toBeVisible();
  await expect(form(page).getByRole("status").filter({ hasText: /chang/i })).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(form(page)).toHaveCount(0);
  await openForm(page, "Edit");
  await form(page).getByLabel("Description").fill("anders");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(form(page).getByLabel("Description")).toHaveValue("anders");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(form(page)).toHaveCount(0);
});

test("[PERM-08] [PREF-01] expert mode opens locked fields and offers null", async ({ page }) => {
  await enter(page, "ada", "/dnsvs/fqdns/ns1.tannmuehl.example/records");
  await openForm(page, "New DNS record");
  const name = form(page)
    .getByRole("combobox", { name: "FQDN" })
    .or(form(page).getByRole("textbox", { name: "FQDN", exact: true }));
  await expect(name.first()).toBeDisabled();
  await expect(name.first()).toHaveValue("ns1.tannmuehl.example.");
  await expect(form(page).getByText("set to empty")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: /^Expert mode/ }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await openForm(page, "New DNS record");
  await expect(name.first()).toBeEnabled();
  await expect(form(page).getByText("set to empty").first()).toBeVisible();
  await expectAccessible(page);
});

test("[TAFORM-07] an error shakes the button and is named above the form, and the first wrong field takes the focus", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await enter(page, "ada", "/netdoc/sites");
  await openForm(page, "New site");
  await form(page).getByLabel("Name").fill("e2e-shake");
  await form(page).getByLabel("Latitude").fill("north");
  const button = form(page).getByRole("button", { name: "Plan", exact: true });
  const shaken = button.evaluate(
    (element) =>
      new Promise<string>((resolve) => {
        element.addEventListener(
          "animationstart",
          (event) => resolve(event instanceof AnimationEvent ? event.animationName : ""),
          { once: true },
        );
      }),
  );
  await button.click();
  expect(await shaken).toBe("shake");
  await expect(form(page).getByRole("alert").first()).toContainText("1 field needs attention");
  await expect(form(page).getByLabel("Latitude")).toBeFocused();
  await expectAccessible(page);
  const planned = page.getByRole("button", { name: /^Planned changes/ });
  await expect(planned).toHaveAccessibleName(/ 0 /);
});

test("opening a form needs no request, and it is ready to type in at once", async ({ page }) => {
  await enter(page, "ada", "/object/dns.record");
  const button = page.getByRole("main").getByRole("button", { name: "New DNS record", exact: true });
  await expect(button).toBeVisible();
  // Forms are preloaded as soon as the browser is idle.
  await expectFetchedAhead(page);
  // Choices are loaded a second later. Only requests before the form accepts typing count.
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    document.addEventListener("click", () => (dataset["clicked"] ??= String(performance.now())), true);
    document.addEventListener("focusin", ({ target }) => {
      const isField = target instanceof HTMLElement && target.closest("[role=dialog] form") !== null;
      if (isField) dataset["focused"] ??= String(performance.now());
    });
  });
  await button.click();
  await expect(form(page).locator(":focus")).toHaveCount(1);
  const asked = await page.evaluate(() => {
    const { clicked, focused } = document.documentElement.dataset;
    const calls = performance.getEntriesByType("resource").filter(({ name, startTime }) => {
      // These addresses are polled every minute, whatever a person does.
      const isOwn = !/\/((alerts|version)\.json|maint_state\/list)/.test(name);
      return isOwn && startTime >= Number(clicked) && startTime <= Number(focused);
    });
    return { isMeasured: Number(clicked) < Number(focused), calls: calls.map(({ name }) => name) };
  });
  expect(asked).toEqual({ isMeasured: true, calls: [] });
});

test("[PERM-09] [PREF-03] [PREF-04] [ERR-19] developer mode shows errors larger and switches the cache of descriptions", async ({
  page,
}) => {
  await enter(page, "ada");
  const openSettings = async () => {
    await page.getByRole("button", { name: /^Account ada/ }).click();
    await page.getByRole("menuitem", { name: "Local settings" }).click();
  };
  await page.route("**/transaction/execute*", async (route) => {
    if (route.request().postData()?.includes("nd.site.list") !== true) return route.fallback();
    await route.fulfill({ status: 500, contentType: "text/plain", body: "out of order" });
  });
  await visit(page, "/netdoc/sites");
  const box = page.getByRole("main").getByRole("alert").first();
  await expect(box).toBeVisible();
  const small = (await box.boundingBox())?.height ?? 0;
  await openSettings();
  await expect(page.getByRole("switch", { name: /^Keep descriptions/ })).toHaveCount(0);
  await page.getByRole("switch", { name: /^Developer mode/ }).check();
  expect(await page.evaluate(() => localStorage.getItem("developer"))).toBe("true");
  const cache = page.getByRole("switch", { name: /^Keep descriptions/ });
  await expect(cache).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await box.boundingBox())?.height ?? 0).toBeGreaterThan(small);
  await page.unroute("**/transaction/execute*");

  await visit(page, "/object/nd.site");
  // By then the first calls have been sent.
  await expect(page.getByRole("grid").first()).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/object_type/metadata")) asked.push(request.url());
  });
  await openForm(page, "New site");
  expect(asked).toEqual([]);
  await page.keyboard.press("Escape");
  await openSettings();
  await cache.uncheck();
  await page.keyboard.press("Escape");
  await openForm(page, "New site");
  await expect.poll(() => asked).toHaveLength(1);
  await page.keyboard.press("Escape");
  await openForm(page, "New site");
  await expect.poll(() => asked).toHaveLength(2);
});
