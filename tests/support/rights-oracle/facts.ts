import type { Json, Row } from "#contract/wire/json";
import { holds, prefixLength } from "./networks.ts";

/** All rows of a world by object type, in wire form, each with its `gpk`. */
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Lookups in a world. */
export interface Facts {
  all(type: string): readonly Row[];
  /** Rows of the type whose attribute has this value. */
  where(type: string, attribute: string, value: Json | undefined): readonly Row[];
  first(type: string, attribute: string, value: Json | undefined): Row | undefined;
  /** The smallest subnet that contains the address or network. */
  subnetOf(address: string): Row | undefined;
  /** Existing names at or above this one, nearest first. */
  namesAt(name: string): readonly string[];
}

/** The text of an attribute of a row; empty if it has none. */
export function str(row: Row | undefined, name: string): string {
  const value = row?.[name];
  return typeof value === "string" ? value : "";
}

export function factsOf(rows: Rows): Facts {
  const indexes = new Map<string, ReadonlyMap<Json, readonly Row[]>>();
  const subnets = new Map<string, Row | undefined>();
  const names = new Map<string, readonly string[]>();
  const facts: Facts = {
    all: (type) => rows[type] ?? [],
    where(type, attribute, value) {
      const name = `${type} ${attribute}`;
      let index = indexes.get(name);
      if (index === undefined)
        indexes.set(name, (index = Map.groupBy(facts.all(type), (row) => row[attribute] ?? null)));
      return index.get(value ?? null) ?? [];
    },
    first: (type, attribute, value) => facts.where(type, attribute, value)[0],
    subnetOf(address) {
      if (!subnets.has(address)) subnets.set(address, smallest(facts.all("nd.ip_subnet"), address));
      return subnets.get(address);
    },
    namesAt(name) {
      let found = names.get(name);
      if (found === undefined) {
        found = wholeNames(name).filter((one) => facts.first("dns.fqdn", "value", one) !== undefined);
        names.set(name, found);
      }
      return found;
    },
  };
  return facts;
}

function smallest(subnets: readonly Row[], address: string): Row | undefined {
  const around = subnets.filter((row) => holds(str(row, "cidr"), address));
  return around.toSorted((a, b) => prefixLength(str(b, "cidr")) - prefixLength(str(a, "cidr")))[0];
}

/** The name and all names above it: `a.b.` → `a.b.`, `b.`. */
function wholeNames(name: string): readonly string[] {
  const labels = name.split(".").slice(0, -1);
  return labels.map((_, at) => `${labels.slice(at).join(".")}.`);
}
