import { figureOf, type Figure } from "./figure.ts";
import type { Bench } from "./bench.ts";
import { databaseCpu } from "./cpu.ts";
import { groundOf, wideNetwork } from "./ground.ts";
import { load } from "./load.ts";

const CLIENTS = 64;
const CALLS = 2_000;

/** P8: each call takes the next free address of one network for a new name. Measures the rate and how many addresses were given twice. */
export async function nextFree({
  base,
  db,
  product,
  size,
  otto: token,
  note,
}: Bench): Promise<readonly Figure[]> {
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  const cidr = await wideNetwork(db, "otto");
  if (ground === undefined || cidr === null) {
    note(`P8: otto owns no wide network at size ${size}`);
    return [];
  }
  const isSix = cidr.includes(":");
  const prefix = `p8${Date.now().toString(36)}`;
  const bodies = Array.from({ length: CALLS }, (_, at) =>
    JSON.stringify([
      { idx: "next", name: "tmp.cidr_generator.list", old: { cidr, prefix_length: isSix ? 128 : 32 } },
      {
        name: "dns.record.create",
        new: {
          fqdn: `${prefix}-${String(at)}.${ground.zone}`,
          type: isSix ? "AAAA" : "A",
          fqdn_type: "domain",
          target_is_reverse_unique: false,
        },
        new_ref_params: [{ idx: "next", params: { data: "address" } }],
      },
    ]),
  );
  const url = `${base}/api/4.2/wapi/transaction/execute`;
  const cpu = async (): Promise<readonly [number, number]> => [await product.cpu(), await databaseCpu(db)];
  const before = await cpu();
  const { times, whole } = await load({ url, token, bodies, clients: CLIENTS, calls: CALLS });
  const after = await cpu();
  const [ofProduct, ofDatabase] = after.map((ms, at) => ((ms - (before[at] ?? 0)) / CALLS).toFixed(2));
  const [made] = await db.query<{ records: number; addresses: number }>(
    "select count(*)::int as records, count(distinct target_ipaddr)::int as addresses from dns.record where name like $1",
    [`${prefix}-%`],
  );
  await db.query("delete from dns.record where name like $1", [`${prefix}-%`]);
  await db.query("delete from dns.fqdn where value like $1", [`${prefix}-%`]);
  const twice = (made?.records ?? 0) - (made?.addresses ?? 0);
  const lost = CALLS - (made?.records ?? 0);
  const what = `next free address for a new name from ${String(CLIENTS)} clients; ${String(twice)} given twice, ${String(lost)} lost; CPU of a call ${String(ofProduct)} ms of the product, ${String(ofDatabase)} ms of the database`;
  return [figureOf({ id: "P8", size, what, unit: "addresses/s", times, ours: CALLS / (whole / 1000) })];
}
