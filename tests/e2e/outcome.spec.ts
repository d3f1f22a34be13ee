import { expect, test } from "./support/test.ts";
import { expectAccessible } from "./support/axe.ts";
import { element, importElements, statement } from "./support/planned-file.ts";
import {
  chooseInPlanned,
  enter,
  form,
  openForm,
  openPlanned,
  plan,
  rowOf,
  chooseInRow,
  toast,
} from "./support/portal.ts";
import { READ_ONLY_URL } from "./support/read-only-server.ts";
import { run } from "./support/wapi.ts";

test("[TA-48] [TA-35] a test shows side effects: created and deleted objects, and values before and after", async ({
  page,
}) => {
  await enter(page, "ada");
  const planned = await openPlanned(page);
  await importElements(page, [
    element(
      "e2e-besides.tannmuehl.example. TXT x",
      statement(
        "dns.record.create",
        {},
        { fqdn: "e2e-besides.tannmuehl.example.", type: "TXT", data: "x", fqdn_type: "domain" },
      ),
    ),
    element("Campus Nord", statement("nd.site.update", { name: "Campus Nord" }, { campus: "Insel" })),
  ]);
  await planned.test();
  const record = planned.items.first();
  await record.getByText("What changes besides").click();
  await expect(record.getByRole("listitem").filter({ hasText: "FQDN e2e-besides" })).toBeVisible();
  // The element was planned without its old value; the test reads it from the server.
  const site = planned.items.last();
  await site.getByText("What is set besides").click();
  await expect(site.locator(".planned-effects del")).toHaveCount(1);
  await expectAccessible(page);

  await chooseInPlanned(site, "Edit");
  await form(page).getByLabel("Campus").fill("Halbinsel");
  await form(page).getByRole("button", { name: "Replace planned change" }).click();
  await expect(site.getByText("tested")).toHaveCount(0);
  await expect(record.getByText("tested")).toHaveCount(1);
});

test("[TA-35] [TA-53] a change by somebody else is shown before the test, and the new value is taken", async ({
  page,
}) => {
  await run(page.request, "ada", [
    { name: "nd.site.create", new: { name: "e2e-overtaken", campus: "Anfang" } },
  ]);
  await enter(page, "ada", "/netdoc/sites/e2e-overtaken");
  await openForm(page, "Edit");
  await form(page).getByLabel("Campus").fill("Mein Campus");
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.item("e2e-overtaken")).toBeVisible();
  await run(page.request, "ada", [
    { name: "nd.site.update", old: { name: "e2e-overtaken" }, new: { campus: "Ihr Campus" } },
  ]);
  await page.reload();
  const note = planned.side.locator(".planned-overtaken");
  await expect(note).toContainText("Changed by ada");
  await expect(note).toContainText("Ihr Campus");
  await expectAccessible(page);
  await note.getByRole("button", { name: "Take new value" }).click();
  await expect(note).toHaveCount(0);
  await expect(planned.item("e2e-overtaken").locator("del")).toHaveText("Ihr Campus");
  await planned.apply();
  await expect(planned.side).toContainText("Applied 1 change");
});

test("[ERR-13] deletion of a referenced object is refused, and the referring objects are named and linked", async ({
  page,
}) => {
  await enter(page, "ada", "/netdoc/sites?q=campus-sued");
  await chooseInRow(rowOf(page, "Site", "campus-sued"), "Delete");
  const planned = await openPlanned(page);
  await planned.test();
  const alert = planned.item("campus-sued").getByRole("alert");
  await expect(alert).toContainText(
    "The object is still referenced by other objects through the following attributes",
  );
  await expect(alert.getByRole("link", { name: "Building" })).toBeVisible();
  const through = alert.locator(".planned-help > li").filter({ hasText: "Building" }).locator("> .muted");
  await expect(through).toHaveText(/^Site · \d+$/);
  await expectAccessible(page);
});

test("[TA-60] after an apply on the screen of a system the launch link has its variant as hash", async ({
  page,
}) => {
  await enter(page, "ada", "/dnsvs/bcds/itc-tga");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("itc-tga");
  const planned = await openPlanned(page);
  await importElements(page, [element("Neu", statement("nd.site.create", {}, { name: "e2e-hash" }))]);
  const opened: string[] = [];
  page.on("framenavigated", (frame) => {
    const { pathname, hash } = new URL(frame.url());
    opened.push(`${pathname}${hash}`);
  });
  await planned.apply();
  await expect(planned.side).toContainText("Applied 1 change");
  await expect.poll(() => opened).toContainEqual(expect.stringMatching(/^\/launch\/nd\.bcd\/bcd-\d+#dnsvs$/));
  await expect(page).toHaveURL(/\/dnsvs\/bcds\/itc-tga$/);
});

test("[ERR-21] [TA-57] [TA-58] a transaction that is rolled back says so and keeps the list", async ({
  page,
}) => {
  // The server of this walk runs in access mode ro, so the rollback is real.
  const origin = READ_ONLY_URL;
  await page.goto(`${origin}/login`);
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("demo");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goto(`${origin}/org/type`);
  await openForm(page, "New OE type");
  await form(page).getByLabel("Short name").fill("E2E");
  await form(page).getByLabel("Title", { exact: true }).fill("Wird zurückgenommen");
  await form(page).getByLabel("Position").fill("77");
  await plan(page);
  const planned = await openPlanned(page);
  await planned.test();
  await expect(planned.side).toContainText("Test passed for 1 change");
  await expect(
    page.getByText("The transaction ran successfully, but its changes were reverted."),
  ).toHaveCount(0);
  await planned.apply();
  await expect(toast(page, "Rolled back")).toContainText(
    "The transaction ran successfully, but its changes were reverted.",
  );
  await expect(planned.items).toHaveCount(1);
  await expect(page).toHaveURL(/\/org\/type$/);
  await expectAccessible(page);
});

test("[ERR-19] developers see the refusal in the list larger, with the complete fault", async ({ page }) => {
  await enter(page, "ada");
  const planned = await openPlanned(page);
  await importElements(page, [
    element("e2e-nobody", statement("nd.site.delete", { name: "e2e-nobody" }, {})),
  ]);
  await planned.test();
  const box = planned.item("e2e-nobody").getByRole("alert");
  await expect(box).toBeVisible();
  await expect(box.locator("pre")).toBeHidden();
  const small = (await box.boundingBox())?.height ?? 0;
  await page.getByRole("button", { name: /^Account ada/ }).click();
  await page.getByRole("menuitem", { name: "Local settings" }).click();
  await page.getByRole("switch", { name: /^Developer mode/ }).check();
  await page.keyboard.press("Escape");
  await expect(box.locator("pre")).toContainText("object_not_found");
  expect((await box.boundingBox())?.height ?? 0).toBeGreaterThan(small);
  await expectAccessible(page);
});
