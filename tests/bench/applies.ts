import { applySteps, manySteps, type ApplyGround } from "./apply.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { applyByHand, createByHand } from "./floor.ts";
import { groundOf } from "./ground.ts";
import { load, timed } from "./load.ts";
import type { Measured } from "./client.ts";

/** Dry runs before the first measured one: a server that has applied before has compiled its code. */
const WARMING = 10;

/** P4, P6: 1,000 mixed steps, applied and as a dry run. */
export async function applies(bench: Bench): Promise<readonly Figure[]> {
  const { base, db, size, otto: token, rounds, note } = bench;
  const grounds = await groundOf(db, "otto", rounds * 2 + 2);
  if (grounds === null) {
    note(`P4, P6: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const stamp = Date.now().toString(36);
  const body = (ground: ApplyGround, round: string): string =>
    JSON.stringify(applySteps(ground, `${stamp}-${round}`));
  const url = `${base}/api/4.2/wapi/transaction/execute`;
  const dry: number[] = [];
  const real: number[] = [];
  const hand: number[] = [];
  for (const [round, ground] of grounds.slice(0, rounds + 1).entries()) {
    const floorGround = grounds[rounds + 1 + round] ?? ground;
    const apply = async (): Promise<Measured> =>
      load({ url, token, bodies: [body(ground, `a${String(round)}`)], clients: 1, calls: 1 });
    // The dry run comes before the apply in one round and after it in the next, so that warm caches help both equally.
    const test = async (): Promise<Measured> => {
      const bodies = [body(floorGround, `d${String(round)}`)];
      return load({ url: `${url}?dry_mode=true`, token, bodies, clients: 1, calls: 1 });
    };
    for (let warm = 0; round === 0 && warm < WARMING; warm++) await test();
    const [tested, applied] =
      round % 2 === 0 ? [await test(), await apply()] : [await apply(), await test()].toReversed();
    const floor = await timed(() => byHand(db, floorGround, `${stamp}-f${String(round)}`));
    // The first round only warms up.
    if (round === 0) continue;
    dry.push(...(tested?.times ?? []));
    real.push(...(applied?.times ?? []));
    hand.push(floor);
  }
  const floor = quantile(hand, 0.5);
  const what = `1,000 mixed steps, interleaved, by otto`;
  return [
    figureOf({ id: "P4", size, what: `apply ${what}`, unit: "ms", times: real, floor }),
    figureOf({
      id: "P6",
      size,
      what: `dry run of ${what}; beside apply`,
      unit: "ms",
      times: dry,
      floor: quantile(real, 0.5),
    }),
  ];
}

async function byHand(db: Bench["db"], ground: ApplyGround, round: string): Promise<void> {
  const names = Array.from({ length: 350 }, (_, at) => `bench-${round}-${String(at)}.${ground.zone}`);
  const count = await applyByHand(db, {
    names,
    records: names.map((fqdn, at) => ({ fqdn, type: "A", data: ground.addresses[at] ?? "" })),
    bcds: ground.bcds,
    subnets: ground.subnets,
    deleted: ground.records,
    text: `floor ${round}`,
  });
  if (count !== 1000) throw new Error(`P4: the floor changed ${String(count)} rows, not 1000`);
}

const STEPS = 100_000;
const REMOVED = [
  "delete from dns.record where name like $1",
  "delete from dns.fqdn where value like $1",
] as const;

/** P5: 50,000 names with a record each in one call. Its progress is read while it runs. */
export async function large({ base, db, size, otto: token, note }: Bench): Promise<readonly Figure[]> {
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  if (ground === undefined) {
    note(`P5: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const stamp = `p5${Date.now().toString(36)}`;
  const callId = `bench-${stamp}`;
  const seen = new Set<number>();
  const watch = setInterval(
    () => void progressOf(base, token, callId).then((done) => seen.add(done), note),
    500,
  );
  const url = `${base}/api/4.2/wapi/transaction/execute?call_id=${callId}`;
  const bodies = [JSON.stringify(manySteps(ground, stamp, STEPS))];
  const { times } = await load({ url, token, bodies, clients: 1, calls: 1 });
  clearInterval(watch);
  const { zone, addresses } = ground;
  const byHand = Array.from({ length: STEPS / 2 }, (_, at) => ({
    fqdn: `bench-f${stamp}-${String(at)}.${zone}`,
    type: "A",
    data: addresses[at % addresses.length] ?? "",
  }));
  const floor = await timed(() => createByHand(db, byHand));
  for (const sql of REMOVED) {
    await db.query(sql, [`bench-${stamp}-%`]);
    await db.query(sql, [`bench-f${stamp}-%`]);
  }
  // Otherwise the product would clean up during the next row.
  await db.query("vacuum dns.record, dns.fqdn", []);
  const what = `apply ${String(STEPS)} steps; ${String(seen.size)} different states of its progress seen`;
  return [figureOf({ id: "P5", size, what, unit: "ms", times, floor })];
}

async function progressOf(base: string, token: string, callId: string): Promise<number> {
  const url = `${base}/api/4.2/wapi/transaction/progress?call_id=${callId}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  // Wire contract 3.12.
  const [[row] = []] = (await answer.json()) as { step_done: number }[][];
  return row?.step_done ?? 0;
}
