import { setTimeout } from "node:timers/promises";
import { figureOf, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { load, timed } from "./load.ts";

/** Hand-written SQL: the same values of the same rows in the same order, without rights. */
const RECORDS = `select json_build_object('gpk', 'record-' || t.id, 'fqdn', t.name, 'type', t.type, 'data', t.data, 'ttl', t.ttl, 'zone', z.value,
    'fqdn_type', f.type, 'host_is_nws', t.fqdn in (select n.target_fqdn from dns.record n where n.type = 'NS'), 'target_fqdn', g.value,
    'target_ipaddr', host(t.target_ipaddr), 'ttl_reset_date', t.ttl_reset_date, 'fqdn_description', f.description, 'target_fqdn_type', g.type,
    'ttl_zone_default', coalesce(z.zone_ttl_default, 3600), 'target_data_unref', t.target_data_unref, 'target_is_singleton', k.is_singleton,
    'target_is_reverse_unique', t.target_is_reverse_unique, 'is_own', true)::text
  from dns.record t left join dns.fqdn f on f.id = t.fqdn left join dns.fqdn z on z.id = t.zone left join dns.fqdn g on g.id = t.target_fqdn
    left join dns.record_type k on k.id = t.type order by t.name, t.type, t.data, t.id`;
const ROUNDS = 3;

/** Read from outside, because the process would answer a question between two parts of the list. */
export async function stream({ base, db, size, ada: token, product }: Bench): Promise<readonly Figure[]> {
  const url = `${base}/api/4.2/dns/record/list`;
  const rates: number[] = [];
  const floors: number[] = [];
  let rows = 0;
  let first = 0;
  // Read from outside, because the process would answer a question between two pieces of the list.
  const before = product.resident();
  let most = before;
  for (let round = 0; round < ROUNDS; round++) {
    const watch = setInterval(() => {
      most = Math.max(most, product.resident());
    }, 200);
    const read = await load({ url, token, bodies: [null], clients: 1, calls: 1, isLong: true });
    clearInterval(watch);
    // The text around the rows has four lines.
    rows = read.lines - 4;
    first = read.first;
    rates.push(rows / (read.whole / 1000));
    floors.push(rows / ((await timed(() => readByHand(db))) / 1000));
  }
  const grown = `${String(mebibytes(most - before))} MiB more memory at most`;
  const what = `list of ${String(rows)} records as they come; first byte after ${String(Math.round(first))} ms, ${grown}`;
  return [figureOf({ id: "P20", size, what, unit: "rows/s", times: rates, floor: Math.max(...floors) })];
}

async function readByHand(db: Bench["db"]): Promise<void> {
  let bytes = 0;
  for await (const chunk of await db.copy({ sql: RECORDS, params: [], firstWithin: 60_000 }))
    bytes += chunk.length;
  if (bytes === 0) throw new Error("P20: the floor answers no rows");
}

/** Time after which unused memory has been returned to the system. */
const REST = 30_000;

/** P18: memory of the product after all other measurements. */
export async function memory({ size, product }: Bench): Promise<readonly Figure[]> {
  await setTimeout(REST);
  const { rss, heapTotal, heapUsed, external } = await product.memory();
  const [heap, used, buffers] = [heapTotal, heapUsed, external].map((bytes) => String(mebibytes(bytes)));
  const parts = `${heap ?? ""} MiB heap, of which ${used ?? ""} MiB in use, ${buffers ?? ""} MiB buffers`;
  const what = `resident memory of the product's process, PostgreSQL apart, after all rows above; ${parts}`;
  return [figureOf({ id: "P18", size, what, unit: "MiB", times: [mebibytes(rss)] })];
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024);
}
