import { createHash } from "node:crypto";
import { formatAddress, parseAddress } from "#contract/values/ip";
import { isObject, type Json } from "#contract/wire/json";
import type { Subnet4 } from "../domain/dhcp/kea.sql.ts";

/** The members of Kea's configuration that come from here: the networks of a BCD are one link, so they share a network. */
export interface Networks {
  readonly "shared-networks": readonly Json[];
  readonly subnet4: readonly Json[];
}

type Members = Readonly<Record<string, Json | undefined>>;

/** The wanted networks, in the order of the rows. */
export function wantedNetworks(rows: readonly Subnet4[]): Networks {
  const links = Map.groupBy(rows, ({ bcd }) => bcd);
  return {
    "shared-networks": [...links].map(([name, subnets]) => sharedNetwork(name, subnets)),
    subnet4: [],
  };
}

function sharedNetwork(name: string, subnets: readonly Subnet4[]): Json {
  const [first] = subnets;
  return {
    name,
    "valid-lifetime": first?.lease_time ?? 0,
    "option-data": options([
      ["domain-name-servers", first?.dns_servers.join(", ")],
      ["domain-name", first?.domain],
    ]),
    subnet4: subnets.map(({ id, subnet, router, pools }) => ({
      id,
      subnet,
      "option-data": options([["routers", router]]),
      pools: pools.map((pool) => ({ pool })),
    })),
  };
}

function options(
  list: readonly (readonly [name: string, data: string | null | undefined])[],
): readonly Json[] {
  return list.flatMap(([name, data]) => ((data ?? "") === "" ? [] : [{ name, data: data ?? "" }]));
}

/** Hash of the networks of a configuration, wanted or answered by Kea, which adds defaults and writes pools in its own way. */
export function hashOfNetworks(configuration: Members): string {
  const networks = listOf(configuration["shared-networks"]).map((network) => ({
    name: network["name"] ?? null,
    lifetime: network["valid-lifetime"] ?? null,
    options: optionsOf(network),
    subnets: subnetsOf(network),
  }));
  const text = JSON.stringify([inOrder(networks), subnetsOf(configuration)]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function subnetsOf(of: Members): readonly string[] {
  return inOrder(
    listOf(of["subnet4"]).map((subnet) => ({
      id: subnet["id"] ?? null,
      subnet: subnet["subnet"] ?? null,
      options: optionsOf(subnet),
      pools: inOrder(listOf(subnet["pools"]).map(({ pool }) => rangeOf(pool))),
    })),
  );
}

function optionsOf(of: Members): readonly string[] {
  return inOrder(
    listOf(of["option-data"]).map(({ name, data }) => ({ name: name ?? null, data: data ?? null })),
  );
}

/** Kea writes a pool that is a whole prefix as such. */
function rangeOf(pool: Json | undefined): string {
  const text = typeof pool === "string" ? pool.replaceAll(" ", "") : "";
  const [address = "", length] = text.split("/");
  const first = parseAddress(address);
  if (length === undefined || first === null) return text;
  const last = formatAddress({ version: 4, value: first.value + (1n << BigInt(32 - Number(length))) - 1n });
  return `${address}-${last}`;
}

function inOrder(list: readonly Json[]): readonly string[] {
  return list.map((one) => JSON.stringify(one)).sort((a, b) => (a < b ? -1 : 1));
}

function listOf(value: Json | undefined): readonly Members[] {
  return Array.isArray(value) ? value.filter((one: Json) => isObject(one)) : [];
}
