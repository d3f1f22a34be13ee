import type { Step } from "#contract/wire/step";

/** Objects that the steps of P4 change, and unused addresses for new records. */
export interface ApplyGround {
  readonly zone: string;
  /** At least 100 of each. */
  readonly bcds: readonly string[];
  readonly subnets: readonly string[];
  readonly records: readonly { readonly fqdn: string; readonly type: string; readonly data: string }[];
  /** At least 350, none of them in use. */
  readonly addresses: readonly string[];
}

const NAMES = 350;
const OTHERS = 100;

/**
 * The 1,000 steps of P4 (docs/performance.md): 350 names with a record each, 100 changed BCDs, 100 changed subnets and 100 deleted records,
 * interleaved as templates create them. `round` keeps the names of several rounds apart.
 */
export function applySteps(ground: ApplyGround, round: string): readonly Step[] {
  const steps: Step[] = [];
  for (let at = 0; at < NAMES; at++) {
    const fqdn = `bench-${round}-${String(at)}.${ground.zone}`;
    steps.push({ name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } });
    steps.push({
      name: "dns.record.create",
      new: { fqdn, type: "A", data: entry(ground.addresses, at), target_is_reverse_unique: false },
    });
    const other = Math.floor((at * OTHERS) / NAMES);
    const isNext = Math.floor(((at + 1) * OTHERS) / NAMES) > other;
    if (isNext) steps.push(...otherSteps(ground, other, round));
  }
  return steps;
}

/** New names, each followed by a record for it. */
export function manySteps(ground: ApplyGround, round: string, count: number): readonly Step[] {
  return Array.from({ length: count / 2 }, (_, at): readonly Step[] => {
    const fqdn = `bench-${round}-${String(at)}.${ground.zone}`;
    const data = entry(ground.addresses, at % NAMES);
    return [
      { name: "dns.fqdn.create", new: { value: fqdn, type: "domain" } },
      { name: "dns.record.create", new: { fqdn, type: "A", data, target_is_reverse_unique: false } },
    ];
  }).flat();
}

function otherSteps(ground: ApplyGround, at: number, round: string): readonly Step[] {
  const { fqdn, type, data } = entry(ground.records, at);
  return [
    { name: "nd.bcd.update", old: { name: entry(ground.bcds, at) }, new: { description: `round ${round}` } },
    {
      name: "nd.ip_subnet.update",
      old: { cidr: entry(ground.subnets, at) },
      new: { description: `round ${round}` },
    },
    { name: "dns.record.delete", old: { fqdn, type, data } },
  ];
}

function entry<T>(list: readonly T[], at: number): T {
  const found = list[at];
  if (found === undefined) throw new Error(`the ground has too few entries: ${String(list.length)}`);
  return found;
}
