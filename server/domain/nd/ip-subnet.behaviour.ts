import { parseAddress } from "#contract/values/ip";
import { textIn, type Json } from "#contract/wire/json";
import { checkContents, keepContents } from "./ip-subnet.contents.ts";
import { SUBNETS } from "./ip-subnet.sql.ts";
import { blockingOf, childrenFound } from "../../wapi/write/children.ts";
import { idOf, keyOf, type Placed, type WriteRun } from "../../wapi/write/stages.ts";
import { defineBehaviour } from "../../wapi/behaviour.ts";

/** Subnets: reserved addresses are an ordered set. The last writer of a range is remembered for the check at the end (wire contract 3.8, 7.5). */
export default defineBehaviour({
  holds({ fn, new: values }) {
    const moves = fn !== "update" || Object.keys(values).join() !== "description";
    return moves ? [{ tree: SUBNETS, how: "alone" }] : [];
  },
  shape(plan) {
    const reserved = plan.new["reserved_addr_list"];
    return Array.isArray(reserved)
      ? { ...plan, new: { ...plan.new, reserved_addr_list: addressSet(reserved) } }
      : plan;
  },
  readsAndWrites(plan, set) {
    const names = Object.keys(plan.new);
    if (plan.kind !== "update" || names.some((name) => name !== "description")) set.writes.add("subnets");
    const hasRange = plan.kind === "create" || names.includes("cidr");
    if (hasRange) set.writes.add("ranges").add("subnets");
  },
  async check(run, works) {
    if (works[0]?.plan.kind === "update") await refuseSpaces(run, works);
    // A network that takes over the range of this one also takes over its contents.
    if (works[0]?.plan.kind === "delete") keepContents(run, { going: works.map(idOf) });
  },
  async settle(run, works) {
    if (works[0]?.plan.kind !== "delete") await checkContents(run, works);
  },
});

/** A network with address spaces of groups keeps its range and its BCD, because a move would change rights (wire contract 7.1). */
async function refuseSpaces(run: WriteRun, works: readonly Placed[]): Promise<void> {
  const asked = works.flatMap(({ before, given }, o) => {
    const was = before?.["cidr"] ?? null;
    const isInOther = (given["bcd"] ?? before?.["bcd"]) !== before?.["bcd"];
    const becomes = isInOther ? null : (given["cidr"] ?? was);
    return becomes === was ? [] : [{ o, was, becomes }];
  });
  if (asked.length === 0) return;
  const sql = `select i.o
    from json_to_recordset($1::json) i(o int, was cidr, becomes cidr)
      join cntl.group_addr_space a on a.cidr <<= i.was and (a.cidr <<= i.becomes) is not true
    order by i.o
    limit 1`;
  const [found] = await run.tx.query<{ o: number }>(sql, [JSON.stringify(asked)], "write-subnet-spaces");
  const work = found === undefined ? undefined : works[found.o];
  if (work === undefined) return;
  const spaces = blockingOf(run, work.plan.type).filter(
    ({ reference }) => reference.from === "cntl.group_addr_space",
  );
  throw await childrenFound(run, work.plan.type, keyOf(work), idOf(work), spaces);
}

function addressSet(list: readonly Json[]): readonly string[] {
  const addresses = list.flatMap((text) => parseAddress(textIn(text)) ?? []);
  return [...new Map(addresses.map((address) => [address.text, address])).values()]
    .sort((a, b) => a.version - b.version || (a.value < b.value ? -1 : 1))
    .map((address) => address.text);
}
