import { join } from "node:path";
import type { BrowserContext } from "playwright";
import type { Database } from "../../../server/db/database.ts";
import { buildPortalIfStale } from "../../../server/http/portal-build.ts";
import { openCampus } from "../campus.ts";
import type { Load } from "../client.ts";
import { figureOf, quantile, type Figure } from "../figure.ts";
import { load } from "../load.ts";
import { startBrowser } from "../portal/browser.ts";
import { startProduct, type Product } from "../product.ts";
import { ADMIN, startDirectus, VERSION, type Directus } from "./directus.ts";

const SIZE = "M";
const ROUNDS = 5;
const CREATED = 1_000;
const CALLS = 200;
const LOADS = 5;

/** Both sides of one row: the product and its peer, on the same PostgreSQL with the same rows. */
interface Sides {
  readonly db: Database;
  readonly product: Product;
  readonly ada: string;
  readonly peer: Directus;
}

/** The product beside Directus: list, search, create and cold load, in turns. Directus checks no rights for each row here and has no rules of DNS. */
export async function peers(note: (text: string) => void): Promise<readonly Figure[]> {
  await buildPortalIfStale({
    root: join(import.meta.dirname, "..", "..", ".."),
    commit: "bench",
    onProgress: note,
  });
  const campus = await openCampus(SIZE, false, note);
  try {
    const peer = await startDirectus(campus.url, campus.db, note);
    const product = await startProduct(campus.url);
    try {
      const sides = { db: campus.db, product, ada: await product.signIn("ada"), peer };
      const figures: Figure[] = [];
      for (const measure of [lists, searches, creates, coldLoads]) {
        for (const figure of await measure(sides)) {
          console.log(JSON.stringify(figure));
          figures.push(figure);
        }
      }
      return figures;
    } finally {
      await product.stop();
      await peer.stop();
    }
  } finally {
    await campus.stop();
  }
}

export const PEER = `Directus ${VERSION}`;

interface Compared {
  readonly what: string;
  readonly unit?: string;
  readonly ours: readonly number[];
  readonly theirs: readonly number[];
}

function compared({ what, unit = "ms", ours, theirs }: Compared): Figure {
  return figureOf({ id: PEER, size: SIZE, what, unit, times: ours, floor: quantile(theirs, 0.5) });
}

/** The same calls to both sides, each warm. */
async function inTurns(ours: Load, theirs: Load): Promise<Pick<Compared, "ours" | "theirs">> {
  const warm = { calls: 30, clients: 1 };
  await load({ ...ours, ...warm });
  await load({ ...theirs, ...warm });
  return { ours: (await load(ours)).times, theirs: (await load(theirs)).times };
}

const reading = (url: string, token: string, clients = 1): Load => ({
  url,
  token,
  bodies: [null],
  clients,
  calls: CALLS,
});

/** A page of records with their names, sorted by name; neither side counts all. */
async function lists({ product, ada, peer }: Sides): Promise<readonly Figure[]> {
  const sorting = encodeURIComponent('["fqdn"]');
  const ours = `${product.base}/api/4.2/dns/record/list?fetch_limit=50&sorting_params_list=${sorting}`;
  const theirs = `${peer.base}/items/record?limit=50&fields=*,fqdn.value&sort=fqdn.value`;
  const what = "list of 50 records with their names, sorted by name";
  const one = await inTurns(reading(ours, ada), reading(theirs, peer.token));
  const many = await inTurns(reading(ours, ada, 16), reading(theirs, peer.token, 16));
  return [compared({ what, ...one }), compared({ what: `${what}; time of a call of 16 clients`, ...many })];
}

