import { expect, type Locator, type Page } from "playwright/test";

export type Person = "ada" | "otto" | "greta" | "lars" | "nora";

/** Signs in on the login page as a person does. Where it leads is the walk's own business. */
export async function signIn(page: Page, person: Person, password = "demo"): Promise<void> {
  await page.goto("/login");
  await fillSignIn(page, person, password);
}

export async function fillSignIn(page: Page, name: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
}

/** Signs in and waits for home. */
export async function enter(page: Page, person: Person): Promise<void> {
  await signIn(page, person);
  await expect(page).toHaveURL(/\/home$/);
}

export async function signOut(page: Page, person: Person): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Account ${person}`) }).click();
  await page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect(signInLink(page)).toBeVisible();
}

/** The way to sign in that every page has for visitors; some pages offer one of their own besides. */
export function signInLink(page: Page): Locator {
  return page.getByRole("banner").getByRole("link", { name: "Sign in", exact: true });
}

/** Chooses from the menu of the account that is in effect. */
export async function chooseInAccount(page: Page, login: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: new RegExp(`^Account ${login}`) }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** The message with this title at the lower edge; it goes after ten seconds. */
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

/** The table with this name; a row of it by a text that it holds. */
export function table(page: Page, name: string | RegExp): Locator {
  return page.getByRole("grid", { name }).or(page.getByRole("treegrid", { name }));
}

export function rowOf(page: Page, name: string | RegExp, text: string | RegExp): Locator {
  return table(page, name).getByRole("row").filter({ hasText: text });
}

/** Chooses from the menu of a row. */
export async function chooseInRow(row: Locator, entry: string | RegExp): Promise<void> {
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await row.page().getByRole("menuitem", { name: entry }).click();
}

/** The form once it is ready to be typed into: it takes the focus itself. */
export async function openForm(page: Page, button: string): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).first().click();
  await expect(form(page).locator(":focus")).toHaveCount(1);
}

/** A reference is typed and then chosen from what the server offers. */
export async function chooseReference(page: Page, label: string, text: string): Promise<void> {
  await form(page).getByRole("combobox", { name: label, exact: true }).fill(text);
  await page.getByRole("listbox", { name: label }).getByRole("option", { name: text }).first().click();
}

/** Plans what the form holds and waits until it is closed. */
export async function plan(page: Page): Promise<void> {
  await form(page).getByRole("button", { name: "Plan", exact: true }).click();
  await expect(form(page)).toHaveCount(0);
}

/** The sidebar with what is planned; opens it where it is closed. */
export async function openPlanned(page: Page): Promise<Planned> {
  const name = "Planned changes";
  const side = page.getByRole("complementary", { name }).or(page.getByRole("dialog", { name }));
  const button = page.getByRole("button", { name: /^Planned changes/ });
  // Planning opens it too, perhaps right between the look at the button and the press.
  await expect(async () => {
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await expect(side).toBeVisible({ timeout: 2_000 });
  }).toPass();
  return {
    side,
    items: side.locator("ol > li"),
    item: (text) => side.locator("ol > li").filter({ hasText: text }),
    test: () => side.getByRole("button", { name: "Test", exact: true }).click(),
    apply: () => side.getByRole("button", { name: "Apply", exact: true }).click(),
  };
}

export interface Planned {
  readonly side: Locator;
  readonly items: Locator;
  readonly item: (text: string | RegExp) => Locator;
  readonly test: () => Promise<void>;
  readonly apply: () => Promise<void>;
}

/** Everything that is loaded ahead has come, with all it needs, and nothing of it is on its way any more. */
export async function expectFetchedAhead(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const come = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    const links = document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload], link[rel=stylesheet]");
    const wanted = [...links].map(({ href }) => href);
    // Forms are the last to be asked for.
    const isAsked = ["/opened-form-", "/direct-change-"].every((part) =>
      wanted.some((href) => href.includes(part)),
    );
    return isAsked && wanted.every((href) => come.has(href));
  });
}

/** Keeps the answer of tests back until it is asked for. */
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

/** Chooses from the menu of a planned element. */
export async function chooseInPlanned(item: Locator, entry: string): Promise<void> {
  await item.getByRole("button", { name: /^Actions for/ }).click();
  await item.page().getByRole("menuitem", { name: entry }).click();
}
