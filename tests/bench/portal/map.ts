import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright";
import type { Database } from "../../../server/db/database.ts";
import { parseCsv } from "../../../server/import/csv.ts";
import { figureOf, type Figure } from "../figure.ts";
import { goWithin, type PortalBench } from "./browser.ts";

/** Public data that lie beside the checkout. */
const FILE = join(import.meta.dirname, "../../../../shared/data/campus-places.csv");
const OPENINGS = 9;
const FLOORS = 9;
/** Nothing is drawn any more when the canvas was left alone so long. */
const QUIET = 400;

interface Place {
  readonly title: string;
  readonly lat: number;
  readonly lon: number;
}

/** The real places; null with a sentence where their file is absent. */
export function realPlaces(note: (text: string) => void): readonly Place[] | null {
  if (!existsSync(FILE)) {
    note(`P16 is left out: ${FILE} is not there.`);
    return null;
  }
  const [, ...rows] = parseCsv(readFileSync(FILE, "utf8"));
  return rows.flatMap(({ cells }) => {
    const [lat, lon] = (cells[4]?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    return lat === undefined || lon === undefined ? [] : [{ title: cells[1] ?? "", lat, lon }];
  });
}

/** All of them as buildings of one site, in place of those of the demo campus, which stand elsewhere. */
export async function addPlaces(db: Database, places: readonly Place[]): Promise<void> {
  await db.query(
    "update nd.bldg set geo_lat = null, geo_lon = null where site in (select id from nd.site where name <> 'places')",
  );
  await db.query("insert into nd.site (name, title) values ('places', 'Places') on conflict do nothing");
  await db.query(
    `insert into nd.bldg (site, "number", title, geo_lat, geo_lon)
     select s.id, 'place ' || p.n, p.title, p.lat, p.lon
     from nd.site s cross join rows from (unnest($1::text[]), unnest($2::float8[]), unnest($3::float8[])) with ordinality p(title, lat, lon, n)
     where s.name = 'places' and not exists (select from nd.bldg b where b.site = s.id)`,
    [places.map(({ title }) => title), places.map(({ lat }) => lat), places.map(({ lon }) => lon)],
  );
  await db.query("analyze nd.bldg");
}

/** P16: the campus map with all real places, from the way to it until nothing is drawn any more; beside it plain circles and a plain list. */
export async function campusMap(
  { open, note }: PortalBench,
  places: readonly Place[],
): Promise<readonly Figure[]> {
  const first: number[] = [];
  const again: number[] = [];
  const floors: number[] = [];
  const { context, page } = await open();
  await page.addInitScript(noteDrawing);
  await page.goto("/netdoc/sites");
  await page.getByRole("grid").first().waitFor();
  for (let opening = 0; opening <= OPENINGS; opening++) {
    (opening === 0 ? first : again).push(await drawnAfter(page, places.length));
    await goWithin(page, "/netdoc/sites");
    await page.getByRole("grid").first().waitFor();
  }
  for (let at = 0; at <= FLOORS; at++) floors.push(await plainly(page, places));
  await context.close();
  note(`map opened for the first time in ${String(Math.round(first[0] ?? 0))} ms`);
  const what = `campus map of ${String(places.length)} real places`;
  const floor = floors.slice(1).toSorted((a, b) => a - b)[Math.floor(FLOORS / 2)] ?? 0;
  const row = (text: string, times: readonly number[], beside?: number): Figure =>
    figureOf({
      id: "P16",
      size: "portal",
      what: text,
      unit: "ms",
      times,
      ...(beside === undefined ? {} : { floor: beside }),
    });
  return [
    row(`${what}: from the way to it until all are drawn and listed`, again, floor),
    row("… its first opening, code and rows on their way", first),
  ];
}

/** Tells when something was last drawn on a canvas. */
function noteDrawing(): void {
  const drawing = CanvasRenderingContext2D.prototype;
  for (const name of ["drawImage", "fill", "stroke", "fillText"] as const) {
    const own = drawing[name] as (...args: unknown[]) => void;
    Object.assign(drawing, {
      [name](this: CanvasRenderingContext2D, ...args: unknown[]) {
        Object.assign(globalThis, { lastDrawn: performance.now() });
        own.apply(this, args);
      },
    });
  }
}

async function drawnAfter(page: Page, count: number): Promise<number> {
  const start = await page.evaluate(() => {
    Object.assign(globalThis, { lastDrawn: 0 });
    return performance.now();
  });
  await goWithin(page, "/netdoc/map");
  const end = await page.waitForFunction(
    ([places, quiet]) => {
      const { lastDrawn = 0 } = globalThis as { lastDrawn?: number };
      const listed = document.querySelectorAll(".campus-map-list li").length;
      return listed >= places && lastDrawn > 0 && performance.now() - lastDrawn > quiet ? lastDrawn : 0;
    },
    [count, QUIET] as const,
    { polling: 50, timeout: 60_000 },
  );
  return (await end.jsonValue()) - start;
}

/** The same places as circles on a canvas and buttons of a list, by hand, until the next frame. */
async function plainly(page: Page, places: readonly Place[]): Promise<number> {
  return page.evaluate(async (all) => {
    const start = performance.now();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: 900, height: 700 });
    const pen = canvas.getContext("2d");
    const [south, west] = [Math.min(...all.map(({ lat }) => lat)), Math.min(...all.map(({ lon }) => lon))];
    const list = document.createElement("ul");
    for (const { title, lat, lon } of all) {
      pen?.beginPath();
      pen?.arc((lon - west) * 3_000, 700 - (lat - south) * 3_000, 6, 0, 7);
      pen?.fill();
      const button = document.createElement("button");
      button.textContent = title;
      list.append(document.createElement("li"));
      list.lastElementChild?.append(button);
    }
    document.body.append(canvas, list);
    list.getBoundingClientRect();
    await new Promise((done) => {
      requestAnimationFrame(() => setTimeout(done));
    });
    const time = performance.now() - start;
    canvas.remove();
    list.remove();
    return time;
  }, places);
}
