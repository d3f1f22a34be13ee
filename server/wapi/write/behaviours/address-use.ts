import type { Json } from "#contract/wire/json";
import { ROLES_OF_SUBNET, type SubnetRole } from "../../../catalogue/storage/address-roles.ts";
import { refuse } from "../../../faults.ts";
import type { Work, WriteRun } from "../work.ts";

/** What stands against an address in its subnet. */
export type AddressRole = SubnetRole | "pool";

interface Unusable {
  readonly o: number;
  readonly reason: AddressRole;
}

/** Every reason: one that is allowed must not hide another. The subnet is held as it is by the whole call (see `lockTrees`). */
const UNUSABLE = `select i.o, x.reason from json_to_recordset($1::json) i(o int, a inet)
  cross join lateral (select * from nd.ip_subnet n where n.cidr >>= i.a order by masklen(n.cidr) desc limit 1) s
  cross join lateral (select r.reason from ${ROLES_OF_SUBNET} r where r.address = i.a
    union select 'pool' from dhcp.pool p where p.subnet = s.id and i.a between p.first_addr and p.last_addr) x
  order by i.o, array_position('{network,broadcast,gateway,anycast,reserved,pool}', x.reason)`;

/** Refuses the first step whose address (in this column) has a role in its subnet, but for those that are allowed; one that a row has already stays. */
export async function refuseUnusable(
  run: WriteRun,
  works: readonly Work[],
  column: string,
  allowed: ReadonlySet<AddressRole>,
): Promise<void> {
  const asked = works
    .map((work, o) => ({ o, a: work.values[column] ?? null }))
    .filter(({ o, a }) => a !== null && a !== works[o]?.before?.[column]);
  if (asked.length === 0) return;
  const found = await run.tx.query<Unusable>(UNUSABLE, [JSON.stringify(asked)], "write-address-use");
  const refused = found.find(({ reason }) => !allowed.has(reason));
  if (refused !== undefined) throw unusable(works[refused.o]?.values[column] ?? null, refused.reason);
}

export function unusable(address: Json, reason: string): Error {
  return refuse("address_not_usable", { address, reason });
}
