import { manySteps, type ApplyGround } from "./apply.ts";
import type { Bench } from "./bench.ts";
import { figureOf, type Figure } from "./figure.ts";
import { groundOf } from "./ground.ts";
import { load } from "./load.ts";

const STEPS = 100_000;
const CHANGES = 10_000;
/** Time in ms for the product to free the space of a dry run. */
const AFTERWARDS = 30_000;
const MB = 1_000_000;

const SIZE = `select sum(pg_total_relation_size(c.oid))::float8 as size from pg_class c where c.relkind in ('r', 'm')`;

const LARGEST = `select c.oid::regclass::text as name, pg_relation_size(c.oid)::float8 as size from pg_class c
  where c.relkind in ('r', 'i', 't') order by 2 desc limit 12`;

const WRITTEN = `select pg_database_size(current_database())::float8 as database,
  pg_total_relation_size('wapi.change_log')::float8 + pg_total_relation_size('wapi.transaction') as log, (pg_current_wal_lsn() - '0/0')::float8 as wal`;

interface Written {
  readonly database: number;
  readonly log: number;
  readonly wal: number;
}

/** D2: bytes on disk and in the log of PostgreSQL for an applied change. */
async function written(
  { base, db, size, otto: token }: Bench,
  ground: ApplyGround,
): Promise<readonly Figure[]> {
  const now = async (): Promise<Written> => {
    const [row] = await db.query<Written>(WRITTEN);
    if (row === undefined) throw new Error("D2: the database has no size");
    return row;
  };
  const before = await now();
  const bodies = [JSON.stringify(manySteps(ground, `d2-${Date.now().toString(36)}`, CHANGES))];
  await load({ url: `${base}/api/4.2/wapi/transaction/execute`, token, bodies, clients: 1, calls: 1 });
  const after = await now();
  const figure = (name: keyof Written, what: string): Figure => {
    const ours = (after[name] - before[name]) / CHANGES;
    return figureOf({ id: "D2", size, what, unit: "B", times: [ours], ours });
  };
  return [
    figure("database", `database, for each of ${String(CHANGES)} new names and records in one call`),
    figure("log", "… of which change log and transactions"),
    figure("wal", "… log of PostgreSQL (WAL)"),
  ];
}

/** D1: what dry runs of 100,000 steps leave on the disk, beside the first of them alone. */
export async function disk(bench: Bench): Promise<readonly Figure[]> {
  const { base, db, size, otto: token, rounds, note } = bench;
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  if (ground === undefined) {
    note(`D1: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const sizeNow = async (): Promise<number> => ((await db.query<{ size: number }>(SIZE))[0]?.size ?? 0) / MB;
  const applied = await written(bench, ground);
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
  return [
    ...applied,
    figureOf({ id: "D1", size, what, unit: "MB", times: left, ours: left.at(-1) ?? 0, floor }),
  ];
}
