import { createHash } from "node:crypto";
import { formatAddress, parseAddress } from "#contract/values/ip";
import { isObject, type Json } from "#contract/wire/json";
import type { KeaService } from "./kea-services.ts";

/** The members of Kea's configuration that the product writes. The networks of a BCD are one link, so they form a shared network. */
export type Networks = Readonly<Record<string, readonly Json[]>>;

/** A row of a unit of Kea (`units` of a delivery). */
export interface KeaSubnet {
  readonly bcd: string;
  readonly id: number;
  readonly subnet: string;
  readonly router: string | null;
  readonly lease_time: number;
  readonly domain: string | null;
  readonly dns_servers: readonly string[];
  readonly pools: readonly string[];
}

type Members = Readonly<Record<string, Json | undefined>>;

/** The wanted networks, in the order of the rows. */
export function wantedNetworks(service: KeaService, rows: readonly KeaSubnet[]): Networks {
  const links = Map.groupBy(rows, ({ bcd }) => bcd);
  return {
    "shared-networks": [...links].map(([name, subnets]) => sharedNetwork(service, name, subnets)),
    [service.subnets]: [],
  };
}

function sharedNetwork(service: KeaService, name: string, subnets: readonly KeaSubnet[]): Json {
  const [first] = subnets;
  return {
    name,
    ...Object.fromEntries(service.lifetimes.map((member) => [member, first?.lease_time ?? 0])),
    "option-data": options([
      [service.dnsServers, first?.dns_servers.join(", ")],
      [service.domain, first?.domain],
    ]),
    [service.subnets]: subnets.map(({ id, subnet, router, pools }) => ({
      id,
      subnet,
      "option-data": service.router === null ? [] : options([[service.router, router]]),
      pools: pools.map((pool) => ({ pool })),
    })),
  };
}

function options(
  list: readonly (readonly [name: string, data: string | null | undefined])[],
): readonly Json[] {
  return list.flatMap(([name, data]) => ((data ?? "") === "" ? [] : [{ name, data: data ?? "" }]));
}

/** Hash of the networks of a configuration, wanted or answered by Kea. Kea adds defaults and writes pools in its own notation. */
export function hashOfNetworks(service: KeaService, configuration: Members): string {
  const networks = listOf(configuration["shared-networks"]).map((network) => ({
    name: network["name"] ?? null,
    lifetimes: service.lifetimes.map((member) => network[member] ?? null),
    options: optionsOf(network),
    subnets: subnetsOf(service, network),
  }));
  const text = JSON.stringify([inOrder(networks), subnetsOf(service, configuration)]);
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

function subnetsOf(service: KeaService, of: Members): readonly string[] {
  return inOrder(
    listOf(of[service.subnets]).map((subnet) => ({
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

/** Kea writes a pool that is a whole prefix as this prefix. */
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
