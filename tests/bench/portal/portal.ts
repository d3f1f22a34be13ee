import { join } from "node:path";
import type { Database } from "../../../server/db/database.ts";
import { buildPortalIfStale } from "../../../server/http/portal-build.ts";
import { openCampus } from "../campus.ts";
import type { Figure } from "../figure.ts";
import { startProduct } from "../product.ts";
import { startBrowser, type PortalBench } from "./browser.ts";
import { forms } from "./form.ts";
import { coldLoad, firstLoad } from "./load.ts";
import { addPlaces, campusMap, manyPlaces } from "./map.ts";
import { plannedList } from "./planned.ts";
import { search } from "./search.ts";
import { bigTable, ROWS } from "./table.ts";

const MEASURES: readonly (readonly [string, (bench: PortalBench) => Promise<readonly Figure[]>])[] = [
  ["P11", firstLoad],
  ["P12", coldLoad],
  ["P13", bigTable],
  ["P14", plannedList],
  ["P15", forms],
  ["S", search],
];

/** Measures the portal in Chromium: the production build on the small campus, with one list of 100,000 rows (docs/performance.md). */
export async function portal(
  only: readonly string[] | undefined,
  note: (text: string) => void,
  isProfiled = false,
): Promise<readonly Figure[]> {
  const root = join(import.meta.dirname, "..", "..", "..");
  await buildPortalIfStale({ root, commit: "bench", onProgress: note });
  const asked = MEASURES.filter(([id]) => only?.includes(id) ?? true);
  const figures: Figure[] = [];
  const measure = async (bench: PortalBench, one: (typeof MEASURES)[number][1]): Promise<void> => {
    for (const figure of await one(bench)) {
      console.log(JSON.stringify(figure));
      figures.push(figure);
    }
  };
  if (asked.length > 0)
    await onCampus("portal", addRows, { note, isProfiled }, async (bench) => {
      for (const [, one] of asked) await measure(bench, one);
    });
  const places = (only?.includes("P16") ?? true) ? manyPlaces() : null;
  if (places !== null)
    await onCampus(
      "map",
      async (db) => addPlaces(db, places),
      { note, isProfiled },
      async (bench) => measure(bench, async () => campusMap(bench, places)),
    );
  return figures;
}

/** Creates a small campus of this name and starts the product and a browser on it. */
async function onCampus(
  name: string,
  prepare: (db: Database) => Promise<void>,
  { note, isProfiled }: Pick<PortalBench, "note" | "isProfiled">,
  work: (bench: PortalBench) => Promise<void>,
): Promise<void> {
  const campus = await openCampus("S", false, note, { name });
  try {
    await prepare(campus.db);
    const product = await startProduct(campus.url);
    const bench = await startBrowser(product.base, await product.signIn("ada"), note, isProfiled);
    try {
      await work(bench);
    } finally {
      await bench.browser.close();
      await product.stop();
    }
  } finally {
    await campus.stop();
  }
}

/** Buildings with eight attributes each, all of one site. */
async function addRows(db: Database): Promise<void> {
  await db.query("insert into nd.site (name, title) values ('bench', 'Bench') on conflict do nothing");
  await db.query(
    `insert into nd.bldg (site, "number", title, address, geo_lat, geo_lon)
     select s.id, 'house ' || n, 'Block ' || n % 977, 'Street ' || n % 313 || ' no. ' || n, 49 + n * 1e-6, 8 + n * 1e-6
     from nd.site s cross join generate_series(1, $1::int) n
     where s.name = 'bench' and not exists (select from nd.bldg b where b.site = s.id)`,
    [ROWS],
  );
  await db.query("analyze nd.bldg");
}
