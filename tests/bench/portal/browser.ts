import { chromium, type Browser, type BrowserContext, type Page } from "playwright";

/** Otto has networks of his own on /home, ada may do everything. */
export type Person = "ada" | "otto";

export interface PortalBench {
  readonly base: string;
  readonly browser: Browser;
  /** Session of ada. */
  readonly token: string;
  /** A new page of somebody who is signed in, with nothing in the cache. */
  readonly open: (person?: Person) => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  readonly note: (text: string) => void;
}

export async function startBrowser(
  base: string,
  token: string,
  note: (text: string) => void,
): Promise<PortalBench> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  const settings = { baseURL: base, locale: "en-GB", viewport: { width: 1400, height: 800 } };
  const signIn = async (person: Person) => {
    const context = await browser.newContext(settings);
    const page = await context.newPage();
    await page.goto("/login");
    await page.getByLabel("User name").fill(person);
    await page.getByLabel("Password").fill("demo");
    // Kept for pages opened later, not for this one alone.
    await page.getByRole("main").getByLabel("Stay logged in").check();
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
    open: async (person = "ada") => {
      const context = await browser.newContext({ ...settings, storageState: states[person] });
      return { context, page: await context.newPage() };
    },
  };
}

/** Leads to another page of the portal without loading it anew. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}
