import { expect, type Locator, type Page, type Response } from "playwright/test";
import { WAITING_ROOM } from "./test.ts";
import { beginSession, type Person } from "./wapi.ts";

export type { Person };

/** Signs in on the login page as a person does. The caller checks the page that follows. */
export async function signIn(page: Page, person: Person, password = "demo"): Promise<void> {
  await page.goto("/login");
  await fillSignIn(page, person, password);
}

export async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Opens the page in a session that has begun already, which is faster than the login page. */
export async function enter(page: Page, person: Person, path = "/home"): Promise<void> {
  await takeSession(page, person);
  await page.goto(path);
}

/** Opens a page like a link does, without loading the portal again, and waits until the page before has gone. If the portal is not open, it is loaded. */
export async function visit(page: Page, path: string): Promise<void> {
  if ((await page.locator("#root").count()) === 0) {
    await page.goto(path);
    return;
  }
  await page.locator("#content > :not(.notice-lines)").first().waitFor({ state: "attached" });
  await page.evaluate((to) => {
    // A change of the query alone keeps the page.
    if (new URL(to, location.href).pathname !== location.pathname)
      for (const part of document.querySelectorAll("#content > :not(.notice-lines)"))
        part.setAttribute("data-left", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
  await expect(page.locator("[data-left]"), path).toHaveCount(0);
}

/** Begins a session for the tab and opens no page of the portal, so that no call of an earlier page is counted. */
export async function takeSession(page: Page, person: Person): Promise<void> {
  const { token, gpk } = await beginSession(page.request, person);
  // A small answer of the same address gives access to the storage of the tab. A new walk is already there.
  if (!page.url().endsWith(WAITING_ROOM)) await page.goto(WAITING_ROOM);
  await page.evaluate(
    (stored) => {
      localStorage.removeItem("token");
      sessionStorage.setItem("token", stored);
    },
    JSON.stringify({ text: token, gpk, isTyped: false }),
  );
}

export async function signOut(page: Page, person: Person): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Account ${person}`) }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(signInLink(page)).toBeVisible();
}

/** The sign-in link that every page shows to visitors; some pages have a second one. */
export function signInLink(page: Page): Locator {
  return page.getByRole("banner").getByRole("link", { name: "Sign in", exact: true });
}

/** Chooses an entry from the menu of the account in effect. */
export async function chooseInAccount(page: Page, login: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Account ${login}`) }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** The toast with this title; it disappears after ten seconds. */
export function toast(page: Page, titled: string): Locator {
  return page.getByRole("region", { name: "Notices" }).locator(".toast").filter({ hasText: titled });
}

export function title(page: Page): Locator {
  return page.getByRole("main").getByRole("heading", { level: 1 });
}

export function form(page: Page): Locator {
  const plan = page.getByRole("button", {
    name: /^(Plan|Planen|Replace planned change|Geplante Änderung ersetzen)$/,
  });
  return page.getByRole("dialog").filter({ has: plan });
}

/** The table with this name, and its rows by a text that they contain. */
export function table(page: Page, name: string | RegExp): Locator {
  return page.getByRole("grid", { name }).or(page.getByRole("treegrid", { name }));
}

/** A row of the table, or the list of facts in the side panel that takes the place of a table with one row. */
export function rowOf(page: Page, name: string | RegExp, text: string | RegExp): Locator {
  const alone = page.locator(".beside-row").and(page.getByRole("region", { name }));
  return table(page, name).getByRole("row").or(alone).filter({ hasText: text });
}

/** The value beside this label in a list of facts. */
export function fact(within: Locator, label: string): Locator {
  const term = within.locator("dt").filter({ hasText: new RegExp(`^${label}$`) });
  return term.locator("xpath=following-sibling::dd[1]").first();
}

/** Texts of the cells of a row by the heads of their columns. */
export async function cellsOf(
  page: Page,
  name: string | RegExp,
  text: string,
): Promise<Record<string, string>> {
  const grid = table(page, name).first();
  const row = grid.getByRole("row").filter({ hasText: text }).first();
  await expect(row).toBeVisible();
  const heads = await grid.getByRole("columnheader").allInnerTexts();
  const cells = await row.getByRole("gridcell").or(row.getByRole("rowheader")).allInnerTexts();
  return Object.fromEntries(heads.map((head, at) => [head.trim(), cells[at]?.trim() ?? ""]));
}

/** Chooses an entry from the menu of a row. */
export async function chooseInRow(row: Locator, entry: string | RegExp): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await row.page().getByRole("menuitem", { name: entry }).click();
}

