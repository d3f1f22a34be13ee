import { manySteps } from "./apply.ts";
import type { Bench } from "./bench.ts";
import { figureOf, type Figure } from "./figure.ts";
import { groundOf } from "./ground.ts";
import { load } from "./load.ts";

const STEPS = 100_000;
/** Time in ms that the product has to give back what a dry run left. */
const AFTERWARDS = 15_000;
const MB = 1_000_000;

const SIZE = `select sum(pg_total_relation_size(c.oid))::float8 as size from pg_class c where c.relkind in ('r', 'm')`;

const LARGEST = `select c.oid::regclass::text as name, pg_relation_size(c.oid)::float8 as size from pg_class c
  where c.relkind in ('r', 'i', 't') order by 2 desc limit 12`;

/** D1: what dry runs of 100,000 steps leave on the disk, beside the largest of them alone. */
export async function disk(bench: Bench): Promise<readonly Figure[]> {
  const { base, db, size, otto: token, rounds, note } = bench;
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  if (ground === undefined) {
    note(`D1: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const sizeNow = async (): Promise<number> => ((await db.query<{ size: number }>(SIZE))[0]?.size ?? 0) / MB;
  const before = await sizeNow();
  const left: number[] = [];
  const url = `${base}/api/4.2/wapi/transaction/execute?dry_mode=true`;
  for (let round = 0; round < rounds; round++) {
    const bodies = [JSON.stringify(manySteps(ground, `d1-${String(round)}`, STEPS))];
    await load({ url, token, bodies, clients: 1, calls: 1 });
    const atOnce = await sizeNow();
    await new Promise((done) => setTimeout(done, AFTERWARDS));
    left.push((await sizeNow()) - before);
    note(
      `D1: ${String(Math.round(atOnce - before))} MB more at the end of the dry run, ${String(Math.round(left.at(-1) ?? 0))} MB after a while`,
    );
  }
  for (const { name, size: bytes } of await db.query<{ name: string; size: number }>(LARGEST))
    note(`D1: ${name} ${(bytes / MB).toFixed(1)} MB`);
  const what = `MB that ${String(rounds)} dry runs of ${String(STEPS)} steps leave in a database of ${String(Math.round(before))} MB; beside the first one alone`;
  const [floor = 0] = left;
  return [figureOf({ id: "D1", size, what, unit: "MB", times: left, ours: left.at(-1) ?? 0, floor })];
}
