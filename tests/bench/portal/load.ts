import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { figureOf, type Figure } from "../figure.ts";
import type { PortalBench } from "./browser.ts";
import { profiledPage } from "./profile.ts";

const HOME = "/home";
const LOADS = 7;
const SLOW = 4;

/** P11: all JavaScript that /home loads before its table appears, gzip. */
export async function firstLoad({ open, note }: PortalBench): Promise<readonly Figure[]> {
  const { context, page } = await open("otto");
  const sizes = new Map<string, Promise<number>>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js")) return;
    const size = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    // Files for later pages may still be on their way when the page is closed.
    size.catch(() => undefined);
    sizes.set(pathname, size);
  });
  // Idle fetches for later pages do not count, so they are disabled.
  await page.addInitScript(() => {
    Object.assign(globalThis, { requestIdleCallback: () => 0 });
  });
  await page.goto(HOME, { waitUntil: "commit" });
  const usable = await usableAt(page);
  const needed = await page.evaluate(
    (until) =>
      performance
        .getEntriesByType("resource")
        .filter((entry) => entry.startTime < until && entry.name.endsWith(".js"))
        .map((entry) => new URL(entry.name).pathname),
    usable,
  );
  note(`first load: ${needed.map((name) => name.replace("/assets/", "")).join(" ")}`);
  const kilobytes = await Promise.all(needed.map(async (name) => ((await sizes.get(name)) ?? 0) / 1000));
  await context.close();
  const ours = kilobytes.reduce((sum, one) => sum + one, 0);
  const what = `JavaScript of the first load of /home, gzip, ${String(needed.length)} files`;
  return [figureOf({ id: "P11", size: "portal", what, unit: "kB", times: [ours] })];
}

/** P12: cold load of /home until its rows are visible, with the processor slowed down four times. */
export async function coldLoad(bench: PortalBench): Promise<readonly Figure[]> {
  const what = `cold load of /home until its rows stand there, ${String(SLOW)} x CPU slow-down`;
  const times: number[] = [];
  for (let load = 0; load < LOADS; load++) times.push(await slowLoad(bench, loadHome));
  if (bench.isProfiled)
    await slowLoad(bench, async (page) => {
      console.log(await profiledPage(page, `P12, ${what}`, async () => loadHome(page)));
    });
  return [figureOf({ id: "P12", size: "portal", what, unit: "ms", times })];
}

async function slowLoad<Found>({ open }: PortalBench, work: (page: Page) => Promise<Found>): Promise<Found> {
  const { context, page } = await open("otto");
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
  const found = await work(page);
  await context.close();
  return found;
}

async function loadHome(page: Page): Promise<number> {
  await page.goto(HOME, { waitUntil: "commit" });
  return usableAt(page);
}

/** Time at which the first row of the table appears, in ms since the page began to load. */
async function usableAt(page: Page): Promise<number> {
  const usable = await page.waitForFunction(
    () =>
      document.querySelector("main [role=grid] tbody tr[aria-rowindex]") === null ? 0 : performance.now(),
    undefined,
    { polling: "raf", timeout: 60_000 },
  );
  return usable.jsonValue();
}
