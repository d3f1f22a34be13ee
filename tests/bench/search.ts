import { figureOf, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load } from "./load.ts";
import { stepsFor } from "./search-steps.ts";

const TERMS = 200;

/** P7: every kind in one request, for existing terms of two to eight letters. */
export async function search({ base, db, size, otto, ada }: Bench): Promise<readonly Figure[]> {
  const terms = await db.query<{ term: string }>(
    `select distinct substr(f.value, 1 + (f.id % 5)::int, 2 + (f.id % 7)::int) as term from dns.fqdn f
     where length(f.value) > 14 order by 1 limit $1`,
    [TERMS],
  );
  const figures: Figure[] = [];
  for (const [who, token] of [
    ["an administrator of divisions", otto],
    ["an administrator of everything", ada],
  ] as const) {
    const searches = terms.map(({ term }) => stepsFor(term, true));
    const bodies = searches.map((steps) => JSON.stringify(steps));
    const most = Math.max(...searches.map((steps) => steps.length));
    const url = `${base}/api/4.2/wapi/transaction/execute?dict_mode=true`;
    await load({ url, token, bodies, clients: 1, calls: 40 });
    const { times } = await load({ url, token, bodies, clients: 1, calls: terms.length });
    const what = `global search, up to ${String(most)} steps in one request, own rows of ${who}`;
    figures.push(figureOf({ id: "P7", size, what, unit: "ms", times }));
  }
  return figures;
}
