import { parseFqdn } from "#contract/values/fqdn";
import { formatAddress, parseAddress, parseNetwork, widthOf } from "#contract/values/ip";
import { parseMac } from "#contract/values/mac";
import { textIn } from "#contract/wire/json";
import { listOf, type DhcpConfig, type Told } from "./config.ts";
import { listIn } from "../shared/list-in.ts";
import type { ImportJob } from "../shared/job.ts";

/** An address in canonical form, or the reason why the text is not an address. */
export type FoundAddress = { readonly address: string } | { readonly reason: string };

/** Places at which a configuration names hosts. */
type Naming = Pick<DhcpConfig, "subnets" | "reservations">;

/** Reads an address, or a host name that stands for one. */
export type AddressOf = (text: string, version: 4 | 6) => FoundAddress;

export function versionOf(text: string): 4 | 6 {
  return text.includes(":") ? 6 : 4;
}

const EXAMPLES = { 4: "192.0.2.1", 6: "2001:db8::1" } as const;
const TYPES = { 4: "A", 6: "AAAA" } as const;

/** Reads addresses. A host name stands for the address of its record, if it has exactly one here. All names are looked up at once. */
export async function addressReader(naming: Naming, { client, toAscii, say }: ImportJob): Promise<AddressOf> {
  const nameIn = (text: string): string | null =>
    /^[\d.]+$/.test(text) || text.includes(":") ? null : parseFqdn(text, toAscii);
  const names = new Set(textsIn(naming).flatMap((text) => nameIn(text) ?? []));
  const rows = await listIn(client, "dns.record", "fqdn_list", names);
  const known = Map.groupBy(rows, (row) => `${textIn(row["fqdn"])} ${textIn(row["type"])}`);
  return (text, version) => {
    const address = parseAddress(text);
    if (address?.version === version) return { address: address.text };
    const name = nameIn(text);
    if (name === null)
      return { reason: say("noAddress", { value: text, version, example: EXAMPLES[version] }) };
    const [row, ...others] = known.get(`${name} ${TYPES[version]}`) ?? [];
    if (row !== undefined && others.length === 0) return { address: textIn(row["data"]) };
    return { reason: say("nameForAddress", { name: text, type: TYPES[version] }) };
  };
}

function textsIn({ subnets, reservations }: Naming): readonly string[] {
  const told = subnets.flatMap(({ settings }) => [settings.get("gateway"), settings.get("dnsServers")]);
  return [...told.flatMap((one) => listOf(one?.value)), ...reservations.map(({ address }) => address)];
}

/** The gateway is the first of the routers that lies in the subnet. */
export function gatewayIn(
  { value }: Told,
  cidr: string,
  addressOf: AddressOf,
  say: ImportJob["say"],
): FoundAddress & { readonly text: string } {
  const found = listOf(value).map((text) => ({ text, ...addressOf(text, versionOf(cidr)) }));
  const inside = found.find((one) => "address" in one && isWithin(one.address, cidr));
  const [first = { text: value, reason: "" }] = found;
  if (inside !== undefined) return inside;
  return "reason" in first
    ? first
    : { text: first.text, reason: say("notInSubnet", { value: first.text, cidr }) };
}

function isWithin(address: string, cidr: string): boolean {
  const [one, network] = [parseAddress(address), parseNetwork(cidr)];
  if (one === null || one.version !== network?.version) return false;
  const hostBits = BigInt(widthOf(one.version) - network.prefix);
  return one.value >> hostBits === network.value >> hostBits;
}

/** A server may write a byte of a MAC address as one digit. */
export function macIn(text: string): string | null {
  const isBytes = /^[0-9a-f]{1,2}(?::[0-9a-f]{1,2}){5}$/i.test(text);
  const bytes = text.split(":").map((byte) => byte.padStart(2, "0"));
  return parseMac(isBytes ? bytes.join(":") : text);
}

/** `192.0.2.10 - 192.0.2.99` or `192.0.2.0/28` as first and last address; null for any other text. */
export function rangeOf(text: string): { readonly first: string; readonly last: string } | null {
  const [from = "", to] = text.split("-").map((part) => part.trim());
  if (to === undefined && !from.includes("/")) return null;
  const first = parseAddress(from)?.text;
  const last = to === undefined ? undefined : parseAddress(to)?.text;
  if (first !== undefined && last !== undefined) return { first, last };
  return to === undefined ? boundsOf(from) : null;
}

function boundsOf(text: string): { readonly first: string; readonly last: string } | null {
  const network = parseNetwork(text);
  if (network?.version !== 4) return null;
  const { version, value, prefix } = network;
  const last = value + (1n << BigInt(widthOf(version) - prefix)) - 1n;
  return { first: formatAddress(network), last: formatAddress({ version, value: last }) };
}
