import { expect, test, type Browser, type Locator, type Page } from "./support/test.ts";
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

/** The value of a field of the sheet. */
const valueOf = (page: Page, label: string): Locator =>
  page.locator("dt", { hasText: new RegExp(`^${label}$`) }).locator("xpath=following-sibling::dd[1]");

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

test("[REQ-131] [REQ-132] otto takes a ticket of greta, assigns it to a colleague of his team and gives it back", async ({
  page,
  browser,
}) => {
  const number = await asked(page);
  const main = page.getByRole("main");
  await expect(main.getByText("in progress")).toHaveCount(0);

  const otto = await pageOf(browser);
  await enter(otto, "otto", "/requests");
  const views = otto.getByRole("navigation", { name: "Views" });
  const row = table(otto, "Tickets of your team").getByRole("row").filter({ hasText: number });
  await views.getByRole("link", { name: "Assigned to me" }).click();
  await expect(otto).toHaveURL(/state=mine$/);
  await expect(row).toHaveCount(0);
  await views.getByRole("link", { name: "open", exact: true }).click();
  await expectAccessible(otto);
  await row.getByRole("link", { name: number, exact: true }).click();
  const work = otto.getByRole("main");
  await expect(work.getByRole("button", { name: "Hand back" })).toHaveCount(0);
  await work.getByRole("button", { name: "Take", exact: true }).click();
  await (await openPlanned(otto)).apply();
  await expect(work.getByText("nobody → Otto Brandt")).toBeVisible();
  await expect(work.getByText("open → in progress")).toBeVisible();
  await expect(work.getByRole("button", { name: "Take", exact: true })).toHaveCount(0);

  await page.reload();
  await expect(valueOf(page, "State").first()).toHaveText("in progress");
  await expect(main.getByText("nobody → Otto Brandt")).toBeVisible();
  for (const name of ["Take", "Take over", "Assign", "Hand back", "Change state"])
    await expect(main.getByRole("button", { name, exact: true })).toHaveCount(0);

  await openForm(otto, "Assign");
  const colleagues = form(otto).getByRole("combobox", { name: "Assigned to" });
  // Besides the four people of the team, ada works on all tickets of the demo; nobody else is offered.
  await colleagues.click();
  const options = otto.getByRole("listbox", { name: "Assigned to" }).getByRole("option");
  await expect(options.first()).toBeVisible();
  const names = await options.allInnerTexts();
  expect(names.join()).not.toMatch(/greta/);
  expect(names.length).toBeLessThanOrEqual(5);
  await options
    .filter({ hasNotText: /otto|ada/ })
    .first()
    .click();
  await form(otto).getByLabel("Comment").fill("You know this network.");
  await expectAccessible(otto);
  await plan(otto);
  await (await openPlanned(otto)).apply();
  await expect(work.getByText(/^Otto Brandt → /)).toBeVisible();
  await expect(work.getByText("You know this network.")).toBeVisible();
  await expect(work.getByRole("button", { name: "Take over", exact: true })).toBeVisible();
  await openForm(otto, "Hand back");
  await plan(otto);
  await (await openPlanned(otto)).apply();
  await expect(work.getByText(/ → nobody$/)).toBeVisible();
  await expect(valueOf(otto, "State").first()).toHaveText("open");
  await otto.context().close();
});

test("[REQ-132] if two people plan to take a ticket, the second one is told who has it", async ({
  page,
  browser,
}) => {
  const number = await asked(page);
  const [otto, ada] = [await pageOf(browser), await pageOf(browser)];
  await enter(otto, "otto", `/requests/${number}`);
  await enter(ada, "ada", `/requests/${number}`);
  for (const one of [otto, ada])
    await one.getByRole("main").getByRole("button", { name: "Take", exact: true }).click();
  await (await openPlanned(otto)).apply();
  await expect(otto.getByText("nobody → Otto Brandt")).toBeVisible();
  await openPlanned(ada);
  await ada.getByRole("button", { name: "Apply", exact: true }).click();
  await expect(ada.getByText(/was changed/).first()).toBeVisible();
  await expect(ada.getByText(/otto/).first()).toBeVisible();
  for (const one of [otto, ada]) await one.context().close();
});

test("[REQ-133] the answers of a ticket are shown as values, with links to objects that its reader may see", async ({
  page,
  browser,
}) => {
  const number = await asked(page);
  const main = page.getByRole("main");
  const answers = main
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "What was filled in" }) });
  const bcd = answers.getByRole("link", { name: /^iap-/ });
  const name = await bcd.innerText();
  await expect(answers.getByText("line one").first()).toBeVisible();
  await expect(answers.getByText(`BCD: ${name}`)).toBeHidden();
  await answers.getByText("Text as it was sent").click();
  await expect(answers.getByText(`BCD: ${name}`)).toBeVisible();
  await expectAccessible(page);
  await bcd.click();
  await expect(title(page)).toContainText(name);

  // Otto's team works on the ticket, but his unit does not own the network.
  const otto = await pageOf(browser);
  await enter(otto, "otto", `/requests/${number}`);
  const seen = otto
    .locator("section")
    .filter({ has: otto.getByRole("heading", { name: "What was filled in" }) });
  await expect(seen.getByText(name, { exact: true })).toBeVisible();
  await expect(seen.getByRole("link", { name })).toHaveCount(0);
  await otto.context().close();
});