/** Waits until the form has the focus and accepts typing. */
export async function openForm(page: Page, button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).first().click();
  await expect(form(page).locator(":focus")).toHaveCount(1);
}

/** Types a reference and chooses it from the suggestions of the server. */
export async function chooseReference(page: Page, label: string, text: string): Promise<void> {
  await form(page).getByRole("combobox", { name: label, exact: true }).fill(text);
  await page.getByRole("listbox", { name: label }).getByRole("option", { name: text }).first().click();
}

/** Plans the change of the form and waits until the form is closed. */
export async function plan(page: Page): Promise<void> {
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toHaveCount(0);
}

/** Only an apply is a call with a name that is not a test. */
function isApply(response: Response): boolean {
  const url = response.url();
  return url.includes("/transaction/execute?") && url.includes("call_id=") && !url.includes("dry_mode=true");
}

/** The sidebar with the planned list; opens it if it is closed. */
export async function openPlanned(page: Page): Promise<Planned> {
  const name = "Planned changes";
  const side = page.getByRole("complementary", { name }).or(page.getByRole("dialog", { name }));
  const button = page.getByRole("button", { name: /^Planned changes/ });
  // Planning opens the sidebar too, possibly between the check of the button and the press.
  await expect(async () => {
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(side).toBeVisible({ timeout: 2_000 });
  }).toPass();
  const begin = () => side.getByRole("button", { name: "Apply", exact: true }).click();
  return {
    side,
    items: side.locator("ol > li"),
    item: (text) => side.locator("ol > li").filter({ hasText: text }),
    test: () => side.getByRole("button", { name: "Test", exact: true }).click(),
    begin,
    // Pages show planned values before the apply has ended, so the values do not show that it has ended.
    apply: async () => {
      const answer = page.waitForResponse(isApply, { timeout: 5_000 }).catch(() => null);
      await begin();
      await answer;
      await expect(side.locator(".run-progress.is-busy, progress.run-progress")).toHaveCount(0);
    },
  };
}

export interface Planned {
  readonly side: Locator;
  readonly items: Locator;
  readonly item: (text: string | RegExp) => Locator;
  readonly test: () => Promise<void>;
  /** Presses Apply. */
  readonly begin: () => Promise<void>;
  /** Presses Apply and waits for the end. */
  readonly apply: () => Promise<void>;
}

/** Waits until all preloaded parts and their dependencies are loaded. */
export async function expectFetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const come = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    const links = document.querySelectorAll<HTMLLinkElement>(
      "link[rel=modulepreload], link[rel=stylesheet]:not([disabled])",
    );
    const wanted = [...links].map(({ href }) => href);
    // Forms are requested last.
    const isAsked = ["/opened-form-", "/create-planner-"].every((part) =>
      wanted.some((href) => href.includes(part)),
    );
    return isAsked && wanted.every((href) => come.has(href));
  });
}

/** Holds back the answers of tests until they are released. */
export async function holdTests(page: Page): Promise<() => void> {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/transaction/execute?*dry_mode=true*", async (route) => {
    await held;
    await route.continue();
  });
  return answer;
}

/** Chooses an entry from the menu of a planned element. */
export async function chooseInPlanned(item: Locator, entry: string): Promise<void> {
  await item.getByRole("button", { name: /^Actions for/ }).click();
  await item.page().getByRole("menuitem", { name: entry }).click();
}

/** Saves the first list of the page as a file of this kind, and returns the path of the file. */
export async function saveList(page: Page, entry = "CSV for programs and import"): Promise<string> {
  const download = page.waitForEvent("download");
  const main = page.getByRole("main");
  const button = main.getByRole("button", { name: "Save as file", exact: true }).first();
  // A short list has one menu for everything.
  const menu = main.getByRole("button", { name: /^Filter, CSV and columns/ }).first();
  await ((await button.isVisible()) ? button : menu).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
  return (await download).path();
}
