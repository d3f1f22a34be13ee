import { chromium, type Browser, type BrowserContext, type Page } from "playwright";

export interface PortalBench {
  readonly base: string;
  readonly browser: Browser;
  /** A new page of somebody who is signed in, with nothing in the cache. */
  readonly open: () => Promise<{ readonly context: BrowserContext; readonly page: Page }>;
  readonly note: (text: string) => void;
}

export async function startBrowser(base: string, note: (text: string) => void): Promise<PortalBench> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
  });
  const settings = { baseURL: base, locale: "en-GB", viewport: { width: 1400, height: 800 } };
  const first = await browser.newContext(settings);
  const page = await first.newPage();
  await page.goto("/login");
  await page.getByLabel("User name").fill("ada");
  await page.getByLabel("Password").fill("demo");
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/home$/);
  await page.getByRole("grid").first().waitFor();
  const storageState = await first.storageState();
  await first.close();
  return {
    base,
    browser,
    note,
    open: async () => {
      const context = await browser.newContext({ ...settings, storageState });
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
