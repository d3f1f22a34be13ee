import type { Page } from "playwright";
import { table } from "../document.ts";
import { OTHERS, timeByPart, type Frame, type TimeByPart } from "../samples.ts";

/** Members of `Performance.getMetrics`, in seconds. */
const NATIVE = {
  V8CompileDuration: "compiling scripts",
  RecalcStyleDuration: "styles",
  LayoutDuration: "layout",
} as const;

const SAMPLE_US = 200;

/** Runs the work, which answers its time in ms, and tells where the time of the page's main thread went. */
export async function profiledPage(page: Page, what: string, work: () => Promise<number>): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  await session.send("Profiler.enable");
  await session.send("Profiler.setSamplingInterval", { interval: SAMPLE_US });
  const before = await metrics();
  await session.send("Profiler.start");
  const whole = await work();
  const { profile } = await session.send("Profiler.stop");
  const after = await metrics();
  await session.detach();
  const native = Object.entries(NATIVE).map(
    ([name, title]) => [title, 1000 * ((after.get(name) ?? 0) - (before.get(name) ?? 0))] as const,
  );
  return pageTable(what, whole, timeByPart(profile, partOf, whole), native);

  async function metrics(): Promise<ReadonlyMap<string, number>> {
    const { metrics: found } = await session.send("Performance.getMetrics");
    return new Map(found.map(({ name, value }) => [name, value]));
  }
}

const OF_ITSELF: Readonly<Record<string, string>> = {
  "(idle)": "waiting: for the server, the database and other threads of the browser",
  "(program)": "the browser itself: compiling, styles, layout, painting",
  "(garbage collector)": "garbage collection",
};

/** File of a script without its hash; null for a function without a file. */
function partOf({ functionName, url }: Frame): string | null {
  if (url === "") return OF_ITSELF[functionName] ?? null;
  return /\/assets\/(.+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? OTHERS;
}

function pageTable(what: string, whole: number, parts: TimeByPart, native: TimeByPart): string {
  const isShown = ([part, ms]: TimeByPart[number]): boolean => part !== OTHERS && ms >= whole / 100;
  const shown = parts.filter(isShown);
  const rest = parts.filter((one) => !isShown(one)).reduce((sum, [, ms]) => sum + ms, 0);
  const rows = [...shown, [OTHERS, rest] as const].map(([part, ms]) => `${part} | ${ms.toFixed(0)}`);
  const inside = native.map(([part, ms]) => `… of the browser itself: ${part} | ${ms.toFixed(0)}`);
  return table([`${what}, ${whole.toFixed(0)} ms under the profiler`, "ms"], [...rows, ...inside]);
}
