import { expect, test } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { chooseReference, enter, form, openForm, openPlanned, plan } from "./support/portal.ts";

test("[VAL-26] [VAL-27] a time around a change of the clocks is asked for, by keyboard alone", async ({
  page,
}) => {
  await enter(page, "otto", "/user/tokens");
  await openForm(page, "New API token");
  await chooseReference(page, "Account", "otto-sub");
  await form(page).getByLabel("Description").fill("clock change");
  const day = form(page).getByLabel("Expires", { exact: true });
  const time = form(page).getByLabel("Expires: time");
  await day.fill("2027-03-28");
  await time.fill("02:30");
  const gap = form(page).getByRole("group", { name: /this time does not exist on this day/ });
  await expect(gap.getByRole("button")).toHaveText([
    "2027-03-28 01:30 (UTC+01:00)",
    "2027-03-28 03:30 (UTC+02:00)",
  ]);
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toContainText(
    "this time does not exist, because the clocks are put forward; possible: 2027-03-28T01:30:00+01:00",
  );
  await expectAccessible(page);
  await gap.getByRole("button", { name: /03:30/ }).focus();
  await page.keyboard.press("Enter");
  await expect(gap).toHaveCount(0);
  await expect(time).toBeFocused();
  await expect(time).toHaveValue("03:30");

  await day.fill("2027-10-31");
  await time.fill("02:30");
  const twice = form(page).getByRole("group", { name: /this time exists twice on this day/ });
  await expect(twice.getByRole("radio", { checked: true })).toHaveCount(0);
  await twice.getByRole("radio", { name: /^the first/ }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(twice.getByRole("radio", { name: "the second, 2027-10-31 02:30 (UTC+01:00)" })).toBeChecked();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1400, height: 900 });
  await plan(page);
  const planned = await openPlanned(page);
  await expect(planned.item("clock change")).toHaveCount(1);
});
