import type { Page } from "playwright";
import type { Database } from "../../../server/db/database.ts";
import { random } from "../../support/random.ts";
import { figureOf, type Figure } from "../figure.ts";
import { goWithin, type PortalBench } from "./browser.ts";

/** The number of buildings that a university of 25,000 students publishes. */
const PLACES = 828;
const QUARTERS = [
  [49.008, 8.403],
  [49.017, 8.385],
  [49.093, 8.428],
] as const;
const OPENINGS = 9;
const FLOORS = 9;
/** Drawing is complete when the canvas has not changed for this time. */
const QUIET = 400;

interface Place {
  readonly title: string;
  readonly lat: number;
  readonly lon: number;
}

/** Three parts of a campus: dense within, and far from each other. */
export function manyPlaces(): readonly Place[] {
  const below = random(16);
  return Array.from({ length: PLACES }, (_, at) => {
    const [lat, lon] = QUARTERS[at % QUARTERS.length] ?? QUARTERS[0];
    return {
      title: `Institut für ${"Versuchswesen ".repeat(1 + (at % 3))}${String(at)}`,
      lat: lat + below(10_000) / 1_000_000,
      lon: lon + below(16_000) / 1_000_000,
    };
  });
}

/** All of them as buildings of one site. They replace those of the demo campus, which are elsewhere. */
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

/** P16: the campus map with all places, from the navigation to the end of drawing. The floor is plain circles and a plain list. */
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
  const what = `campus map of ${String(places.length)} places`;
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

/** Records the time at which a canvas was last drawn. */
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

/** The same places as circles on a canvas and buttons of a list, without the product, until the next frame. */
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
