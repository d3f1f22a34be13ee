import { chromium, type Browser, type BrowserContext, type Page } from "playwright";
import { chromiumPath } from "../../support/chromium.ts";

/** Otto owns networks that /home lists; ada has every permission. */
export type Person = "ada" | "otto";

export interface PortalBench {
  readonly base: string;
  readonly browser: Browser;
  /** Session of ada. */
  readonly token: string;
  /** A new page with a signed-in account and an empty cache. */
  readonly open: (person?: Person) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  readonly note: (text: string) => void;
  /** Profiles of rows show where their time goes. */
  readonly isProfiled: boolean;
}

export async function startBrowser(
  base: string,
  token: string,
  note: (text: string) => void,
  isProfiled: boolean,
): Promise<PortalBench> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  const settings = { baseURL: base, locale: "en-GB", viewport: { width: 1400, height: 800 } };
  const signIn = async (person: Person) => {
    const context = await browser.newContext(settings);
    const page = await context.newPage();
    await page.goto("/login");
    // Central sign-in stands first.
    await page.getByRole("main").getByText("Account", { exact: true }).click();
    await page.getByLabel("User name").fill(person);
    await page.getByLabel("Password").fill("demo");
    // The token is kept for pages that are opened later.
    await page.getByRole("main").getByLabel("Stay signed in").check();
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL(/\/home$/);
    const state = await context.storageState();
    await context.close();
    return state;
  };
  const states = { ada: await signIn("ada"), otto: await signIn("otto") };
  return {
    base,
    browser,
    token,
    note,
    isProfiled,
    open: async (person = "ada") => {
      const context = await browser.newContext({ ...settings, storageState: states[person] });
      return { context, page: await context.newPage() };
    },
  };
}

/** Goes to another page of the portal without reloading it. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
