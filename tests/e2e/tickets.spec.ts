import { expect, test, type Browser, type Page } from "./support/test.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./support/axe.ts";
import { enter, form, openForm, openPlanned, plan, table, title } from "./support/portal.ts";

const COMMENT = "Which subnet is meant?\nPlease tell us by Monday.";

/** Sends a DHCP request as greta and returns the number of her ticket. */
async function asked(page: Page): Promise<string> {
  await enter(page, "greta", "/requests?form=dhcp");
  const main = page.getByRole("main");
  await main.getByRole("combobox", { name: "BCD" }).fill("iap");
  await page.getByRole("listbox", { name: "BCD" }).getByRole("option").first().click();
  await main.getByLabel("Comments").fill("line one\nline two");
  await main.getByRole("button", { name: "Send the request" }).click();
  const made = main.getByRole("heading", { name: /^Ticket \d+ was made/ });
  await expect(made).toBeVisible();
  const number = /\d+/.exec(await made.innerText())?.[0] ?? "";
  await main.getByRole("link", { name: "Open the ticket" }).click();
  await expect(page).toHaveURL(new RegExp(`/requests/${number}$`));
  await expect(title(page)).toContainText(`${number} DHCP for a BCD: `);
  return number;
}

async function pageOf(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

test("[REQ-100] ada works on a ticket of greta, who reads its events and prints it", async ({
  page,
  browser,
}) => {
  const number = await asked(page);
  const main = page.getByRole("main");
  await expect(main.getByText("Nobody has worked on this ticket yet.")).toBeVisible();
  await expect(main.getByRole("button", { name: "Change state" })).toHaveCount(0);

  const ada = await pageOf(browser);
  await enter(ada, "ada", "/requests");
  const tabs = ada.getByRole("navigation", { name: "Views" });
  const row = table(ada, "All tickets").getByRole("row").filter({ hasText: number });
  await tabs.getByRole("link", { name: "done", exact: true }).click();
  await expect(tabs.getByRole("link", { name: "done", exact: true })).toHaveAttribute("aria-current", "page");
  await expect(row.getByRole("link", { name: number, exact: true })).toHaveCount(0);
  await tabs.getByRole("link", { name: "open", exact: true }).click();
  await expect(ada).toHaveURL(/\/requests\?state=open$/);
  await expectAccessible(ada);
  await row.getByRole("link", { name: number, exact: true }).click();
  await expect(title(ada)).toContainText(number);
  await openForm(ada, "Change state");
  await form(ada).getByLabel("State", { exact: true }).selectOption("in progress");
  await form(ada).getByLabel("Comment").fill(COMMENT);
  await expectAccessible(ada);
  await plan(ada);
  await (await openPlanned(ada)).apply();
  await expect(ada.getByRole("main").getByText("open → in progress").first()).toBeVisible();
  await ada.context().close();

  await page.reload();
  await expect(main.getByText("open → in progress")).toBeVisible();
  await expect(main.getByText(COMMENT)).toBeVisible();
  await expect(main.getByRole("button", { name: "Change state" })).toHaveCount(0);
  await expect(main.getByText("Plan the reverse")).toHaveCount(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 1400, height: 900 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const part of ["banner", "navigation", "contentinfo", "button"] as const)
    await expect(page.getByRole(part).filter({ visible: true })).toHaveCount(0);
  for (const text of [number, "Greta Hölzer", "line two", "open → in progress", "Please tell us by Monday."])
    await expect(main.getByText(text).first()).toBeVisible();
  const colours = await main.evaluate((one) => [
    getComputedStyle(one).color,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
});
