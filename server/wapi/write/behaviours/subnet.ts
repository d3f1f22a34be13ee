import { parseAddress } from "#contract/values/ip";
import type { Json } from "#contract/wire/json";
import { idOf } from "../work.ts";
import type { Behaviour } from "./behaviour.ts";

/** Subnets: the list of reserved addresses is a set in order of value; who touched a range last is kept for the end (wire contract 3.8, 7.5). */
export const subnet: Behaviour = {
  shape(plan) {
    const reserved = plan.new["reserved_addr_list"];
    return Array.isArray(reserved)
      ? { ...plan, new: { ...plan.new, reserved_addr_list: addressSet(reserved) } }
      : plan;
  },
  touch(plan, touch) {
    const names = Object.keys(plan.new);
    if (plan.kind !== "update" || names.some((name) => name !== "description")) touch.writes.add("subnets");
    const hasRange = plan.kind === "create" || names.includes("cidr");
    if (hasRange) touch.writes.add("ranges").add("subnets");
  },
  settle(run, works) {
    for (const work of works) {
      if (work.plan.kind !== "delete" && work.values["cidr"] !== undefined)
        run.ranges.set(idOf(work), work.plan);
      if (work.plan.kind === "delete") run.ranges.delete(idOf(work));
    }
    return Promise.resolve();
  },
};

function addressSet(list: readonly Json[]): readonly string[] {
  const addresses = new Map(
    list.flatMap((text) => {
      const address = typeof text === "string" ? parseAddress(text) : null;
      return address === null ? [] : [[address.text, address] as const];
    }),
  );
  return [...addresses.values()]
    .sort((a, b) => a.version - b.version || (a.value < b.value ? -1 : 1))
    .map((address) => address.text);
}