/** A part of a name. */
async function searches({ db, product, ada, peer }: Sides): Promise<readonly Figure[]> {
  const found = await db.query<{ term: string }>(
    "select distinct substr(value, 3, 6) as term from dns.fqdn where length(value) > 14 order by 1 limit 40",
  );
  const terms = found.map(({ term }) => term);
  const ours = terms.map((term) => {
    const expression = encodeURIComponent(term.replaceAll(/[^a-z0-9]/g, "\\$&"));
    return `${product.base}/api/4.2/dns/fqdn/list?fetch_limit=50&value_regexp=${expression}`;
  });
  const theirs = terms.map((term) => `${peer.base}/items/fqdn?limit=50&search=${encodeURIComponent(term)}`);
  const times = await inTurns(
    { ...reading("", ada), urls: ours },
    { ...reading("", peer.token), urls: theirs },
  );
  return [compared({ what: "50 names that contain a typed text", ...times })];
}

/** A thousand records of existing names in one request; ours check rights and rules and write the change log. */
async function creates({ db, product, ada, peer }: Sides): Promise<readonly Figure[]> {
  const names = await db.query<{ id: string; value: string }>(
    "select f.id::text, f.value from dns.fqdn f where f.type = 'domain' and exists (select from dns.record r where r.fqdn = f.id and r.type = 'A') order by f.id limit $1",
    [CREATED],
  );
  const times = { ours: [] as number[], theirs: [] as number[] };
  const once = async (url: string, token: string, body: unknown): Promise<number> =>
    (await load({ url, token, bodies: [JSON.stringify(body)], clients: 1, calls: 1 })).whole;
  for (let round = 0; round < ROUNDS; round++) {
    const data = `bench-peers-${String(round)}`;
    const steps = names.map(({ value: fqdn }) => ({
      name: "dns.record.create",
      new: { fqdn, type: "TXT", data },
    }));
    const items = names.map(({ id: fqdn }) => ({ fqdn, type: "TXT", data }));
    times.ours.push(await once(`${product.base}/api/4.2/wapi/transaction/execute`, ada, steps));
    times.theirs.push(await once(`${peer.base}/items/record`, peer.token, items));
  }
  await db.query("delete from dns.record where data like '%bench-peers-%'");
  return [compared({ what: `${String(names.length)} records created in one request`, ...times })];
}

/** A browser with an empty cache opens the list of records, until its first row stands there. */
async function coldLoads({ product, ada, peer }: Sides): Promise<readonly Figure[]> {
  const { browser, open } = await startBrowser(product.base, ada, () => undefined, false);
  try {
    await shown(peer);
    const ours: Opened[] = [];
    const theirs: Opened[] = [];
    for (let at = 0; at < LOADS; at++) {
      const { context } = await open();
      ours.push(await opened(context, "/object/dns.record", "main [role=grid] tbody tr[aria-rowindex]"));
      const other = await browser.newContext({ baseURL: peer.base, viewport: { width: 1400, height: 800 } });
      await other.request.post("/auth/login", { data: { ...ADMIN, mode: "session" } });
      theirs.push(await opened(other, "/admin/content/record", "main table tbody tr"));
    }
    const all = (member: keyof Opened) => ({
      ours: ours.map((one) => one[member]),
      theirs: theirs.map((one) => one[member]),
    });
    return [
      compared({ what: "cold load of the list of records in Chromium, until its first row", ...all("time") }),
      compared({ what: "… kilobytes sent until then", unit: "kB", ...all("kilobytes") }),
    ];
  } finally {
    await browser.close();
  }
}

/** Directus draws only collections that it knows. */
async function shown(peer: Directus): Promise<void> {
  for (const collection of ["fqdn", "record"]) {
    const answer = await fetch(`${peer.base}/collections/${collection}`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${peer.token}`, "content-type": "application/json" },
      body: JSON.stringify({ meta: { hidden: false } }),
    });
    if (!answer.ok) throw new Error(`${collection}: ${await answer.text()}`);
  }
}

interface Opened {
  /** Milliseconds from the navigation to the first row. */
  readonly time: number;
  readonly kilobytes: number;
}

async function opened(context: BrowserContext, path: string, row: string): Promise<Opened> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send("Network.enable");
  let bytes = 0;
  network.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const start = performance.now();
  await page.goto(path, { waitUntil: "commit" });
  await page.locator(row).first().waitFor({ timeout: 60_000 });
  const time = performance.now() - start;
  const kilobytes = bytes / 1000;
  await context.close();
  return { time, kilobytes };
}
