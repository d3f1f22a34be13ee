import { randomBytes } from "node:crypto";
import { textIn, type Params, type Row } from "#contract/wire/json";
import type { Step } from "#contract/wire/step";
import type { Key } from "../../server/dns-wire/tsig.ts";
import { formatAddress, parseAddress } from "#contract/values/ip";
import { agentLogin } from "./guide.ts";
import type { NameServerKind } from "./name-server.ts";

/** A name server of a try: what it is, where it listens, and its key. */
export interface Tried {
  readonly kind: NameServerKind;
  readonly port: number;
  readonly key: Key;
}

/** A Kea of a try. */
export interface TriedKea {
  readonly agentPort: number;
  readonly hasDhcp6: boolean;
}

export const TRY_HOST = "127.0.0.1";

export function triedOf(kind: NameServerKind, port: number): Tried {
  const key = {
    name: `try-${kind}.netportal.`,
    algorithm: "hmac-sha256",
    secret: randomBytes(32).toString("base64"),
  };
  return { kind, port, key };
}

/** Lists of the running product. */
export interface Lists {
  list(
    type: string,
    filters: { readonly [name: string]: string | number | boolean },
  ): Promise<readonly Row[]>;
}

interface There {
  readonly apexes: readonly Row[];
  readonly ns: readonly Row[];
  readonly servers: readonly Row[];
}

/** Steps that give a name server to each zone without one, so that the zone can be served, and that create the servers of this try. */
export function stepsOf(
  { apexes, ns, servers }: There,
  tried: readonly Tried[],
  kea: TriedKea | null,
): readonly Step[] {
  const served = new Set(ns.map((row) => textIn(row["fqdn"])));
  const zones = apexes.map((row) => textIn(row["value"]));
  const bare = zones.filter((name) => !served.has(name));
  const forward = zones.find((name) => !name.endsWith(".arpa."));
  const old = servers.map((row) => textIn(row["name"])).filter((name) => name.startsWith("try-"));
  return [
    ...old.map((name) => ({ name: "output.server.delete", old: { name } })),
    ...(bare.length === 0 || forward === undefined ? [] : nameServer(`try-ns.${forward}`, bare)),
    ...tried.map(({ kind, port, key }) => {
      const place = { name: `try-${kind}`, address: TRY_HOST, port };
      return created("output.server", { ...place, key_name: key.name, key_secret: key.secret });
    }),
    ...(kea === null ? [] : [keaServer(kea)]),
  ];
}

function nameServer(host: string, zones: readonly string[]): readonly Step[] {
  const address = { type: "A", data: TRY_HOST, target_is_reverse_unique: false };
  return [
    created("dns.record", { fqdn: host, fqdn_type: "domain", ...address }),
    ...zones.map((fqdn) => created("dns.record", { fqdn, type: "NS", data: host })),
  ];
}

/** Distance of the address of the device from the gateway. */
const DEVICE_AT = 0x1000n;

/** A step that gives a device an IPv6 address, beside the first device with an IPv4 address. No step if there is such an address already. */
export async function deviceWithIpv6(client: Lists): Promise<readonly Step[]> {
  if ((await assignedIpv6(client)) !== null) return [];
  const [assigned] = await client.list("dhcp.static_assignment", { fetch_limit: 1 });
  const [near] = await client.list("nd.ip_subnet", { cidr: textIn(assigned?.["subnet"]) });
  const subnets = await client.list("nd.ip_subnet", { bcd: textIn(near?.["bcd"]) });
  const gateways = subnets.map((row) => parseAddress(textIn(row["gateway_addr"])));
  const gateway = gateways.find((address) => address?.version === 6);
  if (gateway === undefined || gateway === null) return [];
  const ip_addr = formatAddress({ version: 6, value: gateway.value + DEVICE_AT });
  return [created("dhcp.static_assignment", { ip_addr, mac_addr: "02:06:00:00:00:01" })];
}

/** The first static assignment with an IPv6 address. */
export async function assignedIpv6(client: Lists): Promise<Row | null> {
  const rows = await client.list("dhcp.static_assignment", {});
  return rows.find((row) => parseAddress(textIn(row["ip_addr"]))?.version === 6) ?? null;
}

function keaServer({ agentPort: port, hasDhcp6: has_dhcp6 }: TriedKea): Step {
  const { user, password } = agentLogin();
  const place = { name: "try-kea", kind: "kea", address: TRY_HOST, port, has_dhcp6 };
  return created("output.server", { ...place, key_name: user, key_secret: password, copy_name: null });
}

function created(type: string, values: Params): Step {
  return { name: `${type}.create`, new: values };
}
