import type { Placed, WriteRun } from "../../wapi/write/stages.ts";
import { checkEach } from "../../wapi/write/steps-of-error.ts";
import { addressChecks } from "../nd/ip-subnet.address-use.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";
import { subnetOf, SUBNETS } from "../nd/ip-subnet.sql.ts";
import { violation } from "../violation.fault.ts";

const ADDRESS = addressChecks({
  column: "ip_addr",
  isThere: "exists (select from dhcp.static_assignment d where d.ip_addr = i.a)",
  keyOf: () => null,
  allowed: () => [],
});

/** Static assignments: subnet and BCD follow from the address, which has no other role in its subnet (wire contract 7.7). */
export default defineBehaviour({
  holds: ({ fn }) => (fn === "delete" ? [] : [{ tree: SUBNETS, how: "share" }]),
  readsAndWrites(plan, set) {
    set.reads.add("subnets").add("dhcp settings");
    // A new address can move an assignment into another BCD, in which its MAC address must be free, and frees the MAC address in the old one.
    if (plan.kind === "update" && plan.new["ip_addr"] !== undefined)
      set.writes.add(`uniques of ${plan.type.name}`);
  },
  prepare: placeInSubnets,
  async check(run, works) {
    if (works[0]?.plan.kind === "delete") return;
    checkEach(works, ({ values }) => {
      if (values["ip_addr"] !== undefined && values["subnet"] === null)
        throw violation("dhcp.static_assignment", "address_in_subnet", "ip_addr");
    });
    await ADDRESS.refuse(run, works, await ADDRESS.roles(run, works));
  },
});

interface Place extends Readonly<Record<"subnet" | "bcd", string | null>> {
  readonly o: number;
}

async function placeInSubnets(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const asked = works
    .map((work, o) => ({ o, a: work.values["ip_addr"] ?? null }))
    .filter((one) => one.a !== null);
  if (asked.length === 0) return;
  const sql = `select i.o, s.id::text as subnet, s.bcd::text as bcd
    from json_to_recordset($1::json) i(o int, a inet)
      left join lateral (${subnetOf("i.a", "s.id, s.bcd")}) s on true`;
  for (const { o, subnet, bcd } of await run.tx.query<Place>(sql, [JSON.stringify(asked)], "write-place")) {
    const work = works[o];
    if (work !== undefined) Object.assign(work.values, { subnet, bcd });
  }
}
