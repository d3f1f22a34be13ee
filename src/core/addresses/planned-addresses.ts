import { parseAddress, type IpAddress } from "#contract/values/ip";
import { isList, type Json, type Params } from "#contract/wire/json";
import { contentOf, type Planned } from "../txlist/planned.ts";

/** A range of addresses that planned actions take. */
export interface PlannedRange {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
}

const FIRST = /^first_/;

/** Addresses that the planned actions set: whoever looks for a free one passes over them. A pair `first_x`, `last_x` is the range between. */
export function plannedAddresses(items: readonly Planned[]): readonly PlannedRange[] {
  return items.flatMap((item) => paramsOf(item).flatMap(addressesIn));
}

/** Single addresses that are taken besides. */
export function rangesOf(addresses: readonly string[]): readonly PlannedRange[] {
  return addresses.flatMap(single);
}

function paramsOf(item: Planned): readonly Params[] {
  if (item.ta_type === "json_template") return [item.variables];
  const content = contentOf(item);
  const more = "bundle" in item ? item.bundle.map(({ parameters }) => parameters.new) : [];
  return content === null ? more : [content.parameters.new, ...more];
}

function addressesIn(params: Params): readonly PlannedRange[] {
  const names = Object.keys(params);
  return names.flatMap((name) => {
    const last = FIRST.test(name) ? params[name.replace(FIRST, "last_")] : undefined;
    const range = last === undefined ? null : rangeOf(params[name], last);
    return range === null ? valuesOf(params[name]).flatMap(single) : [range];
  });
}

function rangeOf(one: Json | undefined, other: Json): PlannedRange | null {
  const [first, last] = [addressOf(one), addressOf(other)];
  const isRange =
    first !== null && last !== null && first.version === last.version && first.value <= last.value;
  return isRange ? { version: first.version, first: first.value, last: last.value } : null;
}

function single(value: Json): readonly PlannedRange[] {
  const address = addressOf(value);
  return address === null ? [] : [{ version: address.version, first: address.value, last: address.value }];
}

function valuesOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

function addressOf(value: Json | undefined): IpAddress | null {
  return typeof value === "string" ? parseAddress(value) : null;
}
