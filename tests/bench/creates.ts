import type { Step } from "#contract/wire/step";
import type { Bench } from "./bench.ts";
import { figureOf, quantile, type Figure } from "./figure.ts";
import { assignByHand, createByHand } from "./floor.ts";
import { groundOf } from "./ground.ts";
import { load, times } from "./load.ts";

const REFERRING = 1_000;
const MANY = 10_000;

/** A network for examples, with its own BCD: no campus uses it. */
const BCD = "bench-creates";
const CIDR = "198.18.0.0/17";
const address = (at: number): string => `198.18.${String((at >> 8) + 1)}.${String(at % 256)}`;
const mac = (at: number): string => `02:00:00:00:${hex(at >> 8)}:${hex(at % 256)}`;
const hex = (byte: number): string => byte.toString(16).padStart(2, "0");

const NETWORK: readonly Step[] = [
  { name: "nd.bcd.create", new: { name: BCD } },
  { name: "nd.ip_subnet.create", new: { cidr: CIDR, bcd: BCD } },
  { name: "dhcp.bcd_setting.update", old: { bcd: BCD }, new: { mdhcp_enabled: true } },
];

function nameAt(at: number, zone: string): string {
  return `bench-creates-${String(at)}.${zone}`;
}

function list(count: number, step: (at: number) => readonly Step[]): readonly Step[] {
  return Array.from({ length: count }, (_, at) => step(at)).flat();
}

/** Each name is followed by a record, which takes the name from the row of the step before or from its own parameters. */
function pairs(zone: string, count: number, byRows: boolean): readonly Step[] {
  return list(count / 2, (at) => {
    const fqdn = nameAt(at, zone);
    const record = { type: "TXT", data: "x" };
    return [
      { idx: `n${String(at)}`, name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } },
      byRows
        ? {
            name: "dns.record.create",
            new: record,
            new_ref_params: [{ idx: `n${String(at)}`, params: { fqdn: "value" } }],
          }
        : { name: "dns.record.create", new: { ...record, fqdn } },
    ];
  });
}

/** P24: creates that follow from others in the same call. All calls are dry runs, so the campus stays as it is. */
export async function creates({ base, db, size, ada, rounds, note }: Bench): Promise<readonly Figure[]> {
  const [ground] = (await groundOf(db, "otto", 1)) ?? [];
  if (ground === undefined) {
    note(`P24: otto owns too little at size ${size}; --fresh makes the campus anew`);
    return [];
  }
  const { zone } = ground;
  const url = `${base}/api/4.2/wapi/transaction/execute?dry_mode=true`;
  const timesOf = async (
    steps: readonly Step[],
    calls: number,
    isRefused = false,
  ): Promise<readonly number[]> => {
    const bodies = [JSON.stringify(steps)];
    return (await load({ url, token: ada, bodies, clients: 1, calls, isRefused })).times;
  };
  const figures: Figure[] = [];
  const add = (what: string, taken: readonly number[], floor: readonly number[]): void => {
    figures.push(figureOf({ id: "P24", size, what, unit: "ms", times: taken, floor: quantile(floor, 0.5) }));
  };
  await timesOf(pairs(zone, REFERRING, true), 1);
  const [literal, byRows] = [
    await timesOf(pairs(zone, REFERRING, false), rounds),
    await timesOf(pairs(zone, REFERRING, true), rounds),
  ];
  add(
    `dry run of ${String(REFERRING)} steps, every second with ref_params; beside literal values`,
    byRows,
    literal,
  );
  for (const { what, first, steps, byHand } of kindsOf(zone, db)) {
    const good = await timesOf([...first, ...steps], 3);
    add(`${String(MANY)} ${what}`, good, await times(3, 0, byHand));
    const short = steps.slice(0, 1_998);
    const one = await timesOf([...first, ...short], 3);
    // It has another name, because otherwise the call would be refused before any step is executed.
    const again = short.slice(0, 1).map((step) => ({ ...step, idx: "again" }));
    const refused = await timesOf([...first, ...short, ...again], 3, true);
    add(`refused: the last of 1,999 ${what}; beside none`, refused, one);
  }
  return figures;
}

interface Kind {
  readonly what: string;
  readonly first: readonly Step[];
  readonly steps: readonly Step[];
  /** The same in hand-written SQL. */
  readonly byHand: () => Promise<void>;
}

function kindsOf(zone: string, db: Bench["db"]): readonly Kind[] {
  const texts = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ fqdn: nameAt(at, zone), type: "TXT", data: "x" }));
  const assigned = Array.from({ length: MANY }, (_, at) => ({ ip_addr: address(at), mac_addr: mac(at) }));
  return [
    {
      what: "records with their names",
      first: [],
      steps: texts(MANY).map((one) => ({ name: "dns.record.create", new: { ...one, fqdn_type: "domain" } })),
      byHand: () => createByHand(db, texts(MANY), true),
    },
    {
      what: "static assignments",
      first: NETWORK,
      steps: assigned.map((one) => ({ name: "dhcp.static_assignment.create", new: one })),
      byHand: () => assignByHand(db, { bcd: BCD, cidr: CIDR }, assigned),
    },
    {
      what: "steps, every second with ref_params",
      first: [],
      steps: pairs(zone, MANY, true),
      byHand: () => createByHand(db, texts(MANY / 2), true),
    },
  ];
}
