import type { Page } from "playwright";
import { figureOf, quantile, type Figure } from "../figure.ts";
import { goWithin, type PortalBench } from "./browser.ts";
import { profiledPage } from "./profile.ts";

export const ROWS = 100_000;
const LIST = "/object/nd.bldg?site=bench";
const OPENS = 5;
const FRAMES = 300;
const TEXTS = ["99", "street 5", "house 12345", "e", "block 7"];
/** The filter box waits this long after the last key (CONST-04). */
const PAUSE = 300;
const FILTERED = "P13, a table of 100,000 rows is filtered, from Enter to the frame";

/** P13: a table of 100,000 rows is opened, loaded completely, filtered while typing, sorted and scrolled. */
export async function bigTable({ open, note, isProfiled }: PortalBench): Promise<readonly Figure[]> {
  const opened: number[] = [];
  const whole: number[] = [];
  for (let run = 0; run < OPENS; run++) {
    const { context, page } = await open();
    await page.goto("/object");
    await page.getByRole("grid").first().waitFor();
    opened.push(await timed(page, LIST, 201));
    whole.push(await timed(page, `${LIST}&size=0`, ROWS));
    note(
      `table opened ${String(Math.round(opened.at(-1) ?? 0))} ms, whole ${String(Math.round(whole.at(-1) ?? 0))} ms`,
    );
    await context.close();
  }
  if (isProfiled) {
    const { context, page } = await open();
    await page.goto("/object");
    await page.getByRole("grid").first().waitFor();
    const work = async (): Promise<number> => timed(page, LIST, 201);
    console.log(await profiledPage(page, "P13, a table of 100,000 rows is opened", work));
    await context.close();
  }
  const { context, page } = await open();
  await page.goto(`${LIST}&size=0`);
  await page.locator(`[aria-rowcount="${String(ROWS + 1)}"]`).waitFor({ timeout: 60_000 });
  // The index is built in idle time.
  await page.waitForTimeout(1_500);
  if (isProfiled)
    console.log(await profiledPage(page, FILTERED, async () => filterByEnter(page, "street 5")));
  const filtered: number[] = [];
  for (const text of [...TEXTS, ...TEXTS]) filtered.push(await filterTime(page, text));
  await setFilter(page, "");
  const sorted = [await sortTime(page), await sortTime(page)];
  const frames = await scrollFrames(page);
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  await context.close();
  const row = (what: string, times: readonly number[], unit = "ms", ours?: number): Figure =>
    figureOf({ id: "P13", size: "portal", what, unit, times, ...(ours === undefined ? {} : { ours }) });
  return [
    row("table of 100,000 rows: open, from the click to painted rows", opened),
    row("… all 100,000 rows fetched and painted", whole),
    row("… filter, from the end of the pause of 300 ms to the painted frame", filtered),
    row("… sort by a head", sorted),
    row("… scroll: frame, p95", frames, "ms", quantile(frames, 0.95)),
    row("… elements of the document", [nodes], "nodes"),
  ];
}

/** From the navigation to the list until it shows this number of rows and has painted the first ones. */
async function timed(page: Page, path: string, rows: number): Promise<number> {
  const start = await page.evaluate(() => performance.now());
  await goWithin(page, path);
  const end = await page.waitForFunction(
    (count) => {
      const grid = document.querySelector("main [role=grid]");
      const told = Number(grid?.getAttribute("aria-rowcount") ?? 0);
      return told >= Math.min(count, 200) + 1 &&
        (count < 1_000 || told > 1_000) &&
        grid?.querySelector("tbody tr td") !== null
        ? performance.now()
        : 0;
    },
    rows,
    { polling: "raf", timeout: 60_000 },
  );
  return (await end.jsonValue()) - start;
}

async function setFilter(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox").fill(text);
  await page.waitForTimeout(PAUSE + 400);
}

/** From the end of the pause after the last key to the frame that shows the matches. */
async function filterTime(page: Page, text: string): Promise<number> {
  await setFilter(page, "zzzz no such row");
  const box = page.getByRole("searchbox");
  await page.evaluate(() => {
    const state = { typed: 0, shown: 0 };
    Object.assign(globalThis, { benchFilter: state });
    const input = document.querySelector("input[type=search][data-key=filter]");
    input?.addEventListener("input", () => (state.typed = performance.now()), { once: true });
    const look = (): void => {
      const isThere = document.querySelector("main [role=grid] tbody tr[aria-rowindex]") !== null;
      if (state.typed > 0 && isThere) state.shown = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await box.fill(text);
  const shown = await page.waitForFunction(
    () => {
      // The script above sets these members.
      const { benchFilter } = globalThis as unknown as { benchFilter: { typed: number; shown: number } };
      return benchFilter.shown === 0 ? 0 : benchFilter.shown - benchFilter.typed;
    },
    undefined,
    { timeout: 30_000 },
  );
  return Math.max(0, (await shown.jsonValue()) - PAUSE);
}

/** The same without the pause, as a profile needs it: Enter counts at once. */
async function filterByEnter(page: Page, text: string): Promise<number> {
  return page.evaluate(async (typed) => {
    const input = document.querySelector<HTMLInputElement>("input[type=search][data-key=filter]");
    if (input === null) throw new Error("The table has no filter.");
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const before = document.querySelector("main [role=grid]")?.getAttribute("aria-rowcount");
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, typed);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    const start = performance.now();
    input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    const count = () => document.querySelector("main [role=grid]")?.getAttribute("aria-rowcount");
    while (count() === before) await frame();
    return performance.now() - start;
  }, text);
}

async function sortTime(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const heads = [...document.querySelectorAll<HTMLElement>("main [role=grid] .head-button")];
    const start = performance.now();
    heads[1]?.click();
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
}

/** Times between frames while the list scrolls by one screenful per frame. */
async function scrollFrames(page: Page): Promise<readonly number[]> {
  return page.evaluate(async (count) => {
    const box = document.querySelector(".grid-box");
    const frames: number[] = [];
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    let before = await frame();
    for (let at = 0; at < count; at++) {
      box?.scrollBy(0, 120);
      const now = await frame();
      frames.push(now - before);
      before = now;
    }
    return frames;
  }, FRAMES);
}
