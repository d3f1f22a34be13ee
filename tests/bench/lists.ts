import { performance } from "node:perf_hooks";
import { figureOf, quantile, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { listByHand, pageByHand } from "./floor.ts";
import { load, times } from "./load.ts";

const CLIENTS = 16;

/** P1, P2: 50 rows joined to one reference, own rows, sorted. */
export async function lists(bench: Bench): Promise<readonly Figure[]> {
  const { base, db, size, otto: token } = bench;
  const sorting = encodeURIComponent('["cidr"]');
  const url = `${base}/api/4.2/nd/ip_subnet/list?is_own=true&fetch_limit=50&sorting_params_list=${sorting}`;
  const byHand = async (): Promise<string> => listByHand(db, "otto");
  await refuseOtherRows("P1", url, token, byHand);
  await load({ url, token, bodies: [null], clients: 1, calls: 300 });
  const one = await load({ url, token, bodies: [null], clients: 1, calls: 1000 });
  const floor = quantile(await times(500, 100, byHand), 0.5);
  const many = await load({ url, token, bodies: [null], clients: CLIENTS, calls: 6000 });
  return [
    figureOf({
      id: "P1",
      size,
      what: "list 50 rows joined to one reference, own rows, sorted, over HTTP",
      unit: "ms",
      times: one.times,
      floor,
    }),
    figureOf({
      id: "P2",
      size,
      what: "the same from 16 clients, one process (times per call)",
      unit: "requests/s",
      times: many.times,
      ours: many.times.length / (many.whole / 1000),
      floor: await rateOf(byHand, 3000),
    }),
  ];
}

async function rateOf(work: () => Promise<unknown>, calls: number): Promise<number> {
  const start = performance.now();
  let left = calls;
  const client = async (): Promise<void> => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return calls / ((performance.now() - start) / 1000);
}

const DEPTH = 18_000;

/** P3: the page that follows a name. */
export async function deepPage({ base, db, size, ada: token, note }: Bench): Promise<readonly Figure[]> {
  const [row] = await db.query<{ value: string }>(
    "select value from dns.fqdn order by value, id offset $1 limit 1",
    [DEPTH],
  );
  if (row === undefined) {
    note(`P3: size ${size} has fewer than ${String(DEPTH)} names`);
    return [];
  }
  const condition = encodeURIComponent(JSON.stringify({ value: { gt: row.value } }));
  const url = `${base}/api/4.2/dns/fqdn/list?fetch_limit=50&filter_params_dict=${condition}`;
  const byHand = async (): Promise<string> => pageByHand(db, row.value);
  await refuseOtherRows("P3", url, token, byHand);
  await load({ url, token, bodies: [null], clients: 1, calls: 100 });
  const { times: ours } = await load({ url, token, bodies: [null], clients: 1, calls: 300 });
  const floor = quantile(await times(200, 50, byHand), 0.5);
  const what = `page of 50 names at depth ${String(DEPTH)}, by a condition on the sorting key`;
  return [figureOf({ id: "P3", size, what, unit: "ms", times: ours, floor })];
}

/** The figures are comparable only if both sides return the same rows. */
async function refuseOtherRows(
  id: string,
  url: string,
  token: string,
  byHand: () => Promise<string>,
): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  // By the wire contract the product returns a list with one result list; the floor returns a JSON array.
  const [ours = []] = (await answer.json()) as { gpk: string }[][];
  const hand = JSON.parse(await byHand()) as { gpk: string }[];
  const keys = (rows: readonly { gpk: string }[]): string => rows.map(({ gpk }) => gpk).join(" ");
  if (keys(ours) !== keys(hand) || ours.length === 0) throw new Error(`${id}: the floor answers other rows`);
}
