import { parseAddress, type IpAddress } from "#contract/values/ip";
import type { Json, Params } from "#contract/wire/json";
import { statementsOf, type Planned } from "../txlist/planned.ts";

/** A range of addresses that planned actions take. */
export interface PlannedRange {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

const FIRST = /^first_/;

/** Addresses that planned actions set, which searches for free addresses skip. A pair `first_x`, `last_x` is a range. */
export function plannedAddresses(items: readonly Planned[]): readonly PlannedRange[] {
  return items.flatMap((item) =>
    item.ta_type === "json_template"
      ? addressesIn(item.variables)
      : statementsOf(item).flatMap(([, { parameters }]) => addressesIn(parameters.new)),
  );
}

/** Single addresses as ranges. */
export function rangesOf(addresses: readonly string[]): readonly PlannedRange[] {
  return addresses.flatMap((one) => rangeOf(one, one) ?? []);
}

function addressesIn(params: Params): readonly PlannedRange[] {
  const names = Object.keys(params);
  return names.flatMap((name) => {
    const last = FIRST.test(name) ? params[name.replace(FIRST, "last_")] : undefined;
    const range = last === undefined ? null : rangeOf(params[name], last);
    return range === null ? [params[name] ?? []].flat().flatMap((one) => rangeOf(one, one) ?? []) : [range];
  });
}

function rangeOf(one: Json | undefined, other: Json): PlannedRange | null {
  const [first, last] = [addressOf(one), addressOf(other)];
  if (first === null || first.version !== last?.version || first.value > last.value) return null;
  return { version: first.version, first: first.value, last: last.value };
}

function addressOf(value: Json | undefined): IpAddress | null {
  return typeof value === "string" ? parseAddress(value) : null;
}
