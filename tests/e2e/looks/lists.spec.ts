import { expect, type Locator } from "playwright/test";
import { walkInEveryLook, type Walk } from "../support/looks.ts";

/** Opens all suggestions of a field, goes to the last one by keys and examines them. */
async function lookAtOffers(
  { page, see }: Walk,
  field: Locator,
  typed: string,
  state: string,
): Promise<void> {
  await field.fill(typed);
  const offers = page.getByRole("listbox").getByRole("option");
  await expect(offers.nth(7)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await see(`${state}-first`);
  const last = offers.last();
  await last.scrollIntoViewIfNeeded();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await see(`${state}-last`);
  await page.keyboard.press("Escape");
  await expect(offers).toHaveCount(0);
}

walkInEveryLook(
  "[PREF-15] [I18N-10] long lists of what may be chosen are accessible in forms, templates and requests",
  async (walk) => {
    const { page, dialog } = walk;
    await page.goto("/object/nd.device?create");
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await lookAtOffers(walk, dialog.getByRole("combobox", { name: "FQDN" }), "tannmuehl", "long-list-form");
    await page.goto("/tools/hub?template=dns_host_remove");
    await expect(dialog.locator(":focus")).toHaveCount(1);
    await lookAtOffers(walk, dialog.getByRole("combobox").first(), "tannmuehl", "long-list-template");
    await page.goto("/requests?form=firewall");
    const bcd = page.getByRole("main").getByRole("combobox", { name: "BCD" }).first();
    await lookAtOffers(walk, bcd, "arbeit", "long-list-request");
  },
);
