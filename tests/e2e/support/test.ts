import {
  test as base,
  type BrowserContext,
  type CDPSession,
  type Page,
  type PlaywrightTestOptions,
} from "playwright/test";

import { groundOf, type Ground } from "./take-back.ts";

export { expect } from "playwright/test";
export type * from "playwright/test";

/** A small answer of the server. A tab that stays at the address of the portal keeps its process, with the scripts that it has compiled. */
export const WAITING_ROOM = "/api/system/info";
const LISTENED = [
  "console",
  "dialog",
  "download",
  "pageerror",
  "popup",
  "request",
  "requestfailed",
  "requestfinished",
  "response",
  "websocket",
] as const;
/** A tab is closed after a walk that has called one of these, because their effects cannot be taken back. */
const STAINS = {
  context: [
    "addInitScript",
    "exposeBinding",
    "exposeFunction",
    "grantPermissions",
    "newCDPSession",
    "routeWebSocket",
    "setExtraHTTPHeaders",
    "setGeolocation",
    // The portal reloads itself when it is back online.
    "setOffline",
  ],
  page: [
    "addInitScript",
    "addLocatorHandler",
    "exposeBinding",
    "exposeFunction",
    "routeWebSocket",
    "setExtraHTTPHeaders",
  ],
  clock: ["install", "setFixedTime", "setSystemTime"],
} as const;

/** A tab of walks with the same options: a load in a tab that has loaded the portal before takes half the processor time. */
interface Tab {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  stained: boolean;
}

type Media = Pick<PlaywrightTestOptions, "viewport" | "colorScheme" | "contextOptions">;

/** Each walk begins with empty storage, without cookies, routes, listeners and other tabs, and leaves the database as it found it. */
export const test = base.extend<
  { readonly fresh: boolean; readonly tab: Tab | null; readonly taken: undefined },
  { readonly tabs: Map<string, Tab>; readonly ground: Ground }
>({
  /** `true`: the walk gets a browser context of its own, with nothing cached. */
  fresh: [false, { option: true }],
  tabs: [
    // Playwright reads the names of fixtures from the parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const tabs = new Map<string, Tab>();
      await give(tabs);
      for (const { context } of tabs.values()) await context.close();
    },
    { scope: "worker" },
  ],
  tab: async (
    { browser, tabs, fresh, baseURL, viewport, hasTouch, isMobile, locale, colorScheme, contextOptions },
    give,
    { errors },
  ) => {
    if (fresh) {
      await give(null);
      return;
    }
    const key = JSON.stringify([baseURL, viewport, hasTouch, isMobile, locale, colorScheme, contextOptions]);
    const tab = tabs.get(key) ?? (await openTab(await browser.newContext()));
    tabs.delete(key);
    await give(tab);
    if (tab.stained || tab.page.isClosed() || errors.length > 0) {
      await tab.context.close();
      return;
    }
    await clean(tab, { viewport, colorScheme, contextOptions });
    tabs.set(key, tab);
  },
  ground: [
    // Playwright reads the names of fixtures from the parameter.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, give, { project }) => {
      await give(await groundOf(project.use.baseURL ?? ""));
    },
    { scope: "worker", auto: true },
  ],
  taken: [
    async ({ ground }, give) => {
      await give(undefined);
      await ground.takeBack();
    },
    // A walk that ran out of time leaves some time for this step.
    { auto: true, timeout: 60_000 },
  ],
  context: async ({ browser, tab }, give) => {
    const context = tab?.context ?? (await browser.newContext());
    await give(context);
    if (!tab) await context.close();
  },
  page: async ({ context, tab }, give) => {
    await give(tab?.page ?? (await context.newPage()));
  },
});

async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  const tab: Tab = { context, page, cdp: await context.newCDPSession(page), stained: false };
  const stain = () => {
    tab.stained = true;
  };
  tellCalls(context, STAINS.context, stain);
  tellCalls(context.clock, STAINS.clock, stain);
  tellCalls(page, STAINS.page, stain);
  await page.goto(WAITING_ROOM);
  const { origin } = new URL(page.url());
  // The storage of another server is not emptied.
  page.on("framenavigated", (frame) => {
    if (frame.parentFrame() === null && new URL(frame.url()).origin !== origin) stain();
  });
  return tab;
}

function tellCalls(target: object, methods: readonly string[], called: () => void): void {
  for (const name of methods) {
    const method: unknown = Reflect.get(target, name);
    if (typeof method !== "function") throw new Error(`There is no method ${name}.`);
    const told = new Proxy(method, {
      apply(original, self, args: readonly unknown[]): unknown {
        called();
        return Reflect.apply(original, self, args);
      },
    });
    Reflect.set(target, name, told);
  }
}

async function clean(tab: Tab, { viewport, colorScheme, contextOptions }: Media): Promise<void> {
  const { context, page, cdp } = tab;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of LISTENED) page.removeAllListeners(event);
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.bringToFront();
  await page.goto(WAITING_ROOM);
  await page.evaluate(() => {
    sessionStorage.clear();
  });
  const { origin } = new URL(page.url());
  await cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb" });
  await context.clearCookies();
  if (viewport) await page.setViewportSize(viewport);
  await page.emulateMedia({
    media: null,
    colorScheme: colorScheme ?? "light",
    reducedMotion: contextOptions.reducedMotion ?? "no-preference",
    forcedColors: "none",
    contrast: "no-preference",
  });
}
