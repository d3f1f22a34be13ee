import { textIn, type Json } from "#contract/wire/json";
import { ROLES_OF_SUBNET, subnetOf, type SubnetRole } from "./ip-subnet.sql.ts";
import { actorValues, visibleSql } from "../../access/rules.ts";
import { addressSentences, placeObjects, refuse, type AddressPlace, type Refusal } from "../../faults.ts";
import { bind, createParams, type Params } from "../../sql/bind.ts";
import { postponed } from "../../wapi/write/late.ts";
import type { Broken, Judge, Placed, WriteRun } from "../../wapi/write/stages.ts";
import { firstRefusal } from "../../wapi/write/steps-of-error.ts";

/** Why an address cannot be used in its subnet. */
export type AddressRole = SubnetRole | "pool";

export interface Unusable {
  readonly o: number;
  readonly reason: AddressRole;
}

/** Answers every reason, because an allowed reason must not hide another one. The whole call locks the subnet (see `lockTrees`). */
const UNUSABLE = `select i.o, x.reason
  from json_to_recordset($1::json) i(o int, a inet)
    cross join lateral (${subnetOf("i.a", "s.*")}) s
    cross join lateral (
      select r.reason
      from ${ROLES_OF_SUBNET} r
      where r.address = i.a
      union select 'pool'
      from dhcp.pool p
      where p.subnet = s.id and i.a between p.first_addr and p.last_addr) x
  order by i.o, array_position('{network,broadcast,gateway,anycast,reserved,pool}', x.reason)`;

/** Roles of the addresses that steps write into this column. An unchanged address stays allowed, so its role is not looked up. */
async function rolesOf(
  run: WriteRun,
  works: readonly Placed[],
  column: string,
): Promise<readonly Unusable[]> {
  const asked = works
    .map((work, o) => ({ o, a: work.values[column] ?? null }))
    .filter(({ o, a }) => a !== null && a !== works[o]?.before?.[column]);
  if (asked.length === 0) return [];
  return run.tx.query<Unusable>(UNUSABLE, [JSON.stringify(asked)], "write-address-use");
}

/** Steps that may end the role of an address. */
const MENDING = ["nd.ip_subnet", "dhcp.pool"];

/** How a type uses addresses of subnets. */
interface AddressUse {
  readonly column: string;
  /** SQL over the records `i` of `keyOf`: the object of the step still has the address `i.a`. */
  readonly isThere: string;
  keyOf(work: Placed): Json;
  /** Roles that an address of the type is allowed to have. */
  allowed(run: WriteRun): readonly AddressRole[];
}

/** Checks of a type whose objects use addresses: the address has no role in its subnet but the allowed ones, at the end of the transaction (wire contract 3.8). */
export function addressChecks(use: AddressUse) {
  const stillUnusable: Judge = async (run, works) => {
    const asked = works.map((work, o) => ({ o, a: work.values[use.column] ?? null, k: use.keyOf(work) }));
    const there = await run.tx.query<{ o: number; a: string }>(
      `select i.o, host(i.a) as a
        from json_to_recordset($1::json) i(o int, a inet, k text)
        where ${use.isThere}`,
      [JSON.stringify(asked)],
    );
    const found = await run.tx.query<Unusable>(UNUSABLE, [JSON.stringify(there)], "write-address-use");
    return broken(run, works, found);
  };

  async function broken(
    run: WriteRun,
    works: readonly Placed[],
    found: readonly Unusable[],
    isLate: (work: Placed) => boolean = () => false,
  ): Promise<readonly Broken[]> {
    const reasons = firstReasons(found, use.allowed(run));
    const refused: Broken[] = [];
    for (const [o, reason] of reasons) {
      const work = works[o];
      const isEnough = refused.length > 0 && !run.context.allFaults;
      if (work === undefined || isEnough || isLate(work)) continue;
      const refusal = await unusable(run, work.values[use.column] ?? null, reason);
      refused.push({ plan: work.plan, refusal });
    }
    return refused;
  }

  return {
    /** Roles of the addresses that steps write, which can be read in parallel with other data. */
    roles: (run: WriteRun, works: readonly Placed[]) => rolesOf(run, works, use.column),
    /** Refuses steps whose addresses have a role, unless a later step may end the role. */
    async refuse(run: WriteRun, works: readonly Placed[], found: readonly Unusable[]): Promise<void> {
      const isLate = (work: Placed): boolean => postponed(run, { judge: stillUnusable, work }, MENDING);
      const refused = await broken(run, works, found, isLate);
      if (refused.length > 0) throw firstRefusal(refused);
    },
  };
}

/** The first reason against each address. */
function firstReasons(
  found: readonly Unusable[],
  allowed: readonly AddressRole[],
): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>();
  for (const { o, reason } of found) if (!allowed.includes(reason) && !reasons.has(o)) reasons.set(o, reason);
  return reasons;
}

/** Refusal for an address; names its subnet and its pool if the account may read them. */
export async function unusable(run: WriteRun, address: Json, reason: string): Promise<Refusal> {
  const place = await placeOf(run, address, reason);
  const said = addressSentences(textIn(address), reason, place);
  const objects = placeObjects(place);
  const details = { address, reason, ...place, ...(objects.length === 0 ? {} : { place_list: objects }) };
  const refusal = refuse("address_not_usable", details, undefined, said?.hint);
  return said === null ? refusal : refusal.because(said.text);
}

async function placeOf(run: WriteRun, address: Json, reason: string): Promise<AddressPlace> {
  const params = createParams();
  const place = params.add(address, "inet");
  const [subnet] = await run.tx.query<AddressPlace>(
    `select t.cidr::text as subnet, (select b.name from nd.bcd b where b.id = t.bcd) as bcd
      from nd.ip_subnet t
      where t.cidr >>= ${place} and ${readable(run, "nd.ip_subnet", params)}
      order by masklen(t.cidr) desc
      limit 1`,
    params.values,
  );
  const pool = reason === "pool" ? await poolOf(run, address) : undefined;
  return { ...subnet, ...pool };
}

async function poolOf(run: WriteRun, address: Json): Promise<AddressPlace | undefined> {
  const params = createParams();
  const place = params.add(address, "inet");
  const [pool] = await run.tx.query<AddressPlace>(
    `select host(t.first_addr) as first_addr, host(t.last_addr) as last_addr
      from dhcp.pool t
      where ${place} between t.first_addr and t.last_addr and ${readable(run, "dhcp.pool", params)}
      limit 1`,
    params.values,
  );
  return pool;
}

function readable(run: WriteRun, type: "nd.ip_subnet" | "dhcp.pool", params: Params): string {
  const visible = visibleSql(run.catalogue.type(type), run.actor);
  return visible === null ? "true" : bind(visible, actorValues(run.actor), params);
}
